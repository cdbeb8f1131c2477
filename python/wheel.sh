#!/bin/sh
# Builds the wheel of the Python package into target/wheels, with the pages of the workbench if they
# were built.
#
#   python/wheel.sh              for this machine's kind of system
#   python/wheel.sh --portable   for every Linux since 2014 (by zig, as manylinux2014)
#   python/wheel.sh --test       installs the wheel into a fresh environment and tries it
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/.." && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
wheels=$target/wheels
tools=$target/maturin
python=${PYTHON:-python3}
export PYTHONDONTWRITEBYTECODE=1

build() {
    [ -x "$tools/bin/python" ] || "$python" -m venv "$tools"
    "$tools/bin/python" -m pip install --disable-pip-version-check --quiet 'maturin>=1.9,<2' \
        ${portable:+ziglang}
    rm -rf "$wheels"
    # Maturin finds zig as a module of the Python that is first in the path.
    PATH="$tools/bin:$PATH" VIRTUAL_ENV=$tools "$tools/bin/maturin" build --release --locked \
        --manifest-path "$here/Cargo.toml" --out "$wheels" \
        ${portable:+--zig --compatibility manylinux2014}
}

try() {
    fresh=$target/wheel-test
    rm -rf "$fresh"
    "$python" -m venv "$fresh"
    "$fresh/bin/python" -m pip install --disable-pip-version-check --quiet "$wheels"/sakiyomi-*.whl
    mkdir "$fresh/empty"
    cd "$fresh/empty"
    "$fresh/bin/sakiyomi" --version
    "$fresh/bin/python" - <<'END'
import importlib.metadata

import sakiyomi
from sakiyomi.api import blokus

assert importlib.metadata.version("sakiyomi") == sakiyomi.__version__
position = blokus.position(line={"moves": []})
assert position == sakiyomi.ask("blokus/position", line={"moves": []})
try:
    sakiyomi.ask("blokus/perft", length=-1)
    raise SystemExit("a wrong input was taken")
except ValueError as error:
    print("refused:", error)
print(f"{len(sakiyomi.operations())} operations, {sakiyomi.__file__}")
END
}

portable=
case ${1:-} in
    '') build ;;
    --portable) portable=yes && build ;;
    --test) try ;;
    *) sed -n '2,8p' "$0" >&2 && exit 2 ;;
esac

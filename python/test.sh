#!/bin/sh
# Runs the tests of the Python package in a virtual environment, target/python.
#
# Uses the extension module that cargo has built, builds it if there is none, and takes what the
# tests need from the package index. Where that, or Python 3.10, cannot be had this says so and
# succeeds, unless SAKIYOMI_REQUIRE_PYTHON is set. Arguments go to pytest.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/.." && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
venv=$target/python
export PYTHONDONTWRITEBYTECODE=1

skip() {
    echo "python: $1" >&2
    [ -z "${SAKIYOMI_REQUIRE_PYTHON:-}" ] || exit 1
    echo "python: SKIPPED" >&2
    exit 0
}

python=${PYTHON:-python3}
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null ||
    skip "there is no Python 3.10 or later (\`$python\`; PYTHON names another)"

# A new environment when there is none, or other packages are wanted.
if ! cmp -s "$here/tests/requirements.txt" "$venv/requirements.txt"; then
    echo "python: installing what the tests need into $venv" >&2
    log=$target/python.log
    "$python" -m venv --clear "$venv" >"$log" 2>&1 ||
        skip "no virtual environment can be made (Debian: package python3-venv), see $log"
    "$venv/bin/python" -m pip install --disable-pip-version-check --progress-bar off \
        -r "$here/tests/requirements.txt" >>"$log" 2>&1 || {
        tail -n 3 "$log" >&2
        skip "the packages of tests/requirements.txt cannot be installed, see $log"
    }
    cp "$here/tests/requirements.txt" "$venv/requirements.txt"
fi

# The whole workspace with its tests: a package alone would compile its dependencies again.
[ -n "${SAKIYOMI_PYTHON_BUILT:-}" ] ||
    (cd "$root" && "${CARGO:-cargo}" build --workspace --lib --bins --tests --locked)
"$venv/bin/python" "$here/develop.py" "$target/debug"
# In another folder than the sources, which Python would find before the package laid out.
cd "$venv"
exec "$venv/bin/pytest" -c "$here/pyproject.toml" --rootdir "$here" "$here/tests" "$@"

#!/bin/sh
# Plays matches between programs that use the released client package for Python, unmodified, on a
# server of ours.
#
#   run.sh [COMMAND...]
#
# COMMAND starts a server and prints a line with http://127.0.0.1:PORT; without one the example
# dc4_server is built and used. The package is installed into a virtual environment under
# target/dc4client. Where Python or the package cannot be had this says so and succeeds, unless
# SAKIYOMI_REQUIRE_DC4CLIENT is set.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../../.." && pwd)
work="$root/target/dc4client"
package="dc4client==1.0.7"

skip() {
    echo "dc4client: $1" >&2
    if [ -n "${SAKIYOMI_REQUIRE_DC4CLIENT:-}" ]; then
        echo "dc4client: SAKIYOMI_REQUIRE_DC4CLIENT is set, so this is a failure" >&2
        exit 1
    fi
    echo "dc4client: SKIPPED" >&2
    exit 0
}

command -v python3 >/dev/null 2>&1 || skip "there is no python3"
mkdir -p "$work"
python="$work/venv/bin/python"
if ! "$python" -c 'import dc4client' >/dev/null 2>&1; then
    python3 -m venv "$work/venv" >"$work/venv.log" 2>&1 ||
        skip "python3 makes no virtual environment, see $work/venv.log"
    "$python" -m pip install --quiet "$package" >"$work/pip.log" 2>&1 ||
        skip "$package cannot be installed, see $work/pip.log"
fi

if [ $# -eq 0 ]; then
    (cd "$root" && cargo build --quiet -p digital-curling --example dc4_server)
    set -- "$root/target/debug/examples/dc4_server" --listen 127.0.0.1:0 --user user0:pass0 --user user1:pass1
fi

"$@" >"$work/server.log" 2>&1 &
server=$!
trap 'kill "$server" 2>/dev/null || true' EXIT INT TERM

url=
for _ in $(seq 100); do
    url=$(sed -n 's|.*\(http://127\.0\.0\.1:[0-9][0-9]*\).*|\1|p' "$work/server.log" | head -n 1)
    [ -z "$url" ] || break
    kill -0 "$server" 2>/dev/null || break
    sleep 0.1
done
if [ -z "$url" ]; then
    echo "dc4client: the server does not say where it is:" >&2
    cat "$work/server.log" >&2
    exit 1
fi

for kind in "" "--kill" "--doubles" "--doubles --kill"; do
    echo "dc4client: a match $kind"
    # The options are words of their own.
    # shellcheck disable=SC2086
    (cd "$work" && "$python" "$here/match.py" "$url" $kind)
done
echo "dc4client: all is well"

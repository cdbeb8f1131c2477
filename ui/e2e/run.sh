#!/bin/sh
# Tries whole flows in a real browser on a workbench, and on the server of a cup.
#
#   run.sh COMMAND...
#
# COMMAND starts a workbench on a free port and prints its address; its first word, the binary,
# starts the cup as well. Needs Chromium: one that the system has, or CHROMIUM names; where there
# is none it is installed if that needs no questions (Debian, as root). Where it cannot be had this
# says so and succeeds, unless SAKIYOMI_REQUIRE_CHROMIUM is set.
set -eu

find_chromium() {
    for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome; do
        if [ -n "$name" ] && command -v "$name" >/dev/null 2>&1; then
            command -v "$name"
            return
        fi
    done
}

CHROMIUM=$(find_chromium)
if [ -z "$CHROMIUM" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "e2e: installing Chromium" >&2
    log=$(mktemp)
    install() { DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends chromium >"$log" 2>&1; }
    install || { apt-get update >"$log" 2>&1 && install; } || tail -n 5 "$log" >&2
    CHROMIUM=$(find_chromium)
fi
if [ -z "$CHROMIUM" ]; then
    echo "e2e: there is no Chromium: install it, or name it in CHROMIUM" >&2
    [ -z "${SAKIYOMI_REQUIRE_CHROMIUM:-}" ] || exit 1
    echo "e2e: SKIPPED" >&2
    exit 0
fi

SAKIYOMI_BIN=$1
shift
SAKIYOMI_ARGS=$*
export CHROMIUM SAKIYOMI_BIN SAKIYOMI_ARGS
exec npm --prefix "$(dirname "$0")/.." run --silent e2e

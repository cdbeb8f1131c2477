#!/bin/sh
# Builds the guide into target/guide; a warning is an error.
#
# Uses mdBook 0.5 of the path, or installs it into target/tools. Where it cannot be had this says so
# and succeeds, unless SAKIYOMI_REQUIRE_GUIDE is set.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
tools="$root/target/tools"
version=0.5.4

mdbook=
for name in mdbook "$tools/bin/mdbook"; do
    case $("$name" --version 2>/dev/null) in
        'mdbook v0.5.'*) mdbook=$name ;;
    esac
done
if [ -z "$mdbook" ]; then
    echo "guide: installing mdBook $version into $tools" >&2
    mkdir -p "$tools"
    # Unoptimised: it is built sooner, and the guide is small.
    if "${CARGO:-cargo}" install mdbook --version "$version" --locked --no-default-features \
        --debug --root "$tools" >"$tools/mdbook.log" 2>&1; then
        mdbook="$tools/bin/mdbook"
    else
        tail -n 5 "$tools/mdbook.log" >&2
        echo "guide: mdBook cannot be installed, see $tools/mdbook.log" >&2
        [ -z "${SAKIYOMI_REQUIRE_GUIDE:-}" ] || exit 1
        echo "guide: SKIPPED" >&2
        exit 0
    fi
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
"$mdbook" build "$here" >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
if grep -qE '(WARN|ERROR)' "$log"; then
    cat "$log" >&2
    echo "guide: the book has warnings" >&2
    exit 1
fi
echo "guide: $root/target/guide/index.html"

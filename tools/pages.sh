#!/usr/bin/env bash
# pages.sh prints the folders of web/ whose pages are in the program. It fails if one of them is not built.
set -euo pipefail
cd "$(dirname "$0")/.."
for dist in web/*/dist; do
  [ -e "$dist/index.html" ] || { echo "$dist is not built: run make web, which needs Node" >&2; exit 1; }
  dirname "$dist"
done

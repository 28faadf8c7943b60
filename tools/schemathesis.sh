#!/usr/bin/env bash
# Installs schemathesis, which asks the REST face what nobody thought of, into the cache of tools, and prints
# its path. Without Python or its venv it says so and ends with 3.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
pins=$here/schemathesis.txt
dir=${XDG_CACHE_HOME:-$HOME/.cache}/carpeta-tools/schemathesis-$(sha256sum "$pins" | cut -c1-16)
program=$dir/bin/schemathesis
if [ ! -e "$dir/complete" ]; then
  if ! python3 -c 'import venv, ensurepip' 2>/dev/null; then
    echo "python3 with venv is not here (Debian: python3-venv)" >&2
    exit 3
  fi
  mkdir -p "$(dirname "$dir")"
  exec 9>"$dir.lock"
  flock 9 # several tests may want it at a time
  if [ ! -e "$dir/complete" ]; then
    echo "installing schemathesis (once)…" >&2
    rm -rf "$dir"
    python3 -m venv "$dir" >&2
    "$here/insistir.sh" "$dir/bin/pip" install --quiet --disable-pip-version-check --no-deps --requirement "$pins" >&2
    touch "$dir/complete"
  fi
fi
echo "$program"

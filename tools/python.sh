#!/usr/bin/env bash
# Installs the packages of tools/NAME.txt into an environment of Python in the cache of tools, and prints the path of its
# python. NAME is python, which has what the samples in docs/ejemplos need, unless given. Without Python or its venv it
# says so and ends with 3.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
name=${1:-python}
pins=$here/$name.txt
dir=${XDG_CACHE_HOME:-$HOME/.cache}/carpeta-tools/$name-$(sha256sum "$pins" | cut -c1-16)
if [ ! -e "$dir/complete" ]; then
  if ! python3 -c 'import venv, ensurepip' 2>/dev/null; then
    echo "python3 with venv is not here (Debian: python3-venv)" >&2
    exit 3
  fi
  mkdir -p "$(dirname "$dir")"
  exec 9>"$dir.lock"
  flock 9 # several tests may want it at a time
  if [ ! -e "$dir/complete" ]; then
    echo "installing $name (once)…" >&2
    rm -rf "$dir"
    python3 -m venv "$dir" >&2
    "$here/insistir.sh" "$dir/bin/pip" install --quiet --disable-pip-version-check --no-deps --requirement "$pins" >&2
    touch "$dir/complete"
  fi
fi
echo "$dir/bin/python"

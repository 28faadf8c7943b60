#!/usr/bin/env bash
# Installs the Debian packages among its arguments whose program is missing:
# PACKAGE, or PACKAGE:PROGRAM where the names differ. Without root it says so and
# goes on: the tests that need them are then counted as NOT RUN.
set -euo pipefail
missing=()
for p in "$@"; do command -v "${p#*:}" >/dev/null || missing+=("${p%:*}"); done
[ ${#missing[@]} -gt 0 ] || exit 0
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
  echo "missing, and not installed here (needs root and apt-get): ${missing[*]}"
  exit 0
fi
# Their services stay off: nobody asked this machine for them (policy-rc.d, as Debian has it).
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
  printf '#!/bin/sh\nexit 101\n' >"$policy"
  chmod 755 "$policy"
  trap 'rm -f "$policy"' EXIT
fi
echo "installing ${missing[*]}…"
export DEBIAN_FRONTEND=noninteractive
opciones=(-qq -o Acquire::Retries=5 -o DPkg::Lock::Timeout=600)
insistir=$(dirname "$0")/insistir.sh
"$insistir" apt-get "${opciones[@]}" update
"$insistir" apt-get "${opciones[@]}" install -y --no-install-recommends "${missing[@]}" >/dev/null

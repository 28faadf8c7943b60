#!/usr/bin/env bash
# insistir.sh CMD ARGS… runs an installation again after a pause when it failed, four
# times in all: a registry that is slow or briefly away is no reason to give up.
set -uo pipefail
for pausa in 5 20 60 fin; do
  "$@" && exit 0
  codigo=$?
  [ "$pausa" = fin ] && exit "$codigo"
  echo "failed with exit code $codigo; again in $pausa s: $*" >&2
  sleep "$pausa"
done

#!/usr/bin/env bash
# pruebas.sh GOTESTSUM PACKAGES FLAGS… runs the tests. What failed is run once more, alone: on a machine that other
# programs share a test may be late. A data race, a panic, or more than five failures are not run again.
# What failed only once is told as the last lines: it wants a look all the same (docs/testing.md).
set -uo pipefail
gotestsum=$1 packages=$2
shift 2
once=$(mktemp)
trap 'rm -f "$once"' EXIT
"$gotestsum" --format standard-quiet --hide-summary skipped --packages "$packages" \
  --rerun-fails=1 --rerun-fails-max-failures=5 --rerun-fails-run-root-test --rerun-fails-abort-on-data-race \
  --rerun-fails-report "$once" -- "$@"
codigo=$?
if [ -s "$once" ]; then
  echo "*** RUN TWICE, because they failed on the busy machine:"
  cat "$once"
  echo
fi
exit "$codigo"

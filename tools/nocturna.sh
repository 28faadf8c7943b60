#!/usr/bin/env bash
# nocturna.sh FOLDER TARGET… makes each target, whatever became of the one before it, with a log of its own in FOLDER, and
# ends with a summary. As in CI, a service that is missing is a failure. The exit code is 1 if a target failed.
set -uo pipefail
out=$(realpath -m "$1")
shift
cd "$(dirname "$0")/.."
mkdir -p "$out"
export CI=true
failed=0 summary=
for target in "$@"; do
  echo "$(date -u +%H:%M:%S) $target"
  began=$SECONDS result=ok
  "${MAKE:-make}" --no-print-directory "$target" >"$out/$target.log" 2>&1 || { result=FAILED failed=$((failed + 1)); }
  summary+=$(printf '%-16s %-7s %5d min %02d s' "$target" "$result" $(((SECONDS - began) / 60)) $(((SECONDS - began) % 60)))$'\n'
  if [ "$result" != ok ]; then
    # What went wrong, as far as a line says it; the log has all of it.
    summary+=$(grep -m3 -E -e '--- FAIL|^FAIL|panic:|cannot run|Error [0-9]' "$out/$target.log" | sed 's/^ */    /')$'\n'
    summary+="    log: $out/$target.log"$'\n'
  fi
done
printf '\n%s\n%d of %d failed\n' "$summary" "$failed" $# | tee "$out/resumen.txt"
[ "$failed" = 0 ]

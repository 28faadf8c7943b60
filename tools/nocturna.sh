#!/usr/bin/env bash
# nocturna.sh FOLDER TARGET… makes each target, whatever became of the one before it, with a log of its own in FOLDER, and
# ends with a summary. As in CI, a service that is missing is a failure. A target whose tests did not run has proven
# nothing, and one that takes longer than NOCTURNA_MAX is ended: both count as failed. The exit code is 1 if a target failed.
set -uo pipefail
out=$(realpath -m "$1")
shift
cd "$(dirname "$0")/.."
mkdir -p "$out"
export CI=true CARPETA_TEST_NOCHE=1
most=${NOCTURNA_MAX:-3h}
# What went wrong, as far as a line says it; the log has all of it.
wrong='^ *--- FAIL|^--- SKIP|^FAIL|panic:|cannot run|no tests to run|\*\*\* .*(Error [0-9]|No rule)'

# outcome CODE LOG names what became of a target.
outcome() {
  case $1 in
  0) if grep -qE '^--- SKIP|no tests to run' "$2"; then echo "NOT RUN"; else echo ok; fi ;;
  124 | 137) echo LATE ;;
  *) echo FAILED ;;
  esac
}

failed=0 summary=
for target in "$@"; do
  echo "$(date -u +%H:%M:%S) $target"
  began=$SECONDS log=$out/$target.log
  timeout --kill-after=1m "$most" "${MAKE:-make}" --no-print-directory "$target" >"$log" 2>&1
  result=$(outcome $? "$log")
  summary+=$(printf '%-16s %-7s %5d min %02d s' "$target" "$result" $(((SECONDS - began) / 60)) $(((SECONDS - began) % 60)))$'\n'
  if [ "$result" != ok ]; then
    failed=$((failed + 1))
    summary+=$(grep -m3 -E -e "$wrong" "$log" | sed 's/^ */    /')$'\n'
    summary+="    log: $log"$'\n'
  fi
done
printf '\n%s\n%d of %d failed\n' "$summary" "$failed" $# | tee "$out/resumen.txt"
[ "$failed" = 0 ]

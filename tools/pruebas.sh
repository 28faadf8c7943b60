#!/usr/bin/env bash
# pruebas.sh [unit] [FLAG…] runs every test, and prints at the end what each package took, slowest first. Nothing is run
# again: a test that fails once is a finding (docs/testing.md). With unit it runs what needs no service and no process.
set -uo pipefail

# The race detector watches units and contract suites, where goroutines of ours share memory with the test. It makes a
# program three to ten times slower, so these go without:
plain='/(e2e|e2e/chaos|deploy/.*' # they test the program as it ships, which runs in processes of its own
plain+='|docs|web|tools/.*|internal/testkit/.*' # they read files, or start other programs; the simulation has one goroutine
plain+='|internal/auditoria/sello(/.*)?)$' # a seal is computed in one goroutine
# One story runs on a program with the race detector: whole deletions on both profiles, by both ways.
raced_story=^TestMainJob$
# These start processes.
processes='/(e2e|e2e/chaos|deploy/alerts|tools/services|internal/testkit/services)$'

cd "$(dirname "$0")/.."
unit=''
[ "${1:-}" != unit ] || { unit=yes && shift; }
flags=(-vet=off -timeout 60m "$@") # the linter vets
side_by_side=(-parallel 8)         # the tests of a package that may run side by side mostly wait
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
log=$work/log
touch "$log" "$work/parts" "$work/not-run"

# part NAME COMMAND… runs a part, whatever became of the one before it.
part() {
  local began=$SECONDS name=$1
  shift
  "$@" 2>&1 | tee -a "$log" || touch "$work/failed"
  printf '%6d s  %s\n' $((SECONDS - began)) "$name" >>"$work/parts"
}

end_to_end() { part "end-to-end tests" go test "${flags[@]}" "$e2e"; }

all_others() {
  part "other tests of the program as it ships" go test -p 2 "${flags[@]}" $(grep -E "$plain" <<<"$all" | grep -vx "$e2e")
  part "units and contract suites, with the race detector" go test -race -p 2 "${flags[@]}" "${side_by_side[@]}" $(grep -vE "$plain" <<<"$all")
  part "a story with the race detector" go test -race "${flags[@]}" -run "$raced_story" "$e2e"
}

e2e=$(go list ./e2e) || exit 1
# Packages that take longest begin first.
longest='/(e2e/chaos|internal/(app|broker/rabbitbroker|server/transport|store/dynamostore))$'
all=$(go list ./... | awk -v first="$longest" '$0 ~ first {print; next} {rest = rest $0 "\n"} END {printf "%s", rest}') || exit 1

if [ -n "$unit" ]; then
  for service in RABBITMQ MINIO DYNAMODB; do
    export "CARPETA_TEST_FALTA_$service=make unit starts none"
  done
  export CARPETA_TEST_NO_EJECUTADAS=$work/not-run
  part "units" go test -p 4 "${flags[@]}" "${side_by_side[@]}" $(grep -vE "$processes" <<<"$all")
else
  part "build" go build ./...
  part "build with the race detector" go build -race ./...
  # At the same time: end-to-end tests mostly wait. It is a pipe because Ctrl-C does not reach what a script starts with &.
  { all_others >&3 | end_to_end >&3; } 3>&1
fi

printf '\nWhat each part and each package took:\n'
cat "$work/parts"
awk '($1 == "ok" || $1 == "FAIL") && $3 ~ /^[0-9.]+s$/ {sub(/^.*\/servidor\//, "", $2); printf "%6.0f s  %s\n", $3, $2}' "$log" |
  sort -rn | awk '$1 >= 1'
if [ -n "$unit" ]; then
  printf '\n*** NOT RUN: %d tests that need a service, and:\n' "$(wc -l <"$work/not-run")"
  grep -E "$processes" <<<"$all" | sed 's:.*/servidor/:***   :'
fi
if [ -e "$work/failed" ]; then
  echo
  echo "FAILED:"
  grep -E '^ *--- FAIL|^FAIL\s|^panic:|^WARNING: DATA RACE' "$log"
  exit 1
fi

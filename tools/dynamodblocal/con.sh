#!/usr/bin/env bash
# con.sh DIR CMD ARGS… runs CMD while Amazon's DynamoDB Local stands, in memory: CARPETA_TEST_DYNAMODB_ENDPOINT names
# it. Maven brings it into DIR, once. It needs a Java 17 or later.
set -euo pipefail
dir=$1
shift
here=$(cd "$(dirname "$0")" && pwd)
for p in java mvn; do
  if ! command -v "$p" >/dev/null; then
    echo "$p is not here: install maven and a headless JRE of version 17 or later" >&2
    exit 1
  fi
done
if [ ! -d "$dir" ]; then
  echo "bringing DynamoDB Local (once, half a minute)…"
  rm -rf "$dir.partial"
  "$here/../insistir.sh" mvn -B -q -f "$here/pom.xml" dependency:copy-dependencies -DoutputDirectory="$dir.partial"
  mv "$dir.partial" "$dir"
fi
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
work=$(mktemp -d) # it writes a file where it stands
log=$work/log
(cd "$work" && exec java -Xmx1g -cp "$dir/*" com.amazonaws.services.dynamodbv2.local.main.ServerRunner \
  -inMemory -disableTelemetry -port "$port" >"$log" 2>&1) &
server=$!
trap 'kill "$server" 2>/dev/null; rm -rf "$work"' EXIT
for _ in $(seq 600); do
  if curl --silent --output /dev/null --max-time 2 "http://127.0.0.1:$port/"; then break; fi
  if ! kill -0 "$server" 2>/dev/null; then
    cat "$log" >&2
    exit 1
  fi
  sleep 0.2
done
export CARPETA_TEST_DYNAMODB_ENDPOINT=http://127.0.0.1:$port
"$@"

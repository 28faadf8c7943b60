#!/usr/bin/env bash
# Runs a command beside a demonstration of its own, on a folder of its own: demo.sh COMMAND ARGUMENTS…
# The address of the demonstration is in URL. Needs bin/carpeta with its pages (make build).
set -euo pipefail
folder=$(mktemp -d)
port=$((19000 + RANDOM % 8000))
export CARPETA_DATA_DIR=$folder CARPETA_ADDR=127.0.0.1:$port CARPETA_ADMIN_ADDR=127.0.0.1:$((port + 1))
bin/carpeta serve --demo >"$folder/log" 2>&1 &
server=$!
trap 'kill "$server" 2>/dev/null; wait "$server" || true; rm -rf "$folder"' EXIT
until curl -fsS "http://$CARPETA_ADMIN_ADDR/readyz" >/dev/null 2>&1; do
  kill -0 "$server" 2>/dev/null || { cat "$folder/log" >&2; exit 1; }
  sleep 0.2
done
URL=http://127.0.0.1:$port "$@"

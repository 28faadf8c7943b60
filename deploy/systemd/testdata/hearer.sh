#!/usr/bin/env bash
# hearer.sh answers one request on its standard input, and adds its body to /run/avisos.
set -euo pipefail
length=0
while IFS= read -r line && [ "$line" != $'\r' ]; do
  if [[ ${line,,} == content-length:* ]]; then length=$(tr -dc 0-9 <<<"$line"); fi
done
IFS= read -r -N "$length" body
printf 'HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n'
printf '%s\n' "$body" >>/run/avisos

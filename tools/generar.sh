#!/usr/bin/env bash
# generar.sh makes graph/ anew from schema/
set -euo pipefail
cd "$(dirname "$0")/.."
rm -f graph/*.generated.go graph/model/models_gen.go
go tool gqlgen generate

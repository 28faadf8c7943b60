#!/usr/bin/env bash
# build.sh OUT builds the program as it is given to others: static, and without paths, symbols and
# times of this machine. One commit gives the same bytes in any folder. GOOS and GOARCH choose the
# machine, COMMIT names the commit where there is no git.
set -euo pipefail
out=$(realpath -m "$1")
cd "$(dirname "$0")/.."
commit=${COMMIT:-$(git describe --always --dirty --abbrev=40 --exclude='*' 2>/dev/null || echo unknown)}
# Go's own version is that of go.mod: another one makes other bytes.
GOTOOLCHAIN=go$(awk '$1 == "go" {print $2}' go.mod)
export GOTOOLCHAIN CGO_ENABLED=0 GOAMD64=v1 GOARM64=v8.0 GOEXPERIMENT='' GOFLAGS=-mod=readonly
go build -trimpath -buildvcs=false -o "$out" \
  -ldflags "-s -w -X github.com/carpeta-ciudadana/servidor/internal/app.commit=$commit" .

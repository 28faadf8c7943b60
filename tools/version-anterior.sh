#!/usr/bin/env bash
# version-anterior.sh FOLDER builds the released version before this one, from its commit, into FOLDER/carpeta.
# tools/versiones.txt says which commit was which version.
set -euo pipefail
out=$(realpath -m "$1")
cd "$(dirname "$0")/.."
own=$(sed -n 's/^const Number = "\(.*\)"$/\1/p' internal/app/version.go)
mkdir -p "$out"
before=$(sed "/^#/d; /^$own /d" tools/versiones.txt | tail -1)
read -r version commit <<<"$before"
if ! git cat-file -e "$commit^{commit}" 2>/dev/null; then
  echo "version $version is commit $commit, which is not in this copy: fetch the whole history (git fetch --unshallow)" >&2
  exit 1
fi
source=$(mktemp -d)
trap 'git worktree remove --force "$source" 2>/dev/null || rm -rf "$source"' EXIT
git worktree add --quiet --detach "$source" "$commit"
echo "building version $version ($commit)…"
COMMIT=$commit "$source/tools/build.sh" "$out/carpeta"
"$out/carpeta" version

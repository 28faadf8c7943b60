#!/usr/bin/env bash
# image.sh FILE writes the OCI image of this version as an archive, for `podman load`, `skopeo copy` and the
# like. It needs podman, and no Docker, no daemon and no registry. GOARCH chooses the processor.
set -euo pipefail
out=$(realpath -m "$1")
cd "$(dirname "$0")/.."
command -v podman >/dev/null || { echo "podman is not here: run tools/paquetes.sh podman" >&2; exit 1; }
tools/pages.sh >/dev/null
version=$(sed -n 's/^const Number = "\(.*\)"$/\1/p' internal/app/version.go)
arch=${GOARCH:-$(go env GOARCH)}
commit=${COMMIT:-$(git describe --always --dirty --abbrev=40 --exclude='*' 2>/dev/null || echo unknown)} # as build.sh does

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/content/data" "$(dirname "$out")"
GOOS=linux GOARCH=$arch tools/build.sh "$work/content/carpeta"
GOARCH='' go run ./tools/roots >"$work/content/ca-certificates.crt"
cp LICENSE "$work/content/LICENSE"

# A store of its own: nothing of the machine's images is seen or changed.
own=(podman --storage-driver=vfs --root "$work/root" --runroot "$work/run")
"${own[@]}" build --quiet --platform "linux/$arch" --timestamp 0 --layers=false --isolation chroot \
  --build-arg "VERSION=$version" --build-arg "REVISION=$commit" --tag "carpeta:$version" --file deploy/image/Containerfile "$work/content" >/dev/null
rm -f "$out"
"${own[@]}" save --quiet --format oci-archive --output "$out" "carpeta:$version"
echo "$out: carpeta:$version linux/$arch, $(du -k "$out" | cut -f1) KiB packed"

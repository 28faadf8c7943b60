#!/usr/bin/env bash
# release.sh FOLDER writes what a version is given to others with: programs, what is in them (SBOM),
# licences, what they are run with (units, chart, alerts, dashboards) and checksums. The same commit gives the same bytes. ARCHS chooses the processors.
set -euo pipefail
out=$(realpath -m "$1")
cd "$(dirname "$0")/.."
read -ra archs <<<"${ARCHS:-amd64 arm64}"
version=$(sed -n 's/^const Number = "\(.*\)"$/\1/p' internal/app/version.go)
pages=$(tools/pages.sh)

# tool PATH PACKAGE builds a pinned tool of tools/release once, into the cache of tools.
cache=${XDG_CACHE_HOME:-$HOME/.cache}/carpeta-tools/release-$(sha256sum tools/release/go.sum | cut -c1-16)
tool() {
  [ -e "$cache/$1" ] && return
  mkdir -p "$cache"
  (cd tools/release && ../insistir.sh go mod download && go build -o "$cache/$1.new.$$" "$2")
  mv "$cache/$1.new.$$" "$cache/$1"
}
tool cyclonedx-gomod github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod
tool go-licenses github.com/google/go-licenses/v2

rm -rf "$out"
mkdir -p "$out"
for arch in "${archs[@]}"; do
  program=carpeta-$version-linux-$arch
  GOOS=linux GOARCH=$arch tools/build.sh "$out/$program"
  "$cache/cyclonedx-gomod" bin -json -std -noserial -notimestamp -version "v$version" -output "$out/$program.cdx.json" "$out/$program" 2>/dev/null
done
# What the pages bundle: Vite writes it down with its licences (web/scripts/licences.mjs adds what it does not see), and
# knows better than npm, which leaves out what the workspace also needs for development. A part of a package that has a
# licence of its own is named by its file.
for page in $pages; do cat "$page/dist/licencias.md"; done >"$out/LICENCIAS-web.md"
jq -Rn --arg version "$version" '
  [inputs | capture("^## (?<name>\\S+) - (?<version>\\S+) \\((?<licence>.+)\\)$")] | unique
  | map((.name | capture("^(?<package>(@[^/]+/)?[^/]+)(/(?<file>.+))?$")) as $of
    | . + {purl: ("pkg:npm/" + ($of.package | sub("^@"; "%40")) + "@" + .version + (if $of.file then "#" + $of.file else "" end))})
  | {bomFormat: "CycloneDX", specVersion: "1.6", version: 1,
     metadata: {component: {"bom-ref": "carpeta-web", type: "application", name: "carpeta-web", version: $version}},
     components: map({"bom-ref": .purl, type: "library", name, version, purl, licenses: [{expression: .licence}]})}
' "$out/LICENCIAS-web.md" >"$out/carpeta-$version-web.cdx.json"

# Licences: of this program, of Go, of every module, of what the pages bundle. An unknown one, or one
# that asks for the source of what is linked with it, is no release.
own=$(go list -m)
licences() { # only errors are shown; the addresses that it looks for are not printed, so nobody is asked
  https_proxy=127.0.0.1:9 http_proxy=127.0.0.1:9 "$cache/go-licenses" "$@" --logtostderr=false --log_file=/dev/null --stderrthreshold ERROR
}
export GOOS=linux GOARCH=${archs[0]} CGO_ENABLED=0
licences check . --ignore "$own" --disallowed_types=forbidden,restricted,unknown
{
  cat LICENSE
  printf '\n\n## Go\n\n'
  cat "$(go env GOROOT)/LICENSE"
  licences report . --ignore "$own" --template tools/release/licences.tmpl
} >"$out/LICENCIAS-go.md"

# What a server is run with: units, chart, alerts, dashboards, proxy; as deploy/ of a clone, without what only tests read.
(cd deploy && find systemd chart alerts/carpeta.rules.yaml dashboards proxy -name '*.go' -prune -o \( -type f -o -type l \) -printf 'deploy/%p\0') | LC_ALL=C sort -z |
  tar --no-recursion --dereference --hard-dereference --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=a+rX,u+w,go-w --format=gnu --null --files-from - -cf - |
  gzip -9n >"$out/carpeta-$version-deploy.tar.gz"

(cd "$out" && sha256sum -- * >SHA256SUMS)
echo "$out: $(cd "$out" && ls | tr '\n' ' ')"

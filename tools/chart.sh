#!/usr/bin/env bash
# chart.sh [FOLDER] lints the Helm chart, and validates what it makes of its examples against the schemas of
# Kubernetes, offline. With a FOLDER it also writes the chart's package there.
set -euo pipefail
out=${1:+$(realpath -m "$1")}
cd "$(dirname "$0")/.."
tools=$(go env GOCACHE)/../carpeta-chart-tools
mkdir -p "$tools"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for tool in helm.sh/helm/v3/cmd/helm sigs.k8s.io/kubectl-validate; do
  (cd tools/chart && ../insistir.sh go mod download && go build -o "$tools/" "$tool")
done

chart=deploy/chart
version=$(sed -n 's/^const Number = "\(.*\)"$/\1/p' internal/app/version.go)
[ "$(sed -n 's/^version: //p' $chart/Chart.yaml)" = "$version" ] && [ "$(sed -n 's/^appVersion: //p' $chart/Chart.yaml)" = "$version" ] ||
  { echo "$chart/Chart.yaml: version and appVersion are not $version, which internal/app/version.go says" >&2; exit 1; }

for values in "$chart"/ejemplos/*.yaml; do
  name=$(basename "$values" .yaml)
  "$tools/helm" lint --quiet --strict "$chart" --values "$values"
  "$tools/helm" template carpeta "$chart" --namespace carpeta --values "$values" >"$work/$name.yaml"
done
for missing in "deployments.todo.roles={api}" existingSecret= image.repository= settings.AMQP_URL=amqp://a; do
  "$tools/helm" template carpeta $chart --values $chart/ejemplos/todo.yaml --set "$missing" >/dev/null 2>&1 &&
    { echo "$chart takes $missing" >&2; exit 1; }
done
"$tools/kubectl-validate" "$work" --version 1.30 --local-crds tools/chart/crds
[ -z "$out" ] || "$tools/helm" package $chart --destination "$out"

#!/usr/bin/env bash
# chart.sh [FOLDER] lints the Helm chart, and validates what it makes of its examples against the schemas of
# Kubernetes, offline. With a FOLDER it also writes the chart's package there.
set -euo pipefail
out=${1:+$(realpath -m "$1")}
cd "$(dirname "$0")/.."
kubernetes=1.30 # the latest whose schemas kubectl-validate has inside
tools=${XDG_CACHE_HOME:-$HOME/.cache}/carpeta-chart-tools
mkdir -p "$tools"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ -x "$tools/kubectl-validate" ] || echo "building helm and kubectl-validate (once, about two minutes)…"
for tool in helm.sh/helm/v3/cmd/helm sigs.k8s.io/kubectl-validate; do
  (cd tools/chart && ../insistir.sh go mod download && go build -o "$tools/" "$tool")
done
export PATH=$tools:$PATH

chart=deploy/chart
version=$(sed -n 's/^const Number = "\(.*\)"$/\1/p' internal/app/version.go)
[ "$(sed -n 's/^version: //p' $chart/Chart.yaml)" = "$version" ] && [ "$(sed -n 's/^appVersion: //p' $chart/Chart.yaml)" = "$version" ] ||
  { echo "$chart/Chart.yaml: version and appVersion are not $version, which internal/app/version.go says" >&2; exit 1; }

# The alerts and dashboards in the chart are links to those of deploy/, which helm tells of each time.
quiet() { "$@" 2> >(grep -v 'found symbolic link in path' >&2); }
render() { quiet helm template carpeta $chart --namespace carpeta --kube-version $kubernetes "$@"; }

for values in $chart/ejemplos/*.yaml; do
  quiet helm lint --quiet --strict --kube-version $kubernetes $chart --values "$values"
  render --values "$values" >"$work/$(basename "$values")"
done
canary=(--set canario.replicas.todo=1,canario.image.tag=0.4.0)
render --values $chart/ejemplos/todo.yaml "${canary[@]}" --set canario.settings.SWEEP_INTERVAL=7s >"$work/canario.yaml"
kubectl-validate "$work" --version $kubernetes --local-crds tools/chart/crds

# refuses VALUE WORDS: the chart does not take the value, and says why.
refuses() {
  if said=$(render --values $chart/ejemplos/todo.yaml --set "$1" 2>&1); then echo "$chart takes $1" >&2; exit 1; fi
  grep -qF "$2" <<<"$said" || { echo "$chart refuses $1 without saying \"$2\": $said" >&2; exit 1; }
}
refuses "deployments.todo.roles={api}" "no deployment has the roles coordinador"
refuses existingSecret= existingSecret
refuses image.repository= image.repository
refuses settings.AMQP_URL=amqp://a AMQP_URL
refuses settings.PAPELES=api PAPELES
refuses env.AWS_SECRET_ACCESS_KEY=a AWS_SECRET_ACCESS_KEY
refuses env.CARPETA_AMQP_URL=amqp://a CARPETA_AMQP_URL
refuses replcas=5 replcas
refuses deployments.todo.replcas=5 replcas
refuses networkPolicy.egres=443 egres
refuses deployments.todo.minAvailable=2 "deployments.todo.minAvailable is 2 of 2 pods"
refuses deployments.todo.minAvailable=100% "no node that has one could be emptied"

# makes TEMPLATE WORDS [FLAG…]: the template, made with the flags, has the words, spaces apart. makes_no: it has not.
template() { render --values $chart/ejemplos/todo.yaml --show-only "templates/$1" "${@:2}" 2>/dev/null | tr -d ' \n'; }
makes() {
  template "$1" "${@:3}" | grep -qF "$(tr -d ' ' <<<"$2")" || { echo "$chart: $1 with ${*:3} has no $2" >&2; exit 1; }
}
makes_no() {
  if template "$1" "${@:3}" | grep -qF "$(tr -d ' ' <<<"$2")"; then echo "$chart: $1 with ${*:3} has $2" >&2; exit 1; fi
}
makes networkpolicy.yaml '{port: 5672} - ports: [{port: 80}] to: - ipBlock: {cidr: "169.254.169.254/32"} - ipBlock: {cidr: "169.254.170.23/32"}'
makes_no networkpolicy.yaml ipBlock --set networkPolicy.metadata=null
makes networkpolicy.yaml '{port: 9000}' --set settings.S3_ENDPOINT=http://minio:9000
makes networkpolicy.yaml '{port: 4318}' --set settings.TRAZAS_URL=http://recolector:4318/v1/traces
makes networkpolicy.yaml '{port: 5672} - {port: 80} - ports' --set settings.DYNAMODB_ENDPOINT=http://dynamodb

# Numbers of a file, which Helm has as floats, are written as the program reads them.
for template in configmap bootstrap; do
  makes $template.yaml 'CARPETA_UPLOAD_MAX_BYTES: "104857600"' --values <(echo 'settings: {UPLOAD_MAX_BYTES: 104857600}')
  makes $template.yaml 'CARPETA_TRAZAS_FRACCION: "0.01"' --values <(echo 'settings: {TRAZAS_FRACCION: 0.01}')
done
# The job reaches what it needs: the policy of the version before does not know the ports of this one.
makes bootstrap.yaml 'app.kubernetes.io/component: bootstrap policyTypes: [Egress]'
makes bootstrap.yaml '{port: 9000}' --set settings.S3_ENDPOINT=http://minio:9000
makes_no bootstrap.yaml NetworkPolicy --set networkPolicy.enabled=false

# Who is told to end is still sent requests for a moment.
makes deployments.yaml 'preStop: {sleep: {seconds: 5}}'
makes_no deployments.yaml preStop --kube-version 1.29

makes deployments.yaml 'maxUnavailable: 1' --set deployments.todo.replicas=1
makes deployments.yaml 'minAvailable: 1' --set deployments.todo.minAvailable=1

# A canary: pods of one Deployment behind the same Service, that differ by image or setting; the job makes what they need.
makes deployments.yaml 'matchLabels: app.kubernetes.io/name: carpeta app.kubernetes.io/instance: carpeta app.kubernetes.io/component: todo-canario' "${canary[@]}"
makes deployments.yaml 'component: todo-canario carpeta/api: "true"' "${canary[@]}"
makes deployments.yaml 'image: "registro.example.org/carpeta:0.4.0"' "${canary[@]}"
makes deployments.yaml "image: \"registro.example.org/carpeta:$version\"" "${canary[@]}"
makes bootstrap.yaml 'image: "registro.example.org/carpeta:0.4.0"' "${canary[@]}"
makes_no deployments.yaml canario
makes deployments.yaml '{name: CARPETA_SWEEP_INTERVAL, value: "7s"}' --set canario.replicas.todo=1,canario.settings.SWEEP_INTERVAL=7s
makes_no deployments.yaml '{name: CARPETA_SWEEP_INTERVAL, value: "7s"}' --set canario.settings.SWEEP_INTERVAL=7s
refuses canario.replicas.todo=1 "the canary is the same as the others"
refuses canario.replicas.api=1 "there is no deployment api"
refuses canario.settings.CURSOR_KEYS=a CURSOR_KEYS
refuses canario.replcas.todo=1 replcas

# Every alert, every dashboard: as many as there are beside the chart.
every() { # WHAT COUNT TEMPLATE VALUE PATTERN
  made=$(template "$3" --set "$4" | grep -oE "$5" | wc -l)
  [ "$made" = "$2" ] || { echo "$chart: $3 has $made of $2 $1" >&2; exit 1; }
}
every alerts "$(grep -c -- '- alert: ' deploy/alerts/carpeta.rules.yaml)" prometheusrule.yaml prometheusRule.enabled=true 'alert:Carpeta'
every dashboards "$(find deploy/dashboards -name '*.json' | wc -l)" dashboards.yaml dashboards.enabled=true 'kind:ConfigMap'
makes prometheusrule.yaml CarpetaClusterIncompleto --set prometheusRule.enabled=true
makes_no prometheusrule.yaml CarpetaClusterIncompleto --set prometheusRule.enabled=true,prometheusRule.rabbitmq=false

[ -z "$out" ] || quiet helm package $chart --destination "$out"

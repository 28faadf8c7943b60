{{- define "carpeta.name" -}}
{{ .Release.Name | trunc 40 | trimSuffix "-" }}
{{- end }}

{{- define "carpeta.labels" -}}
app.kubernetes.io/name: carpeta
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "carpeta.selector" -}}
app.kubernetes.io/name: carpeta
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- /* image takes the chart's context, and whether it is the canary's, which may name an image of its own. */ -}}
{{- define "carpeta.image" -}}
{{- $image := (index . 0).Values.image -}}
{{- $own := (index . 0).Values.canario.image -}}
{{- if and (index . 1) (or $own.tag $own.digest) }}{{ $image = dict "repository" $image.repository "tag" $own.tag "digest" $own.digest }}{{ end -}}
{{- if $image.digest -}}
{{ $image.repository }}@{{ $image.digest }}
{{- else -}}
{{ $image.repository }}:{{ $image.tag | default (index . 0).Chart.AppVersion }}
{{- end }}
{{- end }}

{{- /* Pods of a canary: each of a Deployment, and with an image or settings of their own. */ -}}
{{- define "carpeta.canario" -}}
{{- with .Values.canario -}}
{{- range $name, $n := .replicas }}{{ if not (index $.Values.deployments $name) }}{{ fail (printf "canario.replicas: there is no deployment %s" $name) }}{{ end }}{{ end -}}
{{- if and .replicas (not (or .image.tag .image.digest .settings)) }}{{ fail "canario.replicas: the canary is the same as the others; give canario.image.tag, a digest, or canario.settings" }}{{ end -}}
{{- end -}}
{{- end }}

{{- /* The roles that no deployment has: each needs one. */ -}}
{{- define "carpeta.missing" -}}
{{- $have := list -}}
{{- range .Values.deployments }}{{ if . }}{{ $have = concat $have .roles }}{{ end }}{{ end -}}
{{- $missing := list -}}
{{- range list "api" "coordinador" "borrador-objetos" "borrador-metadatos" "barrendero" }}{{ if not (has . $have) }}{{ $missing = append $missing . }}{{ end }}{{ end -}}
{{- join ", " $missing -}}
{{- end }}

{{- /* container and pod take the chart's context, and the name of settings and account; container also whether it is a canary's. */ -}}
{{- define "carpeta.container" -}}
{{- $name := index . 1 }}
{{- $canary := index . 2 }}
{{- with index . 0 }}
image: {{ include "carpeta.image" (list . $canary) | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: {drop: [ALL]}
envFrom:
  - configMapRef: {name: {{ $name }}}
  - secretRef: {name: {{ .Values.existingSecret | quote }}}
{{- with and $canary .Values.canario.settings }}
env:
{{- range $setting, $value := . }}
  - {name: CARPETA_{{ $setting }}, value: {{ include "carpeta.text" $value | quote }}}
{{- end }}
{{- end }}
{{- if .Values.secretFiles }}
volumeMounts:
{{- range .Values.secretFiles }}
  - {name: {{ .name | quote }}, mountPath: {{ printf "/etc/carpeta/%s" .name | quote }}, readOnly: true}
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{- define "carpeta.pod" -}}
{{- $name := index . 1 }}
{{- with index . 0 }}
serviceAccountName: {{ $name }}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  fsGroup: 65532
  seccompProfile: {type: RuntimeDefault}
{{- with .Values.image.pullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity: {{ toYaml . | nindent 2 }}
{{- end }}
{{- if .Values.secretFiles }}
volumes:
{{- range .Values.secretFiles }}
  - name: {{ .name | quote }}
    secret: {secretName: {{ .secretName | quote }}, defaultMode: 0440}
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{- /* Of what only the bootstrap job needs: it is made before everything else, and goes with the job. */ -}}
{{- define "carpeta.hook" -}}
helm.sh/hook: pre-install,pre-upgrade
helm.sh/hook-weight: {{ . | quote }}
helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
{{- end }}

{{- /* A number of a values file is a float to Helm: 104857600 would be written as 1.048576e+08. */ -}}
{{- define "carpeta.text" -}}
{{- if and (kindIs "float64" .) (eq . (floor .)) }}{{ printf "%.0f" . }}{{ else }}{{ toString . }}{{ end -}}
{{- end }}

{{- define "carpeta.settings" -}}
CARPETA_PROFILE: distributed
{{- range $name, $value := .Values.settings }}
CARPETA_{{ $name }}: {{ include "carpeta.text" $value | quote }}
{{- end }}
{{- range $name, $value := .Values.env }}
{{ $name }}: {{ include "carpeta.text" $value | quote }}
{{- end }}
{{- end }}

{{- /* minAvailable takes a deployment's name and values. One that leaves no pod to spare keeps a node from being emptied. */ -}}
{{- define "carpeta.minAvailable" -}}
{{- $name := index . 0 }}{{ $d := index . 1 -}}
{{- $replicas := $d.replicas | default 2 -}}
{{- if ($d.autoscaling).enabled }}{{ $replicas = $d.autoscaling.minReplicas | default 1 }}{{ end -}}
{{- $min := $d.minAvailable -}}
{{- if or (eq (toString $min) "100%") (and (not (kindIs "string" $min)) (ge (int $min) (int $replicas))) -}}
{{- fail (printf "deployments.%s.minAvailable is %v of %v pods: no node that has one could be emptied; leave it out, and one pod at a time may go" $name $min $replicas) -}}
{{- end -}}
{{- $min -}}
{{- end }}

{{- /* The ports outside that the program reaches: those of the values, and those of the addresses among its settings. */ -}}
{{- define "carpeta.egressPorts" -}}
{{- $settings := .Values.settings -}}
{{- $ports := list -}}
{{- range .Values.networkPolicy.egressPorts }}{{ $ports = append $ports (toString .) }}{{ end -}}
{{- range list "S3_ENDPOINT" "DYNAMODB_ENDPOINT" "AUTH_ISSUER" "AUTH_JWKS_URL" "TRAZAS_URL" -}}
{{- with index $settings . -}}
{{- $url := urlParse . -}}
{{- $port := regexFind ":[0-9]+$" $url.host | trimPrefix ":" -}}
{{- $ports = append $ports ($port | default (ternary "80" "443" (eq $url.scheme "http"))) -}}
{{- end -}}
{{- end -}}
{{- $ports | uniq | join " " -}}
{{- end }}

{{- define "carpeta.egress" -}}
egress:
  - ports: [{port: 53, protocol: UDP}, {port: 53, protocol: TCP}]
  - ports:
      {{- range include "carpeta.egressPorts" . | splitList " " }}
      - {port: {{ . }}}
      {{- end }}
  {{- with .Values.networkPolicy.metadata }}
  {{- /* Where AWS gives the keys of a role. */}}
  - ports: [{port: 80}]
    to:
      {{- range . }}
      - ipBlock: {cidr: {{ . | quote }}}
      {{- end }}
  {{- end }}
{{- end }}

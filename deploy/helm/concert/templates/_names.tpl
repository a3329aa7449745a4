{{- define "concert.name" -}}{{ .root.Release.Name }}-{{ .part }}{{- end -}}

{{- define "concert.labels" -}}
app.kubernetes.io/name: {{ .part }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/part-of: concert
app.kubernetes.io/version: {{ include "concert.tag" . | splitList "@" | first | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end -}}

{{- define "concert.selector" -}}
app.kubernetes.io/name: {{ .part }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- end -}}

{{/* A version, and behind it the digest of the image where it is pinned: 1.2.0@sha256:… */}}
{{- define "concert.tag" -}}{{ .own.tag | default .root.Values.image.tag | default .root.Chart.AppVersion }}{{- end -}}

{{- define "concert.image" -}}{{ required "image.repository is missing" .root.Values.image.repository }}/{{ .part }}:{{ include "concert.tag" . }}{{- end -}}

{{- define "concert.secret" -}}{{ .own.secret | default (include "concert.name" .) }}{{- end -}}

{{/* Where the Secret's files lie, by the settings they are for. */}}
{{- define "concert.secretFiles" -}}
{{- $files := dict -}}
{{- if eq .own.kind "service" -}}
{{- $files = dict "IDENTITY_PRIVATE_KEY" "identity-private-key" "IDENTITY_PUBLIC_KEYS" "identity-public-keys" "PSEUDONYM_KEY" "pseudonym-key" "MONGO_URL" "mongo-url" "RABBITMQ_URL" "rabbitmq-url" -}}
{{- end -}}
{{- toYaml (merge (dict) $files (.own.secretFiles | default dict)) -}}
{{- end -}}

{{/* How the parts speak to each other. */}}
{{- define "concert.scheme" -}}
{{- if .Values.tls.enabled }}https{{ else -}}
{{- if ne (toString .Values.settings.ALLOW_PLAINTEXT) "true" }}{{ fail "tls.enabled is false: settings.ALLOW_PLAINTEXT has to be 'true', to say that something else encrypts between the parts" }}{{ end -}}
http{{ end -}}
{{- end -}}

{{/* Environment of a process: settings of all, addresses of those it calls, files of its Secret, its own settings. */}}
{{- define "concert.env" -}}
{{- $env := dict -}}
{{- $scheme := include "concert.scheme" .root -}}
{{- if eq $scheme "https" -}}
{{- $_ := set $env "TLS_CERT_FILE" "/tls/tls.crt" -}}
{{- $_ := set $env "TLS_KEY_FILE" "/tls/tls.key" -}}
{{- if ne .own.kind "web" }}{{ $_ := set $env "TLS_CA_FILE" "/tls/ca.crt" }}{{ end -}}
{{- end -}}
{{- if ne .own.kind "web" -}}
{{- $_ := set $env "PUBLIC_ORIGIN" (required "publicOrigin is missing" .root.Values.publicOrigin) -}}
{{- with .root.Values.tracing.endpoint }}{{ $_ := set $env "OTEL_EXPORTER_OTLP_ENDPOINT" . }}{{ end -}}
{{- range .own.calls }}{{ $_ := set $env (printf "%s_URL" (trimPrefix "svc-" . | upper)) (printf "%s://%s-%s:8080" $scheme $.root.Release.Name .) }}{{ end -}}
{{- range $setting, $key := include "concert.secretFiles" . | fromYaml }}{{ $_ := set $env (printf "%s_FILE" $setting) (printf "/secrets/%s" $key) }}{{ end -}}
{{- if .own.web -}}
{{- $remotes := dict -}}
{{- range $part, $web := .root.Values.parts }}{{ if $web.remote }}{{ $_ := set $remotes $web.remote (printf "%s://%s-%s:8080" $scheme $.root.Release.Name $part) }}{{ end }}{{ end -}}
{{- $_ := set $env "WEB_SHELL" (printf "%s://%s-shell:8080" $scheme .root.Release.Name) -}}
{{- $_ := set $env "WEB_REMOTES" (toJson $remotes) -}}
{{- end -}}
{{- end -}}
{{- range $name, $value := merge (dict) (.own.settings | default dict) $env .root.Values.settings }}
- { name: {{ $name }}, value: {{ $value | toString | quote }} }
{{- end -}}
{{- end -}}

{{- define "concert.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "concert.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

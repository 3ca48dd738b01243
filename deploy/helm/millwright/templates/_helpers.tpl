{{- define "millwright.name" -}}
{{- printf "%s" .Release.Name | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{- define "millwright.selector" -}}
app.kubernetes.io/name: millwright
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "millwright.labels" -}}
{{ include "millwright.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

package config_test

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/config"
)

func TestErrors(t *testing.T) {
	short := "a:" + base64.StdEncoding.EncodeToString([]byte("demasiado corta"))
	for _, c := range []struct {
		env  string
		args string
		says []string
	}{
		{"CARPETA_PROFIL=x", "", []string{"CARPETA_PROFIL", "did you mean CARPETA_PROFILE?"}},
		{"CARPETA_AMPQ_URL=x", "version", []string{"did you mean CARPETA_AMQP_URL?"}},
		{"CARPETA_APERTURA=primer-ingreso", "", []string{"did you mean CARPETA_APERTURA_OPERADOR?"}},
		{"CARPETA_HELP=1", "", []string{"unknown variable CARPETA_HELP"}},
		{"CARPETA_SUB=1", "", []string{"unknown variable CARPETA_SUB"}},
		{"CARPETA_STORE_TIMEOUT=abc", "", []string{"CARPETA_STORE_TIMEOUT (--store-timeout)", "abc"}},
		{"", "--papeles api,barendero", []string{`"barendero" is no role; choose from api`}},
		{"", "--papeles api", []string{"coordinador", "would be missing"}},
		{"CARPETA_PROFILE=cloud", "", []string{"CARPETA_PROFILE (--profile)", "embedded"}},
		{"CARPETA_WINDOW=many", "", []string{"CARPETA_WINDOW (--window)"}},
		{"CARPETA_PESOS=op1", "", []string{"CARPETA_PESOS (--pesos)"}},
		{"CARPETA_PESOS=op1=0", "", []string{"CARPETA_PESOS (--pesos)", "1 to 1000"}},
		{"CARPETA_MEMORY_LIMIT_MIB=20", "", []string{"CARPETA_MEMORY_LIMIT_MIB", "give 64 or more"}},
		{"", "serve --adr x", []string{"unknown flag --adr"}},
		{"", "serv", []string{"serv"}},
		{"", "--addr foo", []string{"CARPETA_ADDR (--addr)", "HOST:PORT"}},
		{"", "--addr 127.0.0.1:99999", []string{"HOST:PORT"}},
		{"", "--addr 127.0.0.1:8081", []string{"CARPETA_ADMIN_ADDR"}},
		{"", "--s3-endpoint localhost:9000", []string{"CARPETA_S3_ENDPOINT", "http"}},
		{"", "--s3-endpoint https://u:p@s3.example.org", []string{"CARPETA_S3_ENDPOINT", "scheme, host and port"}},
		{"", "--s3-public-endpoint https://s3.example.org/files", []string{"CARPETA_S3_PUBLIC_ENDPOINT", "scheme, host and port"}},
		{"", "--dynamodb-endpoint http://u:p@127.0.0.1:8000", []string{"CARPETA_DYNAMODB_ENDPOINT", "scheme, host and port"}},
		{"", "--s3-bucket Carpeta_Documentos", []string{"CARPETA_S3_BUCKET", "lower-case"}},
		{"", "--dynamodb-table-prefix prod/", []string{"CARPETA_DYNAMODB_TABLE_PREFIX", `"prod/"`}},
		{"CARPETA_AMQP_URL=amqp://u:secreta@h/,http://u:secreta@i/", "", []string{"CARPETA_AMQP_URL", "amqp"}},
		{"CARPETA_AMQP_URL=amqp://h/,,amqp://i/", "", []string{"CARPETA_AMQP_URL", "empty place"}},
		{"CARPETA_AMQP_URL=amqps://h/,amqp://i/", "--amqp-ca ca.pem", []string{"CARPETA_AMQP_CA", "make it amqps"}},
		{"CARPETA_S3_ENDPOINT=http://h", "--s3-key k.pem", []string{"CARPETA_S3_KEY", "make it https"}},
		{"CARPETA_DYNAMODB_ENDPOINT=http://h", "--dynamodb-cert c.pem", []string{"CARPETA_DYNAMODB_CERT", "make it https"}},
		{"", "--amqp-url http://h/", []string{"CARPETA_AMQP_URL", "amqp"}},
		{"", "--auth-issuer http://login.example.org", []string{"CARPETA_AUTH_ISSUER", "use https"}},
		{"", "--auth-jwks-url https://login.example.org/keys", []string{"CARPETA_AUTH_ISSUER"}},
		{"", "--app-client-id app", []string{"CARPETA_APP_CLIENT_ID", "needs CARPETA_AUTH_ISSUER"}},
		{"CARPETA_APP_CLIENT_ID=la app", "--auth-issuer https://login.example.org", []string{"CARPETA_APP_CLIENT_ID", "space"}},
		{"CARPETA_APP_SCOPE=email", "--auth-issuer https://login.example.org --app-client-id app", []string{"CARPETA_APP_SCOPE", "openid"}},
		{"CARPETA_APP_RESOURCE=carpeta", "--auth-issuer https://login.example.org --app-client-id app", []string{"CARPETA_APP_RESOURCE", "absolute URI"}},
		{"", "--trazas-url collector:4318", []string{"CARPETA_TRAZAS_URL", "http or https"}},
		{"", "--trazas-url http://u:p@collector:4318/v1/traces", []string{"CARPETA_TRAZAS_URL", "scheme, host and path"}},
		{"", "--trazas-url http://collector:4318", []string{"CARPETA_TRAZAS_URL", "no path", "/v1/traces"}},
		{"", "--trazas-cabeceras f", []string{"CARPETA_TRAZAS_CABECERAS", "CARPETA_TRAZAS_URL"}},
		{"", "--trazas-muestra 1.5", []string{"CARPETA_TRAZAS_MUESTRA", "from 0 to 1"}},
		{"", "--trazas-muestra NaN", []string{"CARPETA_TRAZAS_MUESTRA", "from 0 to 1"}},
		{"", "--operacion-lenta 11m", []string{"CARPETA_OPERACION_LENTA", "10m0s"}},
		{"", "--auth-clock-skew 6m", []string{"CARPETA_AUTH_CLOCK_SKEW", "5m0s"}},
		{"", "--auth-max-age borrar=5m", []string{"CARPETA_AUTH_MAX_AGE", `"borrar" is no act`, "eliminar-varios"}},
		{"", "--auth-max-age aprobar", []string{"CARPETA_AUTH_MAX_AGE", `"aprobar" is not ACT=AGE`}},
		{"", "--auth-max-age aprobar=5", []string{"CARPETA_AUTH_MAX_AGE", `"5" is no age`, "from 1m0s to 720h0m0s"}},
		{"", "--auth-max-age aprobar=30s", []string{"CARPETA_AUTH_MAX_AGE", `"30s" is no age`}},
		{"", "--auth-max-age aprobar=5m,aprobar=1h", []string{"CARPETA_AUTH_MAX_AGE", "aprobar is given twice"}},
		{"CARPETA_AUTH_ACR_VALUES=aprobar=", "", []string{"CARPETA_AUTH_ACR_VALUES", "aprobar has no level"}},
		{"CARPETA_AUTH_ACR_VALUES=aprobar=\"alto\"", "", []string{"CARPETA_AUTH_ACR_VALUES", "is no level"}},
		{"CARPETA_AUTH_ACR_VALUES=aprobar=alto;exportar=alto", "", []string{"CARPETA_AUTH_ACR_VALUES", "is no level"}},
		{"CARPETA_AUTH_ACR_VALUES=Aprobar=alto", "", []string{"CARPETA_AUTH_ACR_VALUES", `"Aprobar" is no act`}},
		{"", "--identidad-acento-claro azul", []string{"CARPETA_IDENTIDAD_ACENTO_CLARO", `"azul" is no colour`, "#1d4f91"}},
		{"", "--identidad-acento-claro #1d4f9g", []string{"CARPETA_IDENTIDAD_ACENTO_CLARO", "is no colour"}},
		{"", "--identidad-acento-claro #ffcc00", []string{"CARPETA_IDENTIDAD_ACENTO_CLARO", "#ffcc00", "contrast of 1.", "light theme", "a darker one, such as #"}},
		{"", "--identidad-acento-oscuro #1d4f91", []string{"CARPETA_IDENTIDAD_ACENTO_OSCURO", "dark theme", "a lighter one, such as #"}},
		{"CARPETA_IDENTIDAD_NOMBRE=Una carpeta con un nombre que no tiene fin", "", []string{"CARPETA_IDENTIDAD_NOMBRE", "1 to 40 characters"}},
		{"", "--auth-stale-keys 1m", []string{"CARPETA_AUTH_STALE_KEYS", "15m0s"}},
		{"", "--plazo 0s", []string{"CARPETA_PLAZO", "out of range"}},
		{"", "--rate-refusals=-1", []string{"CARPETA_RATE_REFUSALS", "0 to"}},
		{"", "--retry-delays 0s", []string{"CARPETA_RETRY_DELAYS"}},
		{"", "--window 10", []string{"CARPETA_WINDOW_PER_OPERADOR", "raise CARPETA_WINDOW"}},
		{"", "--upload-url-ttl 200h", []string{"CARPETA_UPLOAD_URL_TTL"}},
		{"CARPETA_CURSOR_KEYS=" + short, "", []string{"CARPETA_CURSOR_KEYS", "32 bytes", "openssl"}},
		{"CARPETA_CURSOR_KEYS=a.b:" + key32, "", []string{"CARPETA_CURSOR_KEYS", "KID"}},
		{"CARPETA_CURSOR_KEYS=a:" + key32 + ",a:" + key32, "", []string{"twice"}},
		{"CARPETA_APERTURA_OPERADOR=a b", "", []string{"CARPETA_APERTURA_OPERADOR", "ASCII"}},
		{"", "carpeta abrir --ciudadano 1", []string{"--operador"}},
		{"", "carpeta abrir --ciudadano ñ --operador op", []string{"--ciudadano", "ASCII"}},
		{"", "carpeta abrir --ciudadano 1 --operador=", []string{"--operador", "ASCII"}},
		{"", "datos sembrar --carpetas 3", []string{"--documentos"}},
		{"", "datos sembrar --carpetas 0 --documentos 1", []string{"--carpetas"}},
		{"", "documento importar --dir /no/existe --carpeta x", []string{"--dir"}},
		{"CARPETA_PUBLIC_URL=https://u:p@a.example.org/?b", "", []string{"CARPETA_PUBLIC_URL", "scheme, host and path"}},
		{"", "documento importar --dir / --carpeta x", []string{"--carpeta", "UUID"}},
		{"", "documento importar --dir / --carpeta 01A18F41-8C00-75E2-9060-62EA5DAC83C1", []string{"--carpeta", "lower case"}},
		{"", "reconciliacion ejecutar --carpeta 01A18F41-8C00-75E2-9060-62EA5DAC83C1", []string{"--carpeta", "lower case"}},
		{"", "eliminacion explicar 01A18F41-8C00-75E2-9060-62EA5DAC83C1 --operador o", []string{"lower case"}},
		{"", "token emitir --sub a --rol root", []string{"--rol", "auditor"}},
		{"", "token emitir --sub a --rol operador", []string{"--operador ID"}},
		{"", "token emitir --sub a\tb --rol auditor", []string{"--sub"}},
		{"CARPETA_AUTH_ISSUER=https://login.example.org", "token emitir --sub a --rol auditor", []string{"https://login.example.org"}},
		{"CARPETA_PROFILE=distributed", "serve --demo", []string{"--demo", "carpeta datos sembrar"}},
		{"CARPETA_AUTH_ISSUER=https://login.example.org", "serve --demo", []string{"--demo", "--auth-issuer"}},
		{"", "token emitir --sub a --rol auditor --ttl 0s", []string{"--ttl", "1h"}},
		{"", "token emitir --sub a", []string{"--rol", "carpeta token emitir --help"}},
		{"", "eliminacion explicar", []string{"evento-id", "carpeta eliminacion explicar --help"}},
		{"", "documento importar --dir / --carpeta 01a18f41-8c00-75e2-9060-62ea5dac83c1 --url http://127.0.0.1:1", []string{"--token"}},
		{"", "documento importar --dir / --carpeta 01a18f41-8c00-75e2-9060-62ea5dac83c1 --token x", []string{"--url"}},
		{"", "documento importar --dir / --carpeta 01a18f41-8c00-75e2-9060-62ea5dac83c1 --token x --url ftp://a", []string{"--url", "http"}},
	} {
		var args []string
		if c.args != "" {
			args = strings.Split(c.args, " ")
		}
		_, _, err := parse(t, []string{c.env}, args...)
		var usage *config.UsageError
		if !errors.As(err, &usage) || usage.ExitCode() != 2 {
			t.Errorf("%s %s: got %v, want a usage error", c.env, c.args, err)
			continue
		}
		for _, text := range c.says {
			if !strings.Contains(err.Error(), text) {
				t.Errorf("%s %s: %q does not say %q", c.env, c.args, err, text)
			}
		}
	}
}

// A variable named in a message must exist.
func TestErrorsNameSettingsThatExist(t *testing.T) {
	known := map[string]bool{}
	for _, v := range good(t, nil).Config.Values() {
		known[v.Variable] = true
	}
	_, _, err := parse(t, nil, "--profile=distributed", "--addr=x", "--admin-addr=y", "--public-url=z", "--dynamodb-endpoint=z", "--auth-jwks-url=ftp://x",
		"--data-dir=", "--store-timeout=0s", "--publish-timeout=0s", "--confirm-timeout=0s", "--object-timeout=0s", "--upload-url-ttl=0s", "--download-url-ttl=0s",
		"--cursor-ttl=0s", "--ventana-max=-1s", "--plazo=0s", "--sweep-interval=0s", "--shutdown-timeout=0s", "--retry-attempts=0", "--window=0",
		"--window-per-operador=0", "--upload-max-bytes=0", "--auth-audience=", "--pesos=a=-1", "--cursor-keys=x", "--s3-bucket=", "--retry-delays=0s")
	lines := strings.Split(fmt.Sprint(err), "\n")
	if len(lines) < 30 {
		t.Errorf("only %d problems found:\n%v", len(lines), err)
	}
	for _, line := range lines {
		name, _, _ := strings.Cut(line, " ")
		if !known[name] {
			t.Errorf("no such setting: %s", line)
		}
	}
}

package config_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/config"
)

func parse(t *testing.T, environ []string, args ...string) (config.Command, string, error) {
	t.Helper()
	var output bytes.Buffer
	c, err := config.Parse(args, environ, &output, &output)
	return c, output.String(), err
}

func good(t *testing.T, environ []string, args ...string) config.Command {
	t.Helper()
	c, _, err := parse(t, environ, args...)
	if err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	return c
}

var key32 = base64.StdEncoding.EncodeToString(bytes.Repeat([]byte{0xfb}, 32))

var distributed = []string{
	"CARPETA_PROFILE=distributed", "CARPETA_AUTH_ISSUER=https://login.example.org",
	"CARPETA_AMQP_URL=amqp://carpeta:secreta1@mq:5672/", "CARPETA_S3_ENDPOINT=https://s3.example.org",
	"CARPETA_S3_ACCESS_KEY=ak", "CARPETA_S3_SECRET_KEY=secreta2", "CARPETA_CURSOR_KEYS=k1:" + key32,
}

func TestDefaults(t *testing.T) {
	c := good(t, nil)
	f := c.Config
	if c.Name != config.CmdServe || f.Profile != config.Embedded || f.Addr != "127.0.0.1:8080" || f.AdminAddr != "127.0.0.1:8081" ||
		f.DataDir != "./data" || f.Window != 1024 || f.WindowPerOperador != 256 || f.RetryAttempts != 3 || len(f.RetryDelays) != 3 || f.RetryDelays[2] != 20*time.Second {
		t.Errorf("got %+v", c)
	}
	if !f.LocalIssuer() || !f.IntrospectionOn() || !f.ExplorerOn() || c.Serve.Demo {
		t.Error("the embedded profile has its own issuer, introspection and explorer")
	}
}

func TestPrecedence(t *testing.T) {
	env := []string{"CARPETA_ADDR=127.0.0.1:1", "CARPETA_ADMIN_ADDR=127.0.0.1:2", "CARPETA_DATA_DIR=", "PATH=/bin", "CARPETA_TEST_AMQP_URL=x", "CARPETA_PESOS=op1=2,op-2=1", "CARPETA_RETRY_DELAYS=1s,2s"}
	for _, args := range [][]string{{"serve", "--addr", "127.0.0.1:9", "--demo"}, {"--addr=127.0.0.1:9", "--demo"}, {"--addr=127.0.0.1:9", "serve", "--demo"}} {
		c := good(t, env, args...)
		f := c.Config
		if f.Addr != "127.0.0.1:9" || f.AdminAddr != "127.0.0.1:2" || f.DataDir != "./data" || !c.Serve.Demo {
			t.Errorf("%v: got %+v", args, c)
		}
		if f.Pesos["op1"] != 2 || f.Pesos["op-2"] != 1 || len(f.Pesos) != 2 || len(f.RetryDelays) != 2 {
			t.Errorf("%v: weights %v, delays %v", args, f.Pesos, f.RetryDelays)
		}
	}
}

func TestCommands(t *testing.T) {
	dir := t.TempDir()
	if c := good(t, nil, "seed", "--carpetas", "3", "--documentos", "70", "--archivos"); c.Name != config.CmdSeed || c.Seed != (config.Seed{Carpetas: 3, Documentos: 70, Files: true}) {
		t.Errorf("seed: %+v", c.Seed)
	}
	id := "0190a000-0000-7000-8000-000000000001"
	if c := good(t, nil, "import", "--dir", dir, "--carpeta", id); c.Name != config.CmdImport || c.Import.Dir != dir || c.Import.Carpeta != id {
		t.Errorf("import: %+v", c.Import)
	}
	for _, ttl := range [][]string{{"--ttl", "-1h"}, {"--ttl=-1h"}} {
		c := good(t, nil, append([]string{"token", "--sub", "a", "--rol", "operador", "--operador", "op1"}, ttl...)...)
		if c.Name != config.CmdToken || c.Token != (config.Token{Sub: "a", Rol: "operador", TTL: -time.Hour, Operador: "op1"}) {
			t.Errorf("token: %+v", c.Token)
		}
	}
	if c := good(t, nil, "token", "--sub", "a", "--rol", "auditor"); c.Token.TTL != time.Hour {
		t.Errorf("token: %+v", c.Token)
	}
	for _, name := range []string{config.CmdBootstrap, config.CmdVersion, config.CmdConfig} {
		if c := good(t, nil, name); c.Name != name {
			t.Errorf("%s: %+v", name, c)
		}
	}
}

func TestCommandsOfOperadores(t *testing.T) {
	const evento = "0190a000-0000-7000-8000-000000000001"
	c := good(t, nil, "sagas", "list", "--operador=op1", "--estado=FALLIDA,INICIADA", "--mas-antigua-que=7d", "-o", "json")
	if l := c.Sagas.List; c.Name != config.CmdSagasList || len(l.Estado) != 2 || l.MasAntiguaQue != "7d" || l.Output != "json" || l.Limite != 100 ||
		c.Access().URL != "http://127.0.0.1:8080" || c.Access().Operador != "op1" {
		t.Errorf("sagas list: %+v", c.Sagas.List)
	}
	if c := good(t, []string{"CARPETA_PUBLIC_URL=https://c.example.org"}, "sagas", "why", evento, "--operador=op1"); c.Name != config.CmdSagasWhy || c.Access().URL != "https://c.example.org" {
		t.Errorf("sagas why: %+v", c.Sagas.Why)
	}
	if c := good(t, distributed, "sagas", "retry", evento, "--token=x", "--url=http://h:1"); c.Name != config.CmdSagasRetry || c.Access().Token != "x" {
		t.Errorf("sagas retry: %+v", c.Sagas.Retry)
	}
	if c := good(t, nil, "dlq", "list", "--operador=op1"); c.Name != config.CmdDLQList || c.DLQ.List.Limite != 100 {
		t.Errorf("dlq list: %+v", c.DLQ.List)
	}
	if c := good(t, nil, "dlq", "redrive", "minio.cleanup.dlq", "--operador=op1", "--dry-run", "--id=a,b"); c.Name != config.CmdDLQRedrive || !c.DLQ.Redrive.DryRun ||
		c.DLQ.Redrive.Cola != "minio.cleanup.dlq" || len(c.DLQ.Redrive.IDs) != 2 || c.DLQ.Redrive.Maximo != 1000 || c.DLQ.Redrive.PorSegundo != 20 {
		t.Errorf("dlq redrive: %+v", c.DLQ.Redrive)
	}
	for args, says := range map[string]string{
		"sagas list": "--operador",
		"sagas":      "expected one of",
		"sagas list --operador=o --mas-antigua-que=1w": "--mas-antigua-que",
		"sagas list --operador=o --limite=0":           "--limite",
		"sagas list --operador=o -o yaml":              "--output",
		"sagas list --operador=o --url=ftp://h":        "--url",
		"sagas why --operador=o":                       "evento-id",
		"sagas why --operador=o nada":                  "not an eventoId",
		"dlq list --operador=o --mas-antiguo-que=0s":   "--mas-antiguo-que",
		"dlq redrive --operador=o":                     "queue",
		"dlq redrive q --operador=o --maximo=1001":     "--maximo",
		"dlq redrive q --operador=o --por-segundo=0":   "--por-segundo",
	} {
		if _, _, err := parse(t, nil, strings.Fields(args)...); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want %q", args, err, says)
		}
	}
	if _, _, err := parse(t, distributed, "sagas", "list", "--operador=o"); err == nil || !strings.Contains(err.Error(), "login.example.org") {
		t.Errorf("no token in the distributed profile: %v", err)
	}
}

func TestHelp(t *testing.T) {
	for _, help := range []struct {
		args     string
		says     string
		settings bool // a page and a half: only where they are what is asked about
	}{
		{"--help", "Commands:", true}, {"serve --help", "--demo", true}, {"seed --help", "--carpetas", false}, {"sagas --help", "sagas why", false},
	} {
		c, output, err := parse(t, nil, strings.Fields(help.args)...)
		if err != nil || c.Name != config.CmdHelp || !strings.Contains(output, help.says) || strings.Contains(output, "--amqp-url") != help.settings {
			t.Errorf("%s: %v %v\n%s", help.args, c.Name, err, output)
		}
	}
}

func TestDistributed(t *testing.T) {
	c := good(t, distributed)
	if c.Config.LocalIssuer() || c.Config.IntrospectionOn() || c.Config.ExplorerOn() {
		t.Error("the distributed profile has no local issuer, and introspection and explorer off")
	}
	keys := c.Config.CursorKeyRing()
	if len(keys) != 1 || keys[0].Kid != "k1" || len(keys[0].Secret) != 32 {
		t.Errorf("%d keys", len(keys))
	}
	// Each is needed by serve; what other commands do without is not asked of them.
	for i, line := range distributed[1:] {
		name, _, _ := strings.Cut(line, "=")
		env := append(append([]string{}, distributed[:i+1]...), distributed[i+2:]...)
		_, _, err := parse(t, env)
		if err == nil || !strings.Contains(err.Error(), name+" (--") || !strings.Contains(err.Error(), "missing") {
			t.Errorf("without %s: %v", name, err)
		}
	}
	if _, _, err := parse(t, distributed[:1], "seed", "--carpetas=1", "--documentos=1"); err == nil || !strings.Contains(err.Error(), "CARPETA_S3_ENDPOINT") {
		t.Errorf("seed makes the bucket too: %v", err)
	}
	good(t, distributed[2:6], "bootstrap")
}

func TestErrors(t *testing.T) {
	short := "a:" + base64.StdEncoding.EncodeToString([]byte("demasiado corta"))
	for _, c := range []struct {
		env  string
		args string
		says []string
	}{
		{"CARPETA_PROFIL=x", "", []string{"CARPETA_PROFIL", "did you mean CARPETA_PROFILE?"}},
		{"CARPETA_AMPQ_URL=x", "version", []string{"did you mean CARPETA_AMQP_URL?"}},
		{"CARPETA_HELP=1", "", []string{"unknown variable CARPETA_HELP"}},
		{"CARPETA_SUB=1", "", []string{"unknown variable CARPETA_SUB"}},
		{"CARPETA_STORE_TIMEOUT=abc", "", []string{"CARPETA_STORE_TIMEOUT (--store-timeout)", "abc"}},
		{"CARPETA_PROFILE=cloud", "", []string{"CARPETA_PROFILE (--profile)", "embedded"}},
		{"CARPETA_WINDOW=many", "", []string{"CARPETA_WINDOW (--window)"}},
		{"CARPETA_PESOS=op1", "", []string{"CARPETA_PESOS (--pesos)"}},
		{"CARPETA_PESOS=op1=0", "", []string{"CARPETA_PESOS (--pesos)", "1 to 1000"}},
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
		{"", "--amqp-url http://h/", []string{"CARPETA_AMQP_URL", "amqp"}},
		{"", "--auth-issuer http://login.example.org", []string{"CARPETA_AUTH_ISSUER", "use https"}},
		{"", "--auth-jwks-url https://login.example.org/keys", []string{"CARPETA_AUTH_ISSUER"}},
		{"", "--auth-algorithms RS256,HS256", []string{"CARPETA_AUTH_ALGORITHMS", `"HS256"`}},
		{"", "--auth-algorithms none", []string{"CARPETA_AUTH_ALGORITHMS", `"none"`}},
		{"", "--auth-clock-skew 6m", []string{"CARPETA_AUTH_CLOCK_SKEW", "5m0s"}},
		{"", "--auth-stale-keys 1m", []string{"CARPETA_AUTH_STALE_KEYS", "15m0s"}},
		{"", "--plazo 0s", []string{"CARPETA_PLAZO", "out of range"}},
		{"", "--limit-hold 2s", []string{"CARPETA_LIMIT_HOLD", "1ms to 1s"}},
		{"", "--limit-silent 0", []string{"CARPETA_LIMIT_SILENT", "1 to"}},
		{"", "--rate-refusals=-1", []string{"CARPETA_RATE_REFUSALS", "0 to"}},
		{"", "--rate-refusals-burst 0", []string{"CARPETA_RATE_REFUSALS_BURST", "1 to"}},
		{"", "--retry-delays 0s", []string{"CARPETA_RETRY_DELAYS"}},
		{"", "--window 10", []string{"CARPETA_WINDOW_PER_OPERADOR", "raise CARPETA_WINDOW"}},
		{"", "--upload-url-ttl 200h", []string{"CARPETA_UPLOAD_URL_TTL"}},
		{"CARPETA_CURSOR_KEYS=" + short, "", []string{"CARPETA_CURSOR_KEYS", "32 bytes", "openssl"}},
		{"CARPETA_CURSOR_KEYS=a.b:" + key32, "", []string{"CARPETA_CURSOR_KEYS", "KID"}},
		{"CARPETA_CURSOR_KEYS=a:" + key32 + ",a:" + key32, "", []string{"twice"}},
		{"", "seed --carpetas 3", []string{"--documentos"}},
		{"", "seed --carpetas 0 --documentos 1", []string{"--carpetas"}},
		{"", "import --dir /no/existe --carpeta x", []string{"--dir"}},
		{"CARPETA_PUBLIC_URL=https://u:p@a.example.org/?b", "", []string{"CARPETA_PUBLIC_URL", "scheme, host and path"}},
		{"", "import --dir / --carpeta x", []string{"--carpeta", "UUID"}},
		{"", "import --dir / --carpeta 01A18F41-8C00-75E2-9060-62EA5DAC83C1", []string{"--carpeta", "lower case"}},
		{"", "reconcile --carpeta 01A18F41-8C00-75E2-9060-62EA5DAC83C1", []string{"--carpeta", "lower case"}},
		{"", "sagas why 01A18F41-8C00-75E2-9060-62EA5DAC83C1 --operador o", []string{"lower case"}},
		{"", "token --sub a --rol root", []string{"--rol", "auditor"}},
		{"", "token --sub a --rol operador", []string{"--operador ID"}},
		{"", "token --sub a\tb --rol auditor", []string{"--sub"}},
		{"CARPETA_AUTH_ISSUER=https://login.example.org", "token --sub a --rol auditor", []string{"https://login.example.org"}},
		{"CARPETA_PROFILE=distributed", "--demo", []string{"--demo", "carpeta seed"}},
		{"CARPETA_AUTH_ISSUER=https://login.example.org", "--demo", []string{"--demo", "--auth-issuer"}},
		{"", "token --sub a --rol auditor --ttl 0s", []string{"--ttl", "1h"}},
		{"", "token --sub a", []string{"--rol", "carpeta token --help"}},
		{"", "sagas why", []string{"evento-id", "carpeta sagas why --help"}},
		{"", "import --dir / --carpeta 01a18f41-8c00-75e2-9060-62ea5dac83c1 --url http://127.0.0.1:1", []string{"--token"}},
		{"", "import --dir / --carpeta 01a18f41-8c00-75e2-9060-62ea5dac83c1 --token x", []string{"--url"}},
		{"", "import --dir / --carpeta 01a18f41-8c00-75e2-9060-62ea5dac83c1 --token x --url ftp://a", []string{"--url", "http"}},
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

func TestConfigPrints(t *testing.T) {
	c, output, err := parse(t, distributed, "config", "--addr", "127.0.0.1:9")
	if err != nil || c.Name != config.CmdConfig {
		t.Fatal(c.Name, err)
	}
	for _, want := range [][2]string{
		{"CARPETA_ADDR=127.0.0.1:9", "# flag"}, {"CARPETA_PROFILE=distributed", "# env"}, {"CARPETA_WINDOW=1024", "# default"},
		{"CARPETA_S3_SECRET_KEY='(hidden)'", "# env"}, {"CARPETA_AMQP_URL=amqp://carpeta:xxxxx@mq:5672/", "# env"}, {"CARPETA_RETRY_DELAYS=5s,10s,20s", "# default"},
	} {
		if !hasLine(output, want[0], want[1]) {
			t.Errorf("no line %q %q in\n%s", want[0], want[1], output)
		}
	}
	// It also says what serve would miss.
	if _, output, err := parse(t, distributed[:1], "config"); err == nil || !strings.Contains(output, "CARPETA_PROFILE=distributed") {
		t.Errorf("incomplete: %v\n%s", err, output)
	}
}

func hasLine(output, begin, end string) bool {
	for line := range strings.Lines(output) {
		if strings.HasPrefix(line, begin+" ") && strings.HasSuffix(strings.TrimSpace(line), end) {
			return true
		}
	}
	return false
}

func TestSecretsStayInside(t *testing.T) {
	c, output, err := parse(t, distributed, "config")
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "config", good(t, distributed).Config, "s3", good(t, distributed).Config.S3SecretKey, "amqp", good(t, distributed).Config.AmqpURL)
	f := good(t, distributed)
	outputs := []string{output, log.String(), fmt.Sprintf("%v %+v %#v", c, c, c), fmt.Sprintf("%v %+v %#v", f, f, f),
		fmt.Sprintf("%v %#v %v %#v", f.Config.AmqpURL, f.Config.AmqpURL, f.Config.CursorKeys, f.Config.S3SecretKey)}
	_, _, errURL := parse(t, []string{"CARPETA_AMQP_URL=http://carpeta:secreta1@mq:x/"})
	outputs = append(outputs, errURL.Error())
	for i, s := range outputs {
		for _, secret := range []string{"secreta1", "secreta2", key32, key32[:20], "251 251 251", "0xfb"} {
			if strings.Contains(s, secret) {
				t.Errorf("output %d shows %q:\n%s", i, secret, s)
			}
		}
	}
	for _, name := range []string{"S3_ENDPOINT", "S3_PUBLIC_ENDPOINT", "DYNAMODB_ENDPOINT", "AUTH_JWKS_URL", "PUBLIC_URL"} {
		_, output, err := parse(t, append(slices.Clone(distributed), "CARPETA_"+name+"=https://u:secreta1@h.example.org/x"), "config")
		if strings.Contains(output+fmt.Sprint(err), "secreta1") || !strings.Contains(output, "https://u:xxxxx@h.example.org/x") {
			t.Errorf("%s: %s", name, output)
		}
	}
	if f.Config.S3SecretKey.Reveal() != "secreta2" || f.Config.AmqpURL.Reveal() != "amqp://carpeta:secreta1@mq:5672/" {
		t.Error("the program itself must get them")
	}
}

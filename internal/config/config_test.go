package config_test

import (
	"bytes"
	"encoding/base64"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

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
	got := map[string]any{
		"command": c.Name, "profile": f.Profile, "addr": f.Addr, "admin": f.AdminAddr, "data": f.DataDir, "window": f.Window, "each": f.WindowPerOperador,
		"attempts": f.RetryAttempts, "delays": f.RetryDelays, "own issuer": f.LocalIssuer(), "introspection": f.IntrospectionOn(), "explorer": f.ExplorerOn(), "app": f.AppOn(), "demo": c.Serve.Demo,
	}
	want := map[string]any{
		"command": config.CmdServe, "profile": config.Embedded, "addr": "127.0.0.1:8080", "admin": "127.0.0.1:8081", "data": "./data", "window": 1024, "each": 256,
		"attempts": 3, "delays": []time.Duration{5 * time.Second, 10 * time.Second, 20 * time.Second}, "own issuer": true, "introspection": true, "explorer": true, "app": true, "demo": false,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestPrecedence(t *testing.T) {
	env := []string{"CARPETA_ADDR=127.0.0.1:1", "CARPETA_ADMIN_ADDR=127.0.0.1:2", "CARPETA_DATA_DIR=", "PATH=/bin", "CARPETA_TEST_AMQP_URL=x", "CARPETA_PESOS=op1=2,op-2=1", "CARPETA_RETRY_DELAYS=1s,2s"}
	want := map[string]any{
		"addr": "127.0.0.1:9", "admin": "127.0.0.1:2", "data": "./data", "demo": true,
		"weights": map[string]int{"op1": 2, "op-2": 1}, "delays": []time.Duration{time.Second, 2 * time.Second},
	}
	for _, args := range [][]string{{"serve", "--addr", "127.0.0.1:9", "--demo"}, {"--addr=127.0.0.1:9", "serve", "--demo"}} {
		c := good(t, env, args...)
		f := c.Config
		got := map[string]any{"addr": f.Addr, "admin": f.AdminAddr, "data": f.DataDir, "demo": c.Serve.Demo, "weights": f.Pesos, "delays": f.RetryDelays}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%v: %s", args, diff)
		}
	}
}

// A page that Vite serves says "Failed to fetch" and nothing else when its origin is not allowed.
func TestTheDemoLetsAPageUnderDevelopmentIn(t *testing.T) {
	for _, c := range []struct {
		env, args, want []string
	}{
		{nil, []string{"serve"}, nil},
		{nil, []string{"serve", "--demo"}, []string{"http://localhost:5173"}},
		{[]string{"CARPETA_CORS_ORIGINS=https://app.example.org"}, []string{"serve", "--demo"}, []string{"https://app.example.org"}},
	} {
		if diff := cmp.Diff(c.want, good(t, c.env, c.args...).Config.CorsOrigins); diff != "" {
			t.Errorf("%v %v: %s", c.env, c.args, diff)
		}
	}
}

func TestDistributed(t *testing.T) {
	c := good(t, distributed)
	if c.Config.LocalIssuer() || c.Config.IntrospectionOn() || c.Config.ExplorerOn() || c.Config.AppOn() {
		t.Error("the distributed profile has no local issuer, and introspection and explorer off")
	}
	keys := c.Config.CursorKeyRing()
	if len(keys) != 1 || keys[0].ID != "k1" || len(keys[0].Secret) != 32 {
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
	if _, _, err := parse(t, distributed[:1], "datos", "sembrar", "--carpetas=1", "--documentos=1"); err == nil || !strings.Contains(err.Error(), "CARPETA_S3_ENDPOINT") {
		t.Errorf("seed makes the bucket too: %v", err)
	}
	good(t, distributed[2:6], "bootstrap")
}

package config_test

import (
	"encoding/base64"
	"slices"
	"strings"
	"testing"
)

// TestExposedSettings: what lets others in is refused for the distributed profile, and warned of in the embedded one. On
// loopback it is of use.
func TestExposedSettings(t *testing.T) {
	zeros := base64.StdEncoding.EncodeToString(make([]byte, 32))
	for _, c := range []struct {
		variable string // that is wrong
		settings []string
		loopback []string // the same on this machine
	}{
		{"CARPETA_PUBLIC_URL", []string{"CARPETA_PUBLIC_URL=http://carpeta.example.org"}, []string{"CARPETA_PUBLIC_URL=http://localhost:8080"}},
		{"CARPETA_S3_ENDPOINT", []string{"CARPETA_S3_ENDPOINT=http://minio:9000"}, []string{"CARPETA_S3_ENDPOINT=http://127.0.0.1:9000"}},
		{"CARPETA_S3_PUBLIC_ENDPOINT", []string{"CARPETA_S3_PUBLIC_ENDPOINT=http://10.0.0.1:9000"}, []string{"CARPETA_S3_PUBLIC_ENDPOINT=http://[::1]:9000"}},
		{"CARPETA_DYNAMODB_ENDPOINT", []string{"CARPETA_DYNAMODB_ENDPOINT=http://dynamodb"}, []string{"CARPETA_DYNAMODB_ENDPOINT=http://127.0.0.2:8000"}},
		{"CARPETA_AMQP_URL", []string{"CARPETA_AMQP_URL=amqps://guest:guest@mq/"}, []string{"CARPETA_AMQP_URL=amqp://guest:guest@127.0.0.1/"}},
		{
			"CARPETA_AMQP_URL", []string{"CARPETA_AMQP_URL=amqp://a:b@mq1/,amqp://guest:guest@mq2/"},
			[]string{"CARPETA_AMQP_URL=amqp://a:b@mq1/,amqp://guest:guest@localhost/"},
		},
		{"CARPETA_S3_ACCESS_KEY", []string{"CARPETA_S3_ACCESS_KEY=minioadmin"}, []string{"CARPETA_S3_ACCESS_KEY=minioadmin", "CARPETA_S3_ENDPOINT=http://127.0.0.1:9000"}},
		{"CARPETA_S3_SECRET_KEY", []string{"CARPETA_S3_SECRET_KEY=minioadmin"}, []string{"CARPETA_S3_SECRET_KEY=minioadmin", "CARPETA_S3_ENDPOINT=http://localhost:9000"}},
		{"CARPETA_CURSOR_KEYS", []string{"CARPETA_ADDR=:8080", "CARPETA_CURSOR_KEYS=k1:" + key32 + ",k0:" + zeros}, []string{"CARPETA_CURSOR_KEYS=k0:" + zeros}},
	} {
		_, _, err := parse(t, slices.Concat(distributed, c.settings), "serve")
		if err == nil || !strings.Contains(err.Error(), c.variable+" (--") || strings.Count(err.Error(), "(--") != 1 {
			t.Errorf("%s in the distributed profile: %v", c.variable, err)
		}
		good(t, slices.Concat(distributed, c.loopback), "serve")

		embedded := slices.DeleteFunc(slices.Concat(distributed, c.settings), func(s string) bool { return s == "CARPETA_PROFILE=distributed" })
		if w := good(t, embedded, "serve").Config.Warnings(); len(w) != 1 || !strings.HasPrefix(w[0], c.variable+" ") {
			t.Errorf("%s in the embedded profile: warned of %q", c.variable, w)
		}
		if _, output, err := parse(t, embedded, "config"); err != nil || strings.Count(output, "# WARNING: "+c.variable+" ") != 1 {
			t.Errorf("%s: carpeta config says\n%s%v", c.variable, output, err)
		}
	}
	if w := good(t, distributed, "serve").Config.Warnings(); len(w) != 0 {
		t.Errorf("warned of what is right: %q", w)
	}
}

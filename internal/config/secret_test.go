package config_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
)

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
	if f.Config.S3SecretKey.Reveal() != "secreta2" || f.Config.Brokers()[0] != "amqp://carpeta:secreta1@mq:5672/" {
		t.Error("the program itself must get them")
	}
}

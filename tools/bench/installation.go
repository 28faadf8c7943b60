package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

const (
	embedded    = "embedded"
	distributed = "distributed"
)

var profiles = []string{embedded, distributed}

// installation is one set of data: a folder, or a table prefix, a bucket and a
// virtual host of its own.
type installation struct {
	bench    *bench
	profile  string
	dir      string
	dynamodb string // endpoint
	prefix   string // of the tables
	env      []string
}

// line is what `carpeta datos sembrar` prints for each carpeta.
type line struct {
	CarpetaID   string `json:"carpetaId"`
	CiudadanoID string `json:"ciudadanoId"`
	Documentos  int    `json:"documentos"`
}

func (b *bench) install(ctx context.Context, profile string) (*installation, error) {
	i := &installation{bench: b, profile: profile}
	var err error
	if i.dir, err = os.MkdirTemp(b.dir, profile+"-"); err != nil {
		return nil, err
	}
	i.env = append(i.env, "CARPETA_PROFILE="+profile, "CARPETA_DATA_DIR="+filepath.Join(i.dir, "datos"), "CARPETA_LOG_LEVEL=warn",
		"CARPETA_RECONCILE_INTERVAL=0") // a walk beside a measurement would be measured too
	i.env = append(i.env, b.emisor.env()...)
	if profile == embedded {
		return i, nil
	}
	name := "bench-" + strings.ToLower(rand.Text()[:10])
	amqp, err := services.VhostFromEnv(ctx)
	if err != nil {
		return nil, err
	}
	if i.dynamodb, err = b.dynamodb(ctx); err != nil {
		return nil, err
	}
	clave := make([]byte, 32)
	if _, err := rand.Read(clave); err != nil {
		return nil, err
	}
	i.prefix = name + "-"
	i.env = append(i.env,
		"CARPETA_DYNAMODB_ENDPOINT="+i.dynamodb, "CARPETA_DYNAMODB_TABLE_PREFIX="+name+"-",
		"CARPETA_AMQP_URL="+amqp,
		"CARPETA_S3_ENDPOINT="+os.Getenv("CARPETA_TEST_S3_ENDPOINT"), "CARPETA_S3_BUCKET="+name,
		"CARPETA_S3_ACCESS_KEY="+os.Getenv("CARPETA_TEST_S3_ACCESS_KEY"), "CARPETA_S3_SECRET_KEY="+os.Getenv("CARPETA_TEST_S3_SECRET_KEY"),
		"CARPETA_CURSOR_KEYS=bench:"+base64.StdEncoding.EncodeToString(clave),
		"AWS_REGION=us-east-1", "AWS_ACCESS_KEY_ID=bench", "AWS_SECRET_ACCESS_KEY=bench",
	)
	_, err = i.run(ctx, "bootstrap")
	return i, err
}

// with is the same installation with other settings.
func (i *installation) with(env ...string) *installation {
	other := *i
	other.env = append(append([]string(nil), i.env...), env...)
	return &other
}

// sembrar writes carpetas and returns them.
func (i *installation) sembrar(ctx context.Context, carpetas, documentos int, extra ...string) ([]line, error) {
	progress("seeding %d × %d documents, %s…", carpetas, documentos, i.profile)
	output, err := i.run(ctx, append([]string{"datos", "sembrar", fmt.Sprintf("--carpetas=%d", carpetas), fmt.Sprintf("--documentos=%d", documentos)}, extra...)...)
	if err != nil {
		return nil, err
	}
	var lines []line
	for d := json.NewDecoder(bytes.NewReader(output)); d.More(); {
		var l line
		if err := d.Decode(&l); err != nil {
			return nil, err
		}
		lines = append(lines, l)
	}
	if len(lines) != carpetas {
		return nil, fmt.Errorf("seed reported %d carpetas, want %d", len(lines), carpetas)
	}
	return lines, nil
}

func (i *installation) run(ctx context.Context, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, i.bench.bin, args...)
	cmd.Env = append(setting(), i.env...)
	output, err := cmd.Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		err = fmt.Errorf("carpeta %s: %w: %s", args[0], err, bytes.TrimSpace(failed.Stderr))
	}
	return output, err
}

// setting is our own environment without what configures a server.
func setting() []string {
	var clean []string
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "CARPETA_") && !strings.HasPrefix(v, "AWS_") {
			clean = append(clean, v)
		}
	}
	return clean
}

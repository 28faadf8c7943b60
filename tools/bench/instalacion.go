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
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

const (
	embedded    = "embedded"
	distributed = "distributed"
)

var perfiles = []string{embedded, distributed}

// instalacion is one set of data: a folder, or a table prefix, a bucket and a
// virtual host of its own.
type instalacion struct {
	banco    *banco
	perfil   string
	dir      string
	dynamodb string // endpoint
	prefijo  string // of the tables
	entorno  []string
}

// linea is what `carpeta seed` prints for each carpeta.
type linea struct {
	CarpetaID   string `json:"carpetaId"`
	CiudadanoID string `json:"ciudadanoId"`
	Documentos  int    `json:"documentos"`
}

func (b *banco) instalar(ctx context.Context, perfil string) (*instalacion, error) {
	i := &instalacion{banco: b, perfil: perfil}
	var err error
	if i.dir, err = os.MkdirTemp(b.dir, perfil+"-"); err != nil {
		return nil, err
	}
	i.entorno = append(i.entorno, "CARPETA_PROFILE="+perfil, "CARPETA_DATA_DIR="+filepath.Join(i.dir, "datos"), "CARPETA_LOG_LEVEL=warn",
		"CARPETA_RECONCILE_INTERVAL=0") // a walk beside a measurement would be measured too
	i.entorno = append(i.entorno, b.emisor.entorno()...)
	if perfil == embedded {
		return i, nil
	}
	nombre := "bench-" + strings.ToLower(rand.Text()[:10])
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
	i.prefijo = nombre + "-"
	i.entorno = append(i.entorno,
		"CARPETA_DYNAMODB_ENDPOINT="+i.dynamodb, "CARPETA_DYNAMODB_TABLE_PREFIX="+nombre+"-",
		"CARPETA_AMQP_URL="+amqp,
		"CARPETA_S3_ENDPOINT="+os.Getenv("CARPETA_TEST_S3_ENDPOINT"), "CARPETA_S3_BUCKET="+nombre,
		"CARPETA_S3_ACCESS_KEY="+os.Getenv("CARPETA_TEST_S3_ACCESS_KEY"), "CARPETA_S3_SECRET_KEY="+os.Getenv("CARPETA_TEST_S3_SECRET_KEY"),
		"CARPETA_CURSOR_KEYS=bench:"+base64.StdEncoding.EncodeToString(clave),
		"AWS_REGION=us-east-1", "AWS_ACCESS_KEY_ID=bench", "AWS_SECRET_ACCESS_KEY=bench",
	)
	_, err = i.correr(ctx, "bootstrap")
	return i, err
}

// con is the same installation with other settings.
func (i *instalacion) con(entorno ...string) *instalacion {
	otra := *i
	otra.entorno = append(append([]string(nil), i.entorno...), entorno...)
	return &otra
}

// sembrar writes carpetas and returns them, and how long the whole command took.
func (i *instalacion) sembrar(ctx context.Context, carpetas, documentos int, extra ...string) ([]linea, time.Duration, error) {
	args := append([]string{"seed", fmt.Sprintf("--carpetas=%d", carpetas), fmt.Sprintf("--documentos=%d", documentos)}, extra...)
	desde := time.Now()
	salida, err := i.correr(ctx, args...)
	duracion := time.Since(desde)
	if err != nil {
		return nil, 0, err
	}
	var lineas []linea
	for d := json.NewDecoder(bytes.NewReader(salida)); d.More(); {
		var l linea
		if err := d.Decode(&l); err != nil {
			return nil, 0, err
		}
		lineas = append(lineas, l)
	}
	if len(lineas) != carpetas {
		return nil, 0, fmt.Errorf("seed reported %d carpetas, want %d", len(lineas), carpetas)
	}
	return lineas, duracion, nil
}

func (i *instalacion) correr(ctx context.Context, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, i.banco.bin, args...)
	cmd.Env = append(ambiente(), i.entorno...)
	salida, err := cmd.Output()
	var fallo *exec.ExitError
	if errors.As(err, &fallo) {
		err = fmt.Errorf("carpeta %s: %w: %s", args[0], err, bytes.TrimSpace(fallo.Stderr))
	}
	return salida, err
}

// ambiente is our own environment without what configures a server.
func ambiente() []string {
	var limpio []string
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "CARPETA_") && !strings.HasPrefix(v, "AWS_") {
			limpio = append(limpio, v)
		}
	}
	return limpio
}

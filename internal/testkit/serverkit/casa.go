package serverkit

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// Perfil is where the server keeps its data.
type Perfil string

// The profiles.
const (
	Embedded    Perfil = "embedded"
	Distributed Perfil = "distributed"
)

// Perfiles are both.
var Perfiles = []Perfil{Embedded, Distributed}

// Casa is what servers run on: a data folder, or tables, a bucket, a virtual
// host and an issuer of its own. It outlives the processes.
type Casa struct {
	Perfil Perfil
	Dir    string // data folder of the embedded profile

	// Of the distributed profile, for who looks past the server.
	S3       services.ConexionS3
	Bucket   string
	DynamoDB string // endpoint
	Prefijo  string // of the tables' names

	entorno []string
	emisor  *emisor
	listas  *bool // bootstrap was run
}

// conCalma: the machine may be busy with other tests, and what is late is no failure.
// A test of a deadline sets its own.
var conCalma = []string{
	"CARPETA_STORE_TIMEOUT=1m", "CARPETA_OBJECT_TIMEOUT=2m", "CARPETA_CONFIRM_TIMEOUT=15s", "CARPETA_LIMIT_REQUEST=2m", "CARPETA_LIMIT_VERIFY=1m",
	"CARPETA_LIMIT_INIT=1m", "CARPETA_LIMIT_PONG=1m", "CARPETA_LIMIT_WRITE=1m", "CARPETA_SHUTDOWN_TIMEOUT=2m", "CARPETA_UPLOAD_URL_TTL=24h", "CARPETA_DOWNLOAD_URL_TTL=24h",
}

// Servicios are services that belong to the test; nil ones are shared.
type Servicios struct {
	Rabbit *services.Rabbit
	Minio  *services.Minio
	Dynamo *services.Dynamo
}

func (s Servicios) amqp(t testing.TB) string {
	t.Helper()
	if s.Rabbit != nil {
		return s.Rabbit.URL()
	}
	return services.Vhost(t)
}

func (s Servicios) s3(t testing.TB) services.ConexionS3 {
	t.Helper()
	if s.Minio != nil {
		return s.Minio.Conexion()
	}
	return services.S3(t)
}

func (s Servicios) dynamo(t testing.TB) string {
	t.Helper()
	if s.Dynamo != nil {
		return s.Dynamo.Endpoint()
	}
	return services.DynamoDB(t)
}

// NuevaCasa makes an empty one, on shared services. Nothing is created there yet.
func NuevaCasa(t testing.TB, p Perfil) *Casa {
	t.Helper()
	c := vacia(t, p)
	if p == Distributed {
		c.distribuida(t, Servicios{})
	}
	return c
}

// NuevaCasaEn makes an empty distributed one on services that may be harmed.
func NuevaCasaEn(t testing.TB, propios Servicios) *Casa {
	t.Helper()
	c := vacia(t, Distributed)
	c.distribuida(t, propios)
	return c
}

func vacia(t testing.TB, p Perfil) *Casa {
	t.Helper()
	c := &Casa{Perfil: p, Dir: t.TempDir(), listas: new(bool)}
	// Nothing of the surroundings but what a program needs to run.
	c.entorno = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + c.Dir, "CARPETA_PROFILE=" + string(p), "CARPETA_DATA_DIR=" + c.Dir}, conCalma...)
	return c
}

func (c *Casa) distribuida(t testing.TB, propios Servicios) {
	t.Helper()
	nombre := "e2e-" + strings.ToLower(rand.Text()[:12])
	clave := make([]byte, 32)
	_, _ = rand.Read(clave) // never fails
	c.emisor, c.Bucket = nuevoEmisor(t), nombre
	amqp := propios.amqp(t)
	c.S3, c.DynamoDB, c.Prefijo = propios.s3(t), propios.dynamo(t), nombre+"-"
	c.entorno = append(c.entorno,
		"CARPETA_DYNAMODB_ENDPOINT="+c.DynamoDB, "CARPETA_DYNAMODB_TABLE_PREFIX="+c.Prefijo,
		"AWS_REGION=us-east-1", "AWS_ACCESS_KEY_ID=local", "AWS_SECRET_ACCESS_KEY=local",
		"CARPETA_AMQP_URL="+amqp,
		"CARPETA_S3_ENDPOINT="+c.S3.Endpoint, "CARPETA_S3_ACCESS_KEY="+c.S3.AccessKey, "CARPETA_S3_SECRET_KEY="+c.S3.SecretKey,
		"CARPETA_S3_BUCKET="+c.Bucket, "CARPETA_AUTH_ISSUER="+c.emisor.url, "CARPETA_AUTH_AUDIENCE="+publico,
		"CARPETA_CURSOR_KEYS=k1:"+base64.StdEncoding.EncodeToString(clave))
}

// Con is the same house under further settings, NAME=value.
func (c *Casa) Con(ajustes ...string) *Casa {
	otra := *c
	otra.entorno = append(c.entorno[:len(c.entorno):len(c.entorno)], ajustes...)
	return &otra
}

// Salida is what a command did.
type Salida struct {
	Codigo   int
	Out, Err string
}

// plazoComando keeps a command that hangs from holding the tests up; none has much to do.
const plazoComando = 5 * time.Minute

// Ejecutar runs a command, whatever comes of it.
func (c *Casa) Ejecutar(t testing.TB, args ...string) Salida {
	t.Helper()
	ctx, cancelar := context.WithTimeout(context.WithoutCancel(t.Context()), plazoComando)
	defer cancelar()
	cmd := exec.CommandContext(ctx, Binario(t), args...)
	var out, errw bytes.Buffer
	cmd.Env, cmd.Stdout, cmd.Stderr, cmd.Dir = c.entorno, &out, &errw, c.Dir
	err := cmd.Run()
	var fin *exec.ExitError
	if err != nil && !errors.As(err, &fin) || ctx.Err() != nil {
		t.Fatalf("carpeta %s: %v\n%s", strings.Join(args, " "), errors.Join(err, ctx.Err()), errw.String())
	}
	return Salida{cmd.ProcessState.ExitCode(), out.String(), errw.String()}
}

// Carpeta runs a command that must succeed, and returns its standard output.
func (c *Casa) Carpeta(t testing.TB, args ...string) string {
	t.Helper()
	s := c.Ejecutar(t, args...)
	if s.Codigo != 0 {
		t.Fatalf("carpeta %s: exit code %d\n%s", strings.Join(args, " "), s.Codigo, s.Err)
	}
	return s.Out
}

// Preparar runs bootstrap once; the embedded profile needs none.
func (c *Casa) Preparar(t testing.TB) {
	t.Helper()
	if c.Perfil == Distributed && !*c.listas {
		c.Carpeta(t, "bootstrap")
		*c.listas = true
	}
}

// Sembrada is a carpeta that carpeta seed wrote.
type Sembrada struct{ CarpetaID, CiudadanoID string }

// Sembrar runs carpeta seed. In the embedded profile no server may run.
func (c *Casa) Sembrar(t testing.TB, args ...string) []Sembrada {
	t.Helper()
	var todas []Sembrada
	for d := json.NewDecoder(strings.NewReader(c.Carpeta(t, append([]string{"seed"}, args...)...))); d.More(); {
		var s Sembrada
		if err := d.Decode(&s); err != nil {
			t.Fatalf("carpeta seed: %v", err)
		}
		todas = append(todas, s)
	}
	*c.listas = true // seed runs bootstrap
	return todas
}

// Token is a token as this house's issuer gives it.
func (c *Casa) Token(t testing.TB, sub, rol, operador string, ttl time.Duration) string {
	t.Helper()
	if c.emisor != nil {
		return c.emisor.emitir(t, sub, rol, operador, ttl)
	}
	args := []string{"token", "--sub", sub, "--rol", rol, "--ttl", ttl.String()}
	if operador != "" {
		args = append(args, "--operador", operador)
	}
	return strings.TrimSpace(c.Carpeta(t, args...))
}

// SinCalma are settings under which the program has its own times again.
func SinCalma() (ajustes []string) {
	for _, a := range conCalma {
		nombre, _, _ := strings.Cut(a, "=")
		ajustes = append(ajustes, nombre+"=") // empty counts as unset
	}
	return ajustes
}

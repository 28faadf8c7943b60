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
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// Profile is where the server keeps its data.
type Profile string

// The profiles.
const (
	Embedded    Profile = "embedded"
	Distributed Profile = "distributed"
)

// Profiles are both.
var Profiles = []Profile{Embedded, Distributed}

// House is what servers run on: a data folder, or tables, a bucket, a virtual
// host and an issuer of its own. It outlives the processes.
type House struct {
	Profile Profile
	Dir     string // data folder of the embedded profile

	// Of the distributed profile, for tests that look past the server.
	S3       services.S3Connection
	Bucket   string
	DynamoDB string // endpoint
	Prefix   string // of the tables' names

	plain        bool     // servers run without the race detector
	through      []string // the command that stands for the program; nil: the program itself
	env          []string
	issuer       *issuer
	bootstrapped *bool // bootstrap was run
}

// hurriedRace: a program with the race detector sleeps for a second before it ends,
// so that a report can be finished. Tests run hundreds of commands.
const hurriedRace = "GORACE=atexit_sleep_ms=50"

// patientTimes: the machine may be busy with other tests, and lateness is no failure.
// A test of a deadline sets its own.
var patientTimes = []string{
	"CARPETA_STORE_TIMEOUT=1m", "CARPETA_OBJECT_TIMEOUT=2m", "CARPETA_CONFIRM_TIMEOUT=15s", "CARPETA_LIMIT_REQUEST=2m",
	"CARPETA_LIMIT_WRITE=1m", "CARPETA_SHUTDOWN_TIMEOUT=2m", "CARPETA_UPLOAD_URL_TTL=24h", "CARPETA_DOWNLOAD_URL_TTL=24h",
}

// Services are those that belong to the test; nil ones are shared.
type Services struct {
	Rabbit *services.Rabbit
	Nodes  *services.Cluster // in Rabbit's place
	Minio  *services.Minio
	Dynamo *services.Dynamo
}

// amqp is the setting that says where the broker is.
func (s Services) amqp(t testing.TB) string {
	t.Helper()
	switch {
	case s.Nodes != nil:
		return "CARPETA_AMQP_URL=" + strings.Join(s.Nodes.URLs(), ",")
	case s.Rabbit != nil:
		return "CARPETA_AMQP_URL=" + s.Rabbit.URL()
	}
	return "CARPETA_AMQP_URL=" + services.Vhost(t)
}

func (s Services) s3(t testing.TB) services.S3Connection {
	t.Helper()
	if s.Minio != nil {
		return s.Minio.Connection()
	}
	return services.S3(t)
}

func (s Services) dynamo(t testing.TB) string {
	t.Helper()
	if s.Dynamo != nil {
		return s.Dynamo.Endpoint()
	}
	return services.DynamoDB(t)
}

// NewHouse makes an empty one, on shared services. Nothing is created there yet.
func NewHouse(t testing.TB, p Profile) *House {
	t.Helper()
	c := newEmptyHouse(t, p)
	if p == Distributed {
		c.distribute(t, Services{})
	}
	return c
}

// NewHouseOn makes an empty distributed one on services that may be harmed.
func NewHouseOn(t testing.TB, own Services) *House {
	t.Helper()
	c := newEmptyHouse(t, Distributed)
	c.distribute(t, own)
	return c
}

func newEmptyHouse(t testing.TB, p Profile) *House {
	t.Helper()
	c := &House{Profile: p, Dir: t.TempDir(), bootstrapped: new(bool)}
	// Nothing of the surroundings but what a program needs to run.
	c.env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + c.Dir, hurriedRace, "CARPETA_PROFILE=" + string(p), "CARPETA_DATA_DIR=" + c.Dir}, patientTimes...)
	c.env = append(c.env, wayOfTheTests()...)
	return c
}

func (c *House) distribute(t testing.TB, own Services) {
	t.Helper()
	name := "e2e-" + strings.ToLower(rand.Text()[:12])
	cursorKey := make([]byte, 32)
	_, _ = rand.Read(cursorKey) // never fails
	c.issuer, c.Bucket = newIssuer(t), name
	amqp := own.amqp(t)
	c.S3, c.DynamoDB, c.Prefix = own.s3(t), own.dynamo(t), name+"-"
	c.env = append(c.env,
		"CARPETA_DYNAMODB_ENDPOINT="+c.DynamoDB, "CARPETA_DYNAMODB_TABLE_PREFIX="+c.Prefix,
		"AWS_REGION=us-east-1", "AWS_ACCESS_KEY_ID=local", "AWS_SECRET_ACCESS_KEY=local",
		amqp,
		"CARPETA_S3_ENDPOINT="+c.S3.Endpoint, "CARPETA_S3_ACCESS_KEY="+c.S3.AccessKey, "CARPETA_S3_SECRET_KEY="+c.S3.SecretKey,
		"CARPETA_S3_BUCKET="+c.Bucket, "CARPETA_AUTH_ISSUER="+c.issuer.url, "CARPETA_AUTH_AUDIENCE="+audience,
		"CARPETA_CURSOR_KEYS=k1:"+base64.StdEncoding.EncodeToString(cursorKey), "CARPETA_SELLO_BUCKET="+name+"-sellos")
	keys := c.Dir + "/sello.llaves"
	c.MustRun(t, "llave", "crear", "--nombre=localhost", "--archivo="+keys)
	c.env = append(c.env, "CARPETA_SELLO_LLAVES="+keys)
}

// Con is the same house under further settings, NAME=value.
func (c *House) With(settings ...string) *House {
	other := *c
	other.env = append(c.env[:len(c.env):len(c.env)], settings...)
	return &other
}

// Plain is the same house, whose servers run without the race detector: for tests of what
// a process takes.
func (c *House) Plain() *House {
	other := *c
	other.plain = true
	return &other
}

// Through is the same house, whose servers are started by a command that stands for the program, such as
// podman run IMAGE. It gets the server's arguments and environment, and ends when the server does. One word is another
// program, which runs the commands too.
func (c *House) Through(command ...string) *House {
	other := *c
	other.through = command
	return &other
}

// Under is the same house, whose servers are started by a command that becomes the program it is given, such as
// prlimit --nofile=400.
func (c *House) Under(t testing.TB, command ...string) *House {
	t.Helper()
	program, err := c.program()
	if err != nil {
		t.Fatal(err)
	}
	return c.Through(append(command, program...)...)
}

// program is the command that starts a server, without its arguments.
func (c *House) program() ([]string, error) {
	if c.through != nil {
		return c.through, nil
	}
	from := build
	if c.plain {
		from = buildPlain
	}
	binary, err := from()
	return []string{binary}, err
}

// Output is what a command did.
type Output struct {
	Code     int
	Out, Err string
}

// commandTimeout keeps a command that hangs from holding the tests up; none has much to do.
const commandTimeout = 5 * time.Minute

// Run runs a command, whatever comes of it.
func (c *House) Run(t testing.TB, args ...string) Output {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), commandTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, c.commands(t), args...)
	var out, errw bytes.Buffer
	cmd.Env, cmd.Stdout, cmd.Stderr, cmd.Dir = c.env, &out, &errw, c.Dir
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) || ctx.Err() != nil {
		t.Fatalf("carpeta %s: %v\n%s", strings.Join(args, " "), errors.Join(err, ctx.Err()), errw.String())
	}
	return Output{cmd.ProcessState.ExitCode(), out.String(), errw.String()}
}

// commands is the program of commands: where servers are started by one other program, that one.
func (c *House) commands(t testing.TB) string {
	if len(c.through) == 1 {
		return c.through[0]
	}
	return Binary(t)
}

// Carpeta runs a command that must succeed, and returns its standard output.
func (c *House) MustRun(t testing.TB, args ...string) string {
	t.Helper()
	s := c.Run(t, args...)
	if s.Code != 0 {
		t.Fatalf("carpeta %s: exit code %d\n%s", strings.Join(args, " "), s.Code, s.Err)
	}
	return s.Out
}

// Prepare runs bootstrap once; the embedded profile needs none.
func (c *House) Prepare(t testing.TB) {
	t.Helper()
	if c.Profile == Distributed && !*c.bootstrapped {
		c.MustRun(t, "bootstrap")
		*c.bootstrapped = true
	}
}

// Seeded is a carpeta that carpeta datos sembrar wrote.
type Seeded struct{ CarpetaID, CiudadanoID string }

// Seed runs carpeta datos sembrar. In the embedded profile no server may run.
func (c *House) Seed(t testing.TB, args ...string) []Seeded {
	t.Helper()
	var all []Seeded
	for d := json.NewDecoder(strings.NewReader(c.MustRun(t, append([]string{"datos", "sembrar"}, args...)...))); d.More(); {
		var s Seeded
		if err := d.Decode(&s); err != nil {
			t.Fatalf("carpeta datos sembrar: %v", err)
		}
		all = append(all, s)
	}
	*c.bootstrapped = true // seed runs bootstrap
	return all
}

// Token is a token as this house's issuer gives it. of is the operadorId of an operador,
// and the entidadId of an entidad.
func (c *House) Token(t testing.TB, sub, rol, of string, ttl time.Duration) string {
	t.Helper()
	return c.TokenOfLevel(t, sub, rol, of, "", ttl)
}

// TokenPermitting is a token of somebody of an entity, with what they may do.
func (c *House) TokenPermitting(t testing.TB, sub, entidad string, ttl time.Duration, permisos ...string) string {
	t.Helper()
	return c.token(t, holder{sub: sub, rol: "entidad", of: entidad, permisos: permisos}, ttl)
}

// TokenOfLevel is a token of somebody who has just signed in at a level (acr).
func (c *House) TokenOfLevel(t testing.TB, sub, rol, of, acr string, ttl time.Duration) string {
	t.Helper()
	return c.token(t, holder{sub: sub, rol: rol, of: of, acr: acr}, ttl)
}

// holder is who a token is for: of is whom the role acts for, and acr the level of the sign-in.
type holder struct {
	sub, rol, of, acr string
	permisos          []string // of an entity
}

func (c *House) token(t testing.TB, h holder, ttl time.Duration) string {
	t.Helper()
	if c.issuer != nil {
		return c.issuer.issue(t, h, ttl)
	}
	args := []string{"token", "emitir", "--sub", h.sub, "--rol", h.rol, "--ttl=" + ttl.String()}
	if h.of != "" {
		args = append(args, "--"+claimOf(h.rol), h.of)
	}
	if h.acr != "" {
		args = append(args, "--acr", h.acr)
	}
	if h.permisos != nil {
		args = append(args, "--permisos", strings.Join(h.permisos, ","))
	}
	return strings.TrimSpace(c.Through().MustRun(t, args...)) // this version's command: another one may have another word for it
}

// OwnTimes are settings under which the program has its own times again.
func OwnTimes() (settings []string) {
	for _, a := range patientTimes {
		name, _, _ := strings.Cut(a, "=")
		settings = append(settings, name+"=") // empty counts as unset
	}
	return settings
}

// Env is the environment of the house's programs, for a test that starts one by itself.
func (c *House) Env() []string { return slices.Clone(c.env) }

package config

import (
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"
)

// validador collects what is wrong, so that one run shows all of it.
type validador struct{ errs []error }

// mal names the setting by both its names, says what is wrong and what to do.
func (v *validador) mal(flag, formato string, args ...any) {
	v.errs = append(v.errs, fmt.Errorf("%s (--%s): %s", variable(flag), flag, fmt.Sprintf(formato, args...)))
}

func (v *validador) malArgumento(formato string, args ...any) {
	v.errs = append(v.errs, fmt.Errorf(formato, args...))
}

// validar checks the settings, and what a command needs of them.
func validar(c *cli, comando string, settings, arguments []*kong.Flag) []error {
	v := &validador{}
	v.direcciones(&c.Config)
	v.ranges(settings, arguments)
	v.duraciones(&c.Config)
	v.cantidades(&c.Config)
	v.identidad(&c.Config)
	v.navegadores(&c.Config)
	v.proxies(&c.Config)
	var err error
	if c.claves, err = leerClaves(c.CursorKeys.Valor()); err != nil {
		v.mal("cursor-keys", "%v", err)
	}
	v.argumentos(c, comando)
	v.operador(c, comando)
	if c.Profile == Distributed {
		v.distribuido(c, comando)
	}
	return v.errs
}

func (v *validador) direcciones(c *Config) {
	v.direccion("addr", c.Addr)
	v.direccion("admin-addr", c.AdminAddr)
	if c.Addr == c.AdminAddr && !strings.HasSuffix(c.Addr, ":0") {
		v.mal("admin-addr", "is the API's address too; give it another port")
	}
	if u := v.url("public-url", c.PublicURL, "https://carpeta.example.org", "http", "https"); u != nil && (u.User != nil || u.RawQuery != "" || u.Fragment != "") {
		v.mal("public-url", "has more than scheme, host and path; write for example https://carpeta.example.org")
	}
	v.extremo("dynamodb-endpoint", c.DynamodbEndpoint, "http://127.0.0.1:8000")
	v.extremo("s3-endpoint", c.S3Endpoint, "https://s3.example.org")
	v.extremo("s3-public-endpoint", c.S3Public, "https://archivos.example.org")
	v.url("amqp-url", c.AmqpURL.Valor(), "amqp://user:password@host:5672/", "amqp", "amqps")
	if !bucketValido.MatchString(c.S3Bucket) && c.S3Bucket != "" {
		v.mal("s3-bucket", "%q is not a bucket's name; give 3 to 63 lower-case letters, digits, dots and dashes", c.S3Bucket)
	}
	if !prefijoValido.MatchString(c.DynamodbTablePrefix) {
		v.mal("dynamodb-table-prefix", "%q is not part of a table's name; give up to 200 letters, digits, and _ - .", c.DynamodbTablePrefix)
	}
	if c.DataDir == "" {
		v.mal("data-dir", "is empty; name a folder such as ./data")
	}
}

func (v *validador) direccion(flag, valor string) {
	_, puerto, err := net.SplitHostPort(valor)
	if n, errPuerto := strconv.ParseUint(puerto, 10, 16); err != nil || errPuerto != nil || n > 65535 {
		v.mal(flag, "%q is not HOST:PORT; write for example 127.0.0.1:8080", valor)
	}
}

// url never quotes the value: it may hold a password.
func (v *validador) url(flag, valor, ejemplo string, esquemas ...string) *url.URL {
	if valor == "" {
		return nil
	}
	u, err := url.Parse(valor)
	if err != nil || u.Host == "" || !slices.Contains(esquemas, u.Scheme) {
		v.mal(flag, "is not a URL with the scheme %s; write for example %s", strings.Join(esquemas, " or "), ejemplo)
		return nil
	}
	return u
}

// extremo is where a service is reached. Credentials have settings of their own, which
// hide them: in the address they would do nothing but end up in messages.
func (v *validador) extremo(flag, valor, ejemplo string) {
	u := v.url(flag, valor, ejemplo, "http", "https")
	if u != nil && (u.User != nil || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "") {
		v.mal(flag, "has more than scheme, host and port; write for example %s (keys have settings of their own)", ejemplo)
	}
}

// The names that the services take.
var (
	bucketValido  = regexp.MustCompile(`^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$`)
	prefijoValido = regexp.MustCompile(`^[A-Za-z0-9_.-]{0,200}$`)
)

func (v *validador) duraciones(c *Config) {
	if c.ReconcileRate <= 0 || c.ReconcileRate > 100_000 {
		v.mal("reconcile-rate", "%v is out of range; give calls per second, above 0 and up to 100000", c.ReconcileRate)
	}
	if len(c.RetryDelays) == 0 {
		v.mal("retry-delays", "is empty; give for example 5s,10s,20s")
	}
	for _, d := range c.RetryDelays {
		if d < time.Millisecond || d > time.Hour {
			v.mal("retry-delays", "%v is out of range; give durations from 1ms to 1h", d)
		}
	}
}

func (v *validador) cantidades(c *Config) {
	if c.Rate.PerSecond > 0 && c.Rate.Burst < c.Limit.Cost {
		v.mal("rate-burst", "%d is less than the price of one operation may be (CARPETA_LIMIT_COST=%d), so such an operation could never run; raise it", c.Rate.Burst, c.Limit.Cost)
	}
	if c.WindowPerOperador > c.Window {
		v.mal("window-per-operador", "%d is more than the window in all (%d); lower it, or raise CARPETA_WINDOW", c.WindowPerOperador, c.Window)
	}
	for operador, peso := range c.Pesos {
		if operador == "" || peso < 1 || peso > 1000 {
			v.mal("pesos", "%q=%d is not OPERADOR=N with N from 1 to 1000", operador, peso)
		}
	}
}

// algoritmos are those that internal/auth can verify.
var algoritmos = []string{"RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"}

func (v *validador) identidad(c *Config) {
	v.urlSegura("auth-issuer", c.AuthIssuer)
	v.urlSegura("auth-jwks-url", c.AuthJWKSURL)
	for _, a := range c.AuthAlgorithms {
		if !slices.Contains(algoritmos, a) {
			v.mal("auth-algorithms", "%q is not one of %s; with a shared secret or no signature, anybody could forge tokens", a, strings.Join(algoritmos, ", "))
		}
	}
	if len(c.AuthAlgorithms) == 0 {
		v.mal("auth-algorithms", "is empty, so no token would be accepted; give for example RS256,ES256")
	}
	if c.AuthAudience == "" {
		v.mal("auth-audience", "is empty; name the audience that the issuer writes into tokens")
	}
	if c.AuthJWKSURL != "" && c.AuthIssuer == "" {
		v.mal("auth-issuer", "is empty while CARPETA_AUTH_JWKS_URL is set; set the issuer that the tokens name")
	}
}

// urlSegura: whoever can change the keys on their way can be anybody.
func (v *validador) urlSegura(flag, valor string) {
	u := v.url(flag, valor, "https://login.example.org", "http", "https")
	if u != nil && u.Scheme == "http" && !esLoopback(u.Hostname()) {
		v.mal(flag, "is http on another machine; use https")
	}
}

func esLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// uuidValido is the one spelling that the server knows: another would be of nothing.
var uuidValido = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

func (v *validador) argumentos(c *cli, comando string) {
	switch {
	case comando == CmdServe && c.Serve.Demo && c.Profile != Embedded:
		v.malArgumento("--demo writes demo data, which the distributed profile refuses; use carpeta seed, or --profile embedded")
	case comando == CmdServe && c.Serve.Demo && !c.EmisorLocal():
		v.malArgumento("--demo prints a token of the embedded profile's own issuer, and --auth-issuer names another; leave one of them out")
	case comando == CmdSeed && (c.Seed.Carpetas < 1 || c.Seed.Documentos < 0):
		v.malArgumento("--carpetas must be 1 or more and --documentos 0 or more")
	case comando == CmdImport && (c.Import.URL == "") != (c.Import.Token == ""):
		v.malArgumento("--url and --token go together: the server to upload to, and its carpeta's owner; without both the stores are written directly")
	case comando == CmdImport && c.Import.URL != "" && !urlHTTP(c.Import.URL):
		v.malArgumento(noEsURL)
	case comando == CmdImport && !uuidValido.MatchString(c.Import.Carpeta):
		v.malArgumento("--carpeta: %q is not a UUID in lower case; carpeta seed and the query miCarpeta show carpetaIds", c.Import.Carpeta)
	case comando == CmdReconcile:
		v.reconcile(c)
	case comando == CmdToken:
		v.token(c)
	}
}

func (v *validador) token(c *cli) {
	if !c.EmisorLocal() {
		v.malArgumento("only the embedded profile's own issuer gives tokens here; ask %s for one, or use --profile embedded without --auth-issuer", nombreEmisor(c.AuthIssuer))
	}
	if c.Token.Sub == "" || len(c.Token.Sub) > 128 || strings.ContainsFunc(c.Token.Sub, func(r rune) bool { return r <= ' ' || r > '~' }) {
		v.malArgumento("--sub: %q is not an id of 1 to 128 visible ASCII characters", c.Token.Sub)
	}
	if c.Token.TTL == 0 {
		v.malArgumento("--ttl: 0s is no lifetime; give for example 1h, or -1h for an expired token")
	}
	if c.Token.Rol == "operador" && c.Token.Operador == "" {
		v.malArgumento("--operador is missing: the role operador acts for one operadorId; add --operador ID")
	}
}

func nombreEmisor(issuer string) string {
	if issuer == "" {
		return "your identity provider"
	}
	return issuer
}

// distribuido: what a command cannot do without.
func (v *validador) distribuido(c *cli, comando string) {
	sirve := comando == CmdServe || comando == CmdConfig
	falta := func(flag, valor, ejemplo string) {
		if valor == "" {
			v.mal(flag, "is missing, and the distributed profile needs it; set it, for example to %s", ejemplo)
		}
	}
	if sirve {
		falta("auth-issuer", c.AuthIssuer, "https://login.example.org")
		falta("cursor-keys", c.CursorKeys.Valor(), "2026a:$(openssl rand -base64 32)")
	}
	if sirve || comando == CmdBootstrap {
		falta("amqp-url", c.AmqpURL.Valor(), "amqp://user:password@host:5672/")
	}
	if sirve || comando == CmdBootstrap || comando == CmdImport || comando == CmdReconcile || comando == CmdSeed {
		falta("s3-endpoint", c.S3Endpoint, "https://s3.example.org")
		falta("s3-access-key", c.S3AccessKey, "the name of the key")
		falta("s3-secret-key", c.S3SecretKey.Valor(), "the key")
		falta("s3-bucket", c.S3Bucket, "carpeta-documentos")
	}
}

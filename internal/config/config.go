package config

import (
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth/act"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
	"github.com/carpeta-ciudadana/servidor/internal/ground/machine"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/ground/trust"
)

// The profiles.
const (
	Embedded    = "embedded"
	Distributed = "distributed"
)

// Config is every setting. A flag --some-name is also the variable
// CARPETA_SOME_NAME; the flag wins, and an empty variable counts as unset.
// AWS_* variables (region, credentials) are read by the AWS SDK itself, and OTEL_* (batches, resource) by OpenTelemetry's. A value is
// held to its tags min and max; those with the tag common are in the short help. Some of these come from elsewhere: S3 signs for a
// week at most and takes 5 GiB in one PUT, and keys are renewed every quarter of an hour.
type Config struct {
	Profile        string   `common:"" group:"server" default:"embedded" enum:"embedded,distributed" help:"Where data and messages live: in this process and its data folder (embedded), or in DynamoDB, RabbitMQ and S3 (distributed)."`
	Addr           string   `common:"" group:"server" default:"127.0.0.1:8080" help:"Address of the API, the application and the explorer."`
	AdminAddr      string   `common:"" group:"server" default:"127.0.0.1:8081" help:"Address of /livez, /readyz and /metrics."`
	PublicURL      string   `common:"" group:"server" placeholder:"URL" help:"Base URL under which clients reach the API; signed URLs begin with it. Empty: derived from the address."`
	Hosts          []string `group:"server" placeholder:"NAME,…" help:"Further names of this server for clients, proxies and Prometheus. IP addresses, localhost, and names in ADDR, ADMIN_ADDR and PUBLIC_URL are served anyway; others get 421 (DNS rebinding)."`
	DataDir        string   `common:"" group:"server" default:"./data" help:"Folder of the embedded profile's data and keys."`
	MemoryLimitMiB int      `common:"" group:"server" name:"memory-limit-mib" default:"0" min:"0" max:"16777216" unit:"MiB" help:"Memory that this process may take, in MiB; near it new work is refused. 0: what the cgroup allows, or else GOMEMLIMIT, or else all of the machine's."`
	MemorySlack    int64    `group:"server" name:"memoria-holgura" default:"16777216" min:"1048576" max:"17179869184" unit:"bytes" help:"Garbage that may collect in memory before the collector runs. More saves processor. It is never more than an eighth of the memory limit, and GOGC turns it off."`

	RoleNames []string `group:"server" name:"papeles" default:"api,coordinador,borrador-objetos,borrador-metadatos,barrendero" placeholder:"ROLE,…" help:"Work that this process does (distributed profile): the API (api), next steps of deletions (coordinador), files and metadata (borrador-…), what is due (barrendero). Each role needs a process."`

	LogLevel  string `common:"" group:"server" default:"info" enum:"debug,info,warn,error" help:"Least severe level that is logged."`
	LogFormat string `group:"server" default:"auto" enum:"auto,json,text" help:"Log format; auto is text in a terminal and JSON elsewhere."`

	DynamodbEndpoint    string      `common:"" group:"stores" placeholder:"URL" help:"DynamoDB endpoint; empty is AWS itself."`
	DynamodbTablePrefix string      `group:"stores" help:"Put before every table name."`
	DynamodbTLS         trust.Files `embed:"" prefix:"dynamodb-" group:"stores"`

	StoreTimeout time.Duration `group:"stores" default:"5s" min:"1ms" max:"1m" help:"Deadline of one store call."`

	AmqpURL []SecretURL `common:"" group:"broker" placeholder:"URL,…" help:"RabbitMQ, as amqp://user:password@host:5672/vhost; of several nodes each. A connection takes any that answers."`
	AmqpTLS trust.Files `embed:"" prefix:"amqp-" group:"broker"`

	PublishTimeout time.Duration   `group:"broker" default:"25s" min:"1ms" max:"1m" help:"How long a message waits in memory for a broker that is away; then, as after the lease (--plazo) at the latest, the store brings it back."`
	ConfirmTimeout time.Duration   `group:"broker" default:"3s" min:"1ms" max:"1m" help:"Longest wait for the broker's confirm of one message."`
	QueueMax       int             `group:"broker" default:"100000" min:"1" max:"10000000" help:"Messages that may wait in a work queue; further ones wait in the store. Embedded profile; for RabbitMQ, bootstrap prints the policy that sets it."`
	RetryDelays    []time.Duration `group:"broker" default:"5s,10s,20s" help:"Delays before attempt 2, 3, …; the last repeats."`
	RetryAttempts  int             `group:"broker" default:"3" min:"1" max:"100" help:"Executions of a failing step in all; then it is a dead letter."`

	S3Endpoint  string      `common:"" group:"objects" name:"s3-endpoint" placeholder:"URL" help:"S3 endpoint, as https://host:port."`
	S3Public    string      `group:"objects" name:"s3-public-endpoint" placeholder:"URL" help:"The S3 endpoint as clients reach it, for signed URLs; empty: the same."`
	S3AccessKey string      `common:"" group:"objects" name:"s3-access-key" help:"S3 access key. Without keys here, those are used that the AWS SDK finds: environment, web identity, shared file, role."`
	S3SecretKey Secret      `common:"" group:"objects" name:"s3-secret-key" placeholder:"KEY" help:"S3 secret key."`
	S3TLS       trust.Files `embed:"" prefix:"s3-" group:"objects"`

	S3Bucket       string        `common:"" group:"objects" name:"s3-bucket" default:"carpeta-documentos" help:"Bucket of the files."`
	S3Archive      string        `group:"objects" name:"auditoria-bucket" placeholder:"NAME" help:"Bucket of the archived trail, in the same S3; empty: that of the files, and -auditoria."`
	ArchiveLock    int           `group:"objects" name:"auditoria-bloqueo" default:"0" min:"0" max:"36500" unit:"days" help:"Days for which nobody, its owner included, can delete what is archived of the trail (object lock, mode COMPLIANCE). Needs a bucket that was made with locks: carpeta bootstrap makes it so. 0 is off."`
	S3Region       string        `group:"objects" name:"s3-region" default:"us-east-1" help:"Region of the bucket."`
	ObjectTimeout  time.Duration `group:"objects" default:"30s" min:"1ms" max:"10m" help:"Deadline of one object store call."`
	UploadURLTTL   time.Duration `group:"objects" default:"15m" min:"1s" max:"168h" name:"upload-url-ttl" help:"Lifetime of a signed upload."`
	DownloadURLTTL time.Duration `group:"objects" default:"5m" min:"1s" max:"168h" name:"download-url-ttl" help:"Lifetime of a signed download."`
	UploadPartSize int64         `group:"objects" default:"8388608" min:"5242880" max:"536870912" unit:"bytes" help:"Bytes of a part of a file that is sent in parts; S3 takes no smaller ones."`
	UploadMaxBytes int64         `group:"objects" default:"104857600" min:"1" max:"5368709120" help:"Largest file that is accepted."`

	AuthIssuer      string   `common:"" group:"identity" placeholder:"URL" help:"Issuer of the tokens, exactly as in their claim iss. The embedded profile has its own issuer if this is empty."`
	AuthAudience    string   `common:"" group:"identity" default:"carpeta" help:"Audience that tokens must be for."`
	AuthJWKSURL     string   `group:"identity" name:"auth-jwks-url" placeholder:"URL" help:"The issuer's keys; empty: found by OIDC discovery."`
	EntidadInternal []string `group:"identity" name:"entidad-jwks-internal" placeholder:"HOST|CIDR,…" help:"Hosts and networks of your own at which entities may publish their keys; elsewhere, only addresses of the internet are asked."`

	AuthClockSkew time.Duration `group:"identity" default:"30s" min:"1s" max:"5m" help:"Difference between the issuer's clock and ours that is forgiven."`
	AuthStaleKeys time.Duration `group:"identity" default:"24h" min:"15m" max:"168h" help:"How long the issuer's keys stay good while it cannot be reached."`
	AuthTokenLife time.Duration `group:"identity" default:"720h" min:"1m" max:"8760h" help:"Longest life of a token that is accepted, from its iat to its exp. Revocations are kept for so long."`
	AuthMaxAge    []string      `group:"identity" name:"auth-max-age" placeholder:"ACT=AGE,…" help:"Acts that need a recent sign-in (auth_time), such as aprobar=5m: ${acts} (5m without this)."`
	AuthACR       []string      `group:"identity" name:"auth-acr-values" placeholder:"ACT=LEVEL,…" help:"Acts that need a sign-in at a level (acr, or one of amr), such as aprobar=alto; several levels of one act have blanks between them."`

	RevocationsMax int `group:"identity" default:"100000" min:"1" max:"1000000" help:"Revocations in force, at most; 40 bytes of memory each."`

	AuditoriaProposito []string `group:"identity" placeholder:"ROLE,…" help:"Roles whose requests must say what they are for and under which law (Carpeta-Proposito, Carpeta-Base-Legal): operador, entidad, auditor. Empty: none must."`

	RetentionLooks   int `group:"identity" name:"auditoria-retencion-accesos" default:"365" min:"365" max:"36500" unit:"days" help:"How long the trail's lists show who looked, read or came; then it is in the archive only."`
	RetentionChanges int `group:"identity" name:"auditoria-retencion-cambios" default:"1825" min:"365" max:"36500" unit:"days" help:"The same of what changed something."`

	AppClientID string `group:"identity" name:"app-client-id" placeholder:"ID" help:"The web application's name at AUTH_ISSUER: a public client of the code flow with PKCE, which comes back to /app/. Empty: people paste a token."`
	AppScope    string `group:"identity" name:"app-scope" default:"openid offline_access" help:"Scopes that the web application asks AUTH_ISSUER for; with offline_access many issuers give a refresh token, and people stay signed in."`
	AppResource string `group:"identity" name:"app-resource" placeholder:"URI" help:"Resource (RFC 8707) that the web application asks AUTH_ISSUER for, if that is how it makes tokens for AUTH_AUDIENCE. Empty: none."`

	Zona          string        `group:"api" default:"America/Bogota" placeholder:"ZONE" help:"Time zone in which a day of a document's validity begins and ends, as the IANA names it."`
	CursorKeys    Secret        `common:"" group:"api" placeholder:"KID:BASE64,…" help:"Keys that sign cursors, 32 bytes or more each; the first signs, all verify. The embedded profile makes its own if this is empty."`
	CursorTTL     time.Duration `group:"api" default:"24h" min:"1s" max:"720h" name:"cursor-ttl" help:"Lifetime of a cursor."`
	Costo         string        `group:"api" default:"pedido" enum:"pedido,siempre" help:"When an answer says its price in extensions.costo: if the request has the header Carpeta-Costo (pedido), or always (siempre)."`
	Introspection string        `group:"api" default:"auto" enum:"auto,on,off" help:"Schema introspection; auto is on in the embedded profile."`
	Explorer      string        `group:"api" default:"auto" enum:"auto,on,off" help:"Explorer page at /; auto is on in the embedded profile."`
	App           string        `group:"api" default:"auto" enum:"auto,on,off" help:"Citizen's web application at /app; auto is on in the embedded profile."`

	IdentidadNombre       string `group:"api" placeholder:"NAME" help:"What the application calls itself, in the place of Carpeta Ciudadana."`
	IdentidadLogo         string `group:"api" placeholder:"FILE" help:"Picture beside that name: PNG, JPEG, WebP or SVG of up to 64 KiB, read at the start. It is shown 32 pixels high."`
	IdentidadAcentoClaro  string `group:"api" placeholder:"#RRGGBB" help:"Colour of buttons and links in the light theme. Refused if text in it, or white text on it, has a contrast below 4.5."`
	IdentidadAcentoOscuro string `group:"api" placeholder:"#RRGGBB" help:"The same in the dark theme, where the text on it is dark."`

	TrustedDocuments string   `group:"api" default:"off" enum:"off,log,enforce" help:"Operations that are not in the manifest: run them (off), run and log them, or refuse them (enforce)."`
	TrustedManifest  string   `group:"api" placeholder:"FILE" help:"Manifest of the applications' operations, as Apollo's or Relay's build writes it."`
	TrustedProxies   []string `common:"" group:"api" placeholder:"CIDR,…" help:"Addresses of your own proxies, as 10.0.0.0/8: their X-Forwarded-For says whose the budgets of callers without a token are."`
	CorsOrigins      []string `common:"" group:"api" placeholder:"ORIGIN,…" help:"Origins of other sites whose pages may call the API and open sockets, as https://app.example.org."`
	TLSCert          string   `common:"" group:"server" name:"tls-cert" placeholder:"FILE" help:"Certificate chain (PEM) of the API's address; with it, the API speaks TLS and HTTP/2. A changed file is read again."`
	TLSKey           string   `common:"" group:"server" name:"tls-key" placeholder:"FILE" help:"Private key (PEM) of the certificate."`

	Limit limits.Limits `embed:"" prefix:"limit-" group:"limits"`
	Rate  limits.Rate   `embed:"" prefix:"rate-" group:"limits"`

	AperturaOperador string `group:"api" placeholder:"ID" help:"operadorId that serves citizens whose first visit opens their carpeta. Empty: an operador opens each carpeta."`

	VentanaMax        time.Duration  `group:"deletions" default:"720h" min:"0s" max:"720h" help:"Longest undo window that a client may ask for: how long documents stay in the bin at most."`
	AprobacionVence   time.Duration  `group:"deletions" default:"168h" min:"1s" max:"8760h" help:"How long a request to delete a certified document waits for a decision."`
	Plazo             time.Duration  `group:"deletions" default:"30s" min:"1s" max:"1h" help:"Lease of a command that was handed to the broker: without progress it is sent again after this."`
	SweepInterval     time.Duration  `group:"deletions" default:"5s" min:"10ms" max:"1m" help:"Time between two looks at an operador that something is heard of; at one with nothing pending up to twelve times as long."`
	Window            int            `group:"deletions" default:"1024" min:"1" max:"1048576" help:"Unfinished commands handed out at once, in all."`
	WindowPerOperador int            `group:"deletions" default:"256" min:"1" max:"1048576" help:"Unfinished commands handed out at once, per operador and weight."`
	SagaDirecta       bool           `group:"deletions" default:"true" negatable:"" help:"Execute deletions in the process that wrote or leased them, without a message for each step. What failed, or finds no place, goes by the queues, as everything does without this."`
	Pesos             map[string]int `group:"deletions" mapsep:"," placeholder:"OPERADOR=N,…" help:"Share of each operador beside the others, 1 if not named."`

	ReconcileInterval time.Duration `group:"reconciler" default:"24h" min:"0s" max:"2160h" help:"Time between two walks that compare metadata and files, by one of the servers; they report and repair nothing. 0 is off."`
	ReconcileRate     float64       `group:"reconciler" default:"20" help:"Calls to the stores per second that a walk makes."`

	SelloLlaves string        `group:"sello" placeholder:"FILE" help:"Secret keys that sign the sealed logs of the trail, made by carpeta llave crear. The embedded profile makes its own if this is empty; elsewhere nothing is sealed without it."`
	SealEvery   time.Duration `name:"sello-cada" group:"sello" default:"60s" min:"10s" max:"10m" help:"How long an event of the trail waits for its seal, unless 256 wait before, or a receipt."`
	SelloBucket string        `group:"sello" default:"carpeta-sellos" help:"Bucket of the sealed logs, in the same S3 as the files; theirs alone, without versions."`

	TracesURL     string        `group:"traces" name:"trazas-url" placeholder:"URL" help:"Where a collector takes traces (OTLP over HTTP), as http://127.0.0.1:4318/v1/traces. Empty: nothing is traced."`
	TracesHeaders string        `group:"traces" name:"trazas-cabeceras" placeholder:"FILE" help:"File of header fields for that collector, one a line, such as Authorization: Bearer TOKEN. It is read for each sending."`
	TracesRatio   float64       `group:"traces" name:"trazas-muestra" default:"0.01" help:"Part of the requests that are traced, from 0 to 1."`
	SlowOperation time.Duration `group:"traces" name:"operacion-lenta" default:"1s" min:"0s" max:"10m" help:"An operation that takes longer is logged, without its text and values. 0 is off."`

	ShutdownTimeout time.Duration `group:"server" default:"15s" min:"1s" max:"10m" help:"Longest orderly shutdown."`

	memory machine.Limit
	keys   []relay.Key
	signIn map[act.Act]fault.Challenge
	zone   *time.Location
	values []Value

	warnings []string
}

// Warnings are about settings that let others in.
func (c Config) Warnings() []string { return c.warnings }

// Brokers are the nodes of RabbitMQ, with their passwords.
func (c Config) Brokers() (urls []string) {
	for _, u := range c.AmqpURL {
		urls = append(urls, u.Reveal())
	}
	return urls
}

// CursorKeyRing are the parsed CursorKeys; the first signs.
func (c Config) CursorKeyRing() []relay.Key { return c.keys }

// StepUp is how a person has to have signed in for an act.
func (c Config) StepUp() map[act.Act]fault.Challenge { return c.signIn }

// Memory is what the process may take.
func (c Config) Memory() machine.Limit { return c.memory }

// LocalIssuer reports whether tokens come from the issuer in the data folder.
func (c Config) LocalIssuer() bool { return c.Profile == Embedded && c.AuthIssuer == "" }

// IntrospectionOn resolves "auto".
func (c Config) IntrospectionOn() bool { return c.isOn(c.Introspection) }

// ExplorerOn resolves "auto".
func (c Config) ExplorerOn() bool { return c.isOn(c.Explorer) }

// AppOn resolves "auto".
func (c Config) AppOn() bool { return c.isOn(c.App) }

func (c Config) isOn(value string) bool {
	return value == "on" || value == "auto" && c.Profile == Embedded
}

// Value is one setting as it is in force, with its secrets hidden.
type Value struct {
	Group, Variable, Text string
	Source                string // flag, env, default, or memory: a default that follows the memory limit
}

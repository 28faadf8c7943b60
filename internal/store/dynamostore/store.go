package dynamostore

import (
	"context"
	"crypto/rand"
	"fmt"
	mathrand "math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/feature/ec2/imds"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/smithy-go/logging"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sellado"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/ground/marca"
	"github.com/carpeta-ciudadana/servidor/internal/ground/trust"
)

// Config configures a Store. The zero value talks to AWS as the environment
// of the SDK says (AWS_REGION, AWS_PROFILE, a role, …).
type Config struct {
	// Endpoint replaces the AWS address. Over plain http it is an emulator: missing
	// credentials and region are made up.
	Endpoint string
	Region   string
	Peer     *trust.Peer // who the service has to be, and who this process is; nil: whom the machine trusts
	Prefix   string      // of the table names
	// Credentials replaces the SDK's chain.
	Credentials    aws.CredentialsProvider
	AttemptTimeout time.Duration // one HTTP exchange; default 2 s
	TotalTimeout   time.Duration // a call with its repetitions; default 5 s
	// Observe is told the capacity units of every single call, under the name of
	// the port's method that made it. It must be quick and safe for concurrent use.
	Observe func(op string, capacity float64)
	// Throttled is told of every attempt that the service refused because a partition was asked too much, under the
	// name of the port's method. It must be quick and safe for concurrent use.
	Throttled func(op string)
	// Exchange is told of every exchange; nil: nobody is.
	Exchange Exchange
	// Clocks hears the time of every answer; nil: nobody does.
	Clocks *Clocks
	// Retenciones are how long events of the trail are kept.
	Retenciones auditoria.Retenciones
	// Written is told how many events of the trail a call wrote.
	Written func(events int)

	Clock    func() time.Time // default time.Now
	Rand     func() float64   // jitter, [0,1); default math/rand
	NewToken func() string    // names a write, 1–36 characters; default random
	// HTTP replaces the client, and with it AttemptTimeout.
	HTTP aws.HTTPClient
	// Direct makes GetItem and Query without the SDK's middleware (direct.go).
	Direct bool
	// SDK adds to the client's options, e.g. tracing. What it adds sees every call, so none is direct then.
	SDK []func(*dynamodb.Options)
}

// Store is the DynamoDB adapter of every store port.
type Store struct {
	db         *dynamodb.Client
	patient    *dynamodb.Client // for bootstrap: creating a table takes longer than any read may
	direct     *direct          // nil: the SDK makes every call
	cfg        Config
	operadores sync.Map // operadorId → registered for the sweeper by this process
	inCenso    sync.Map // operadorId → registered in the census by this process
	trails     sync.Map // operadorId → registered as one with events by this process
	days       daysKnown
	moved      atomic.Pointer[bool] // a migration filled these tables; nil: nobody asked yet
	lots       lots
	maxLooks   int // events that a list looks at
}

var (
	_ carpeta.Store            = (*Store)(nil)
	_ carpeta.Censo            = (*Store)(nil)
	_ documento.Store          = (*Store)(nil)
	_ documento.Recorrible     = (*Store)(nil)
	_ documento.Sembrador      = (*Store)(nil)
	_ eliminacion.Store        = (*Store)(nil)
	_ eliminacion.Reparaciones = (*Store)(nil)
	_ marca.Store              = (*Store)(nil)
	_ entidad.Store            = (*Store)(nil)
	_ entrega.Store            = (*Store)(nil)
	_ auditoria.Store          = (*Store)(nil)
	_ sellado.Actas            = (*Store)(nil)
	_ sellado.Eventos          = (*Store)(nil)
)

// New makes a Store. It opens no connection: Ready and Bootstrap do.
func New(ctx context.Context, cfg Config) (*Store, error) {
	cfg = withDefaults(cfg)
	awsCfg, err := config.LoadDefaultConfig(ctx, sdkOptions(cfg)...)
	if err != nil {
		return nil, fmt.Errorf("AWS configuration: %w", err)
	}
	if awsCfg.Region == "" {
		if !cfg.emulator() {
			return nil, fmt.Errorf("no AWS region: set AWS_REGION")
		}
		awsCfg.Region = "us-east-1"
	}
	if cfg.emulator() && cfg.Credentials == nil {
		awsCfg.Credentials = fallbackCredentials{awsCfg.Credentials}
	}
	fast, slow := cfg.HTTP, cfg.HTTP
	if c, ok := awsCfg.HTTPClient.(*awshttp.BuildableClient); ok && cfg.HTTP == nil {
		fast, slow = explaining{c.Freeze(), cfg.Peer}, explaining{c.WithTimeout(patientTimeout).Freeze(), cfg.Peer}
	}
	s := &Store{cfg: cfg, maxLooks: auditoria.MaxEventos}
	s.cfg.HTTP = fast
	s.db = dynamodb.NewFromConfig(awsCfg, s.clientOptions(cfg.Exchange.around(cfg.Clocks.around(fast)), cfg.TotalTimeout))
	if cfg.Direct && len(cfg.SDK) == 0 {
		s.direct = newDirect(s.db.Options(), cfg.Clock)
	}
	s.lots.write = func(ctx context.Context, is []item) error { return s.writeBatch(ctx, s.db, tableEvento, is) }
	s.patient = dynamodb.NewFromConfig(awsCfg, s.clientOptions(cfg.Exchange.around(cfg.Clocks.around(slow)), max(cfg.TotalTimeout, patientTimeout)))
	return s, nil
}

// patientTimeout bounds one call of bootstrap, or of a seed.
const patientTimeout = time.Minute

func (cfg Config) emulator() bool { return strings.HasPrefix(cfg.Endpoint, "http://") }

func withDefaults(cfg Config) Config {
	if cfg.AttemptTimeout <= 0 {
		cfg.AttemptTimeout = 2 * time.Second
	}
	if cfg.TotalTimeout <= 0 {
		cfg.TotalTimeout = 5 * time.Second
	}
	if cfg.Observe == nil {
		cfg.Observe = func(string, float64) {}
	}
	if cfg.Written == nil {
		cfg.Written = func(int) {}
	}
	if cfg.Throttled == nil {
		cfg.Throttled = func(string) {}
	}
	if cfg.Clock == nil {
		cfg.Clock = time.Now
	}
	if cfg.Rand == nil {
		cfg.Rand = mathrand.Float64
	}
	if cfg.NewToken == nil {
		cfg.NewToken = func() string { return rand.Text()[:16] }
	}
	return cfg
}

// httpClient gives each exchange a deadline, which the SDK does not, and a pool
// that does not dial anew under concurrency. The SDK may still add AWS_CA_BUNDLE.
func httpClient(timeout time.Duration, peer *trust.Peer) *awshttp.BuildableClient {
	return awshttp.NewBuildableClient().WithTimeout(timeout).
		WithTransportOptions(func(t *http.Transport) {
			t.MaxIdleConns, t.MaxIdleConnsPerHost = 256, 128
			t.TLSClientConfig = peer.TLS()
		})
}

func sdkOptions(cfg Config) []func(*config.LoadOptions) error {
	os := []func(*config.LoadOptions) error{
		config.WithHTTPClient(httpClient(cfg.AttemptTimeout, cfg.Peer)),
		config.WithLogger(logging.Nop{}), // errors come back; unstructured lines on stderr help nobody
	}
	if cfg.emulator() { // do not go looking for a role of this machine
		os = append(os, config.WithEC2IMDSClientEnableState(imds.ClientDisabled))
	}
	if cfg.Region != "" {
		os = append(os, config.WithRegion(cfg.Region))
	}
	if cfg.Credentials != nil {
		os = append(os, config.WithCredentialsProvider(cfg.Credentials))
	}
	return os
}

func (s *Store) clientOptions(client aws.HTTPClient, timeout time.Duration) func(*dynamodb.Options) {
	return func(o *dynamodb.Options) {
		if s.cfg.Endpoint != "" {
			o.BaseEndpoint = aws.String(s.cfg.Endpoint)
		}
		o.HTTPClient = client
		// TLS guards the answers already, and the check spoils the connection of every failed condition.
		o.DisableValidateResponseChecksum = true
		o.Retryer = retry.NewStandard(func(r *retry.StandardOptions) {
			r.MaxAttempts = maxThrottled
			r.Backoff = retry.BackoffDelayerFunc(s.backoff)
		})
		o.APIOptions = append(o.APIOptions, s.withTimeoutAndMeter(timeout), s.withThrottleMeter)
		for _, f := range s.cfg.SDK {
			f(o)
		}
	}
}

// fallbackCredentials lets an emulator be used without any AWS account.
type fallbackCredentials struct{ chain aws.CredentialsProvider }

func (c fallbackCredentials) Retrieve(ctx context.Context) (aws.Credentials, error) {
	if cs, err := c.chain.Retrieve(ctx); err == nil {
		return cs, nil
	}
	return credentials.NewStaticCredentialsProvider("local", "local", "").Retrieve(ctx)
}

// Close ends idle connections; calls under way go on.
func (s *Store) Close() {
	if c, ok := s.cfg.HTTP.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}

package dynamostore

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	mathrand "math/rand/v2"
	"net/http"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/feature/ec2/imds"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/smithy-go/logging"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/ground/trust"
	"github.com/carpeta-ciudadana/servidor/internal/store/records"
	"github.com/carpeta-ciudadana/servidor/internal/store/records/dynamo"
	"github.com/carpeta-ciudadana/servidor/internal/store/rules"
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
	// Observe gets the capacity units of every single call, under the name of
	// the port's method that made it. It must be quick and safe for concurrent use.
	Observe func(op string, capacity float64)
	// Throttled is called for every attempt that the service refused because a partition was asked too much, with the
	// name of the port's method. It must be quick and safe for concurrent use.
	Throttled func(op string)
	// Exchange hears of every exchange; nil: nobody does.
	Exchange Exchange
	// Clocks hears the time of every answer; nil: nobody does.
	Clocks *Clocks
	// Retenciones are how long events of the trail are kept.
	Retenciones auditoria.Retenciones
	// Settling is that of rules.Config: auditoria.Asentamiento, where events are written as they happen.
	Settling time.Duration
	// Written, if set, gets how many events of the trail a call wrote.
	Written func(events int)

	Clock    func() time.Time // default time.Now
	Rand     func() float64   // jitter, [0,1); default math/rand
	NewToken func() string    // names a write, 1–36 characters; default random
	// HTTP replaces the client, and with it AttemptTimeout.
	HTTP aws.HTTPClient
	// SDK adds to the options of the client that writes.
	SDK []func(*dynamodb.Options)
}

// Store is the rules of the store on DynamoDB, and what only these tables need.
type Store struct {
	*rules.Store
	engine  *engine
	client  *dynamodb.Client
	patient *dynamodb.Client // for bootstrap: creating a table takes longer than any read may
	cfg     Config
}

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
		fast, slow = c.Freeze(), c.WithTimeout(patientTimeout).Freeze()
	}
	s := &Store{cfg: cfg}
	s.cfg.HTTP = fast
	db := s.database(awsCfg, fast, cfg.TotalTimeout)
	s.engine = &engine{DB: db, patient: s.database(awsCfg, slow, max(cfg.TotalTimeout, patientTimeout))}
	s.engine.lots.write = func(ctx context.Context, is []records.Item) error { return db.PutMany(ctx, rules.Eventos, is) }
	s.client, s.patient = db.Client, s.engine.patient.Client
	s.Store = rules.New(rules.Config{DB: s.engine, Clock: cfg.Clock, Retenciones: cfg.Retenciones, Written: cfg.Written, Settling: cfg.Settling})
	return s, nil
}

// database is the service by a client whose calls have a deadline.
func (s *Store) database(awsCfg aws.Config, client aws.HTTPClient, timeout time.Duration) *dynamo.DB {
	c := dynamo.Config{
		Prefix: s.cfg.Prefix, Timeout: timeout, Clock: s.cfg.Clock, NewToken: s.cfg.NewToken, Rand: s.cfg.Rand, Observe: s.cfg.Observe, Throttled: s.cfg.Throttled,
	}
	c.Client = dynamodb.NewFromConfig(awsCfg, c.ClientOptions(timeout), func(o *dynamodb.Options) {
		if s.cfg.Endpoint != "" {
			o.BaseEndpoint = aws.String(s.cfg.Endpoint)
		}
		if client != nil {
			o.HTTPClient = watched{client, s.cfg.Exchange, s.cfg.Clocks, s.cfg.Peer}
		}
		for _, f := range s.cfg.SDK {
			f(o)
		}
	})
	return dynamo.New(c)
}

// patientTimeout bounds one call of bootstrap, or of a seed.
const patientTimeout = time.Minute

func (cfg Config) emulator() bool { return strings.HasPrefix(cfg.Endpoint, "http://") }

func withDefaults(cfg Config) Config {
	cfg.AttemptTimeout = cmp.Or(cfg.AttemptTimeout, 2*time.Second)
	cfg.TotalTimeout = cmp.Or(cfg.TotalTimeout, 5*time.Second)
	if cfg.Observe == nil {
		cfg.Observe = func(string, float64) {}
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

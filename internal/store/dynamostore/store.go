package dynamostore

import (
	"context"
	"crypto/rand"
	"fmt"
	mathrand "math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/feature/ec2/imds"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/smithy-go/logging"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/reconciliacion"
)

// Opciones configure a Store. The zero value talks to AWS as the environment
// of the SDK says (AWS_REGION, AWS_PROFILE, a role, …).
type Opciones struct {
	// Endpoint replaces the AWS address. Over plain http it is an emulator: missing
	// credentials and region are made up.
	Endpoint string
	Region   string
	Prefijo  string // of the table names
	// Credenciales replaces the SDK's chain.
	Credenciales aws.CredentialsProvider
	PlazoIntento time.Duration // one HTTP exchange; default 2 s
	PlazoTotal   time.Duration // a call with its repetitions; default 5 s
	// Observar is told the capacity units of every single call, under the name of
	// the port's method that made it. It must be quick and safe for concurrent use.
	Observar func(op string, capacidad float64)

	Reloj func() time.Time // default time.Now
	Azar  func() float64   // jitter, [0,1); default math/rand
	Token func() string    // names a write, 1–36 characters; default random
	// HTTP replaces the client, and with it PlazoIntento.
	HTTP aws.HTTPClient
	// SDK adds to the client's options, e.g. tracing.
	SDK []func(*dynamodb.Options)
}

// Store is the DynamoDB adapter of every store port.
type Store struct {
	db         *dynamodb.Client
	paciente   *dynamodb.Client // for bootstrap: creating a table takes longer than any read may
	op         Opciones
	operadores sync.Map // operadorId → registered for the sweeper by this process
	enCenso    sync.Map // operadorId → registered in the census by this process
}

var (
	_ documento.Sembrador    = (*Store)(nil)
	_ reconciliacion.Almacen = (*Store)(nil) // and with it every other port
)

// New makes a Store. It opens no connection: Ready and Bootstrap do.
func New(ctx context.Context, op Opciones) (*Store, error) {
	op = conDefectos(op)
	cfg, err := config.LoadDefaultConfig(ctx, opcionesSDK(op)...)
	if err != nil {
		return nil, fmt.Errorf("AWS configuration: %w", err)
	}
	if cfg.Region == "" {
		if !op.emulador() {
			return nil, fmt.Errorf("no AWS region: set AWS_REGION")
		}
		cfg.Region = "us-east-1"
	}
	if op.emulador() && op.Credenciales == nil {
		cfg.Credentials = conReserva{cfg.Credentials}
	}
	rapido, lento := op.HTTP, op.HTTP
	if c, ok := cfg.HTTPClient.(*awshttp.BuildableClient); ok && op.HTTP == nil {
		rapido, lento = c.Freeze(), c.WithTimeout(plazoPaciente).Freeze()
	}
	s := &Store{op: op}
	s.op.HTTP = rapido
	s.db = dynamodb.NewFromConfig(cfg, s.opcionesCliente(rapido, op.PlazoTotal))
	s.paciente = dynamodb.NewFromConfig(cfg, s.opcionesCliente(lento, max(op.PlazoTotal, plazoPaciente)))
	return s, nil
}

// plazoPaciente bounds one call of bootstrap.
const plazoPaciente = time.Minute

func (op Opciones) emulador() bool { return strings.HasPrefix(op.Endpoint, "http://") }

func conDefectos(op Opciones) Opciones {
	if op.PlazoIntento <= 0 {
		op.PlazoIntento = 2 * time.Second
	}
	if op.PlazoTotal <= 0 {
		op.PlazoTotal = 5 * time.Second
	}
	if op.Observar == nil {
		op.Observar = func(string, float64) {}
	}
	if op.Reloj == nil {
		op.Reloj = time.Now
	}
	if op.Azar == nil {
		op.Azar = mathrand.Float64
	}
	if op.Token == nil {
		op.Token = func() string { return rand.Text()[:16] }
	}
	return op
}

// clienteHTTP gives each exchange a deadline, which the SDK does not, and a pool
// that does not dial anew under concurrency. The SDK may still add AWS_CA_BUNDLE.
func clienteHTTP(plazo time.Duration) *awshttp.BuildableClient {
	return awshttp.NewBuildableClient().WithTimeout(plazo).
		WithTransportOptions(func(t *http.Transport) {
			t.MaxIdleConns, t.MaxIdleConnsPerHost = 256, 128
		})
}

func opcionesSDK(op Opciones) []func(*config.LoadOptions) error {
	os := []func(*config.LoadOptions) error{
		config.WithHTTPClient(clienteHTTP(op.PlazoIntento)),
		config.WithLogger(logging.Nop{}), // errors come back; unstructured lines on stderr help nobody
	}
	if op.emulador() { // do not go looking for a role of this machine
		os = append(os, config.WithEC2IMDSClientEnableState(imds.ClientDisabled))
	}
	if op.Region != "" {
		os = append(os, config.WithRegion(op.Region))
	}
	if op.Credenciales != nil {
		os = append(os, config.WithCredentialsProvider(op.Credenciales))
	}
	return os
}

func (s *Store) opcionesCliente(cliente aws.HTTPClient, plazo time.Duration) func(*dynamodb.Options) {
	return func(o *dynamodb.Options) {
		if s.op.Endpoint != "" {
			o.BaseEndpoint = aws.String(s.op.Endpoint)
		}
		o.HTTPClient = cliente
		// TLS guards the answers already, and the check spoils the connection of every failed condition.
		o.DisableValidateResponseChecksum = true
		o.Retryer = retry.NewStandard(func(r *retry.StandardOptions) {
			r.MaxAttempts = maxEstrangulada
			r.Backoff = retry.BackoffDelayerFunc(s.espaciar)
		})
		o.APIOptions = append(o.APIOptions, s.conPlazoYMedida(plazo))
		for _, f := range s.op.SDK {
			f(o)
		}
	}
}

// conReserva lets an emulator be used without any AWS account.
type conReserva struct{ cadena aws.CredentialsProvider }

func (c conReserva) Retrieve(ctx context.Context) (aws.Credentials, error) {
	if cs, err := c.cadena.Retrieve(ctx); err == nil {
		return cs, nil
	}
	return credentials.NewStaticCredentialsProvider("local", "local", "").Retrieve(ctx)
}

// Close ends idle connections; calls under way go on.
func (s *Store) Close() {
	if c, ok := s.op.HTTP.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}

package app

import (
	"context"
	"crypto/rand"
	"net/http"
	"strings"

	"github.com/carpeta-ciudadana/servidor/internal/app/awskeys"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/blob/minioblob"
	"github.com/carpeta-ciudadana/servidor/internal/broker/rabbitbroker"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/ground/trust"
	"github.com/carpeta-ciudadana/servidor/internal/store/dynamostore"
)

// openDistributed opens the profile on DynamoDB, RabbitMQ and S3.
func openDistributed(ctx context.Context, p process) (o ports, err error) {
	clocks := dynamostore.NewClocks(p.clock, p.log)
	store, err := openDynamo(ctx, p, clocks)
	if err != nil {
		return o, err
	}
	p.metrics.ClockDifference(clocks.Difference)
	o.Store, o.clocks = store, clocks
	o.onClose(func() error { store.Close(); return nil })
	objetos, err := openS3(ctx, p)
	if err != nil {
		return o, err
	}
	o.Objetos, o.inventario, o.linksReady = objetos, objetos, objetos.LinksReady
	o.Sellos = objetos.Sellos(p.cfg.SelloBucket)
	o.Archivo = objetos.Sellos(p.cfg.ArchiveBucket()).Locked(uint(p.cfg.ArchiveLock))
	if err := openRabbit(p, &o); err != nil {
		return o, err
	}
	o.verifier, o.cursors = remoteIssuer(p), p.cfg.CursorKeyRing()
	if len(o.cursors) == 0 { // commands that hand no cursor out; what serves has keys, or does not start
		o.cursors = []relay.Key{{ID: "fugaz", Secret: []byte(rand.Text() + rand.Text())}}
	}
	return o, nil
}

func openDynamo(ctx context.Context, p process, clocks *dynamostore.Clocks) (*dynamostore.Store, error) {
	peer, err := peerOf(p, "dynamodb", p.cfg.DynamodbTLS)
	if err != nil {
		return nil, err
	}
	cfg := dynamostore.Config{
		Peer: peer, Observe: p.metrics.StoreCall, Throttled: p.metrics.StoreThrottled, Written: p.metrics.EventsWritten,
		Clocks: clocks, Retenciones: retenciones(p.cfg), Settling: auditoria.Asentamiento, Clock: p.clock,
	}
	if p.traces != nil || p.cfg.SlowOperation != 0 {
		cfg.Exchange = p.traces.Exchange
	}
	return connectDynamo(ctx, p.cfg, cfg)
}

// peerOf loads how this process and a service know each other, and has the metrics tell when that ends.
func peerOf(p process, service string, files trust.Files) (*trust.Peer, error) {
	peer, err := trust.Load("CARPETA_"+strings.ToUpper(service), files, p.clock)
	if err == nil {
		p.metrics.ServiceCertificates(service, peer.Ends)
	}
	return peer, err
}

// connectDynamo opens the tables of a configuration, with its keys. with has the rest, and a clock.
func connectDynamo(ctx context.Context, c config.Config, with dynamostore.Config) (_ *dynamostore.Store, err error) {
	with.Endpoint, with.Prefix, with.TotalTimeout = c.DynamodbEndpoint, c.DynamodbTablePrefix, c.StoreTimeout
	if !isPlain(c.DynamodbEndpoint) { // an emulator takes any keys
		if with.Credentials, err = awskeys.Find(ctx, true, with.Clock); err != nil {
			return nil, err
		}
	}
	return dynamostore.New(ctx, with)
}

func openS3(ctx context.Context, p process) (*minioblob.Objetos, error) {
	peer, err := peerOf(p, "s3", p.cfg.S3TLS)
	if err != nil {
		return nil, err
	}
	cfg := minioblob.Config{
		Endpoint: p.cfg.S3Endpoint, PublicEndpoint: p.cfg.S3Public, Peer: peer, AccessKey: p.cfg.S3AccessKey, SecretKey: p.cfg.S3SecretKey.Reveal(),
		Bucket: p.cfg.S3Bucket, Region: p.cfg.S3Region, Origins: origins(p.cfg), Timeout: p.cfg.ObjectTimeout, Clock: p.clock, Around: objectCalls(p),
	}
	if cfg.AccessKey == "" {
		chain, err := awskeys.Find(ctx, !isPlain(p.cfg.S3Endpoint), p.clock)
		if err != nil {
			return nil, err
		}
		cfg.Keys = awskeys.Keys(chain)
	}
	objetos, err := minioblob.New(cfg)
	if err != nil {
		return nil, err
	}
	p.metrics.LinksWithheld(objetos.Withheld)
	return objetos, nil
}

// objectCalls are traced.
func objectCalls(p process) func(http.RoundTripper) http.RoundTripper {
	if p.traces == nil {
		return nil
	}
	return p.traces.Calls
}

// isPlain: an address without TLS is that of an emulator or of a store of one's own, which knows no role of the machine.
func isPlain(endpoint string) bool { return strings.HasPrefix(endpoint, "http://") }

// openRabbit: commands that send nothing (seed, import, reconcile) need no RabbitMQ,
// and get a broker without consumers. A server without an address does not start.
func openRabbit(p process, o *ports) error {
	nodes := p.cfg.Brokers()
	if len(nodes) == 0 {
		o.Broker = openLocalBroker(p, o)
		return nil
	}
	peer, err := peerOf(p, "amqp", p.cfg.AmqpTLS)
	if err != nil {
		return err
	}
	rabbit, err := rabbitbroker.New(rabbitbroker.Config{
		URLs: nodes, Peer: peer, ConfirmTimeout: p.cfg.ConfirmTimeout, Retry: reintentos(p.cfg), Log: p.log, Clock: p.clock,
	})
	if err != nil {
		return err
	}
	o.Broker, o.Politica = rabbit, rabbit.PolicyCommand(p.cfg.QueueMax)
	o.onClose(rabbit.Close)
	return nil
}

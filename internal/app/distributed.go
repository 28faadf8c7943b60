package app

import (
	"context"
	"crypto/rand"
	"strings"

	"github.com/carpeta-ciudadana/servidor/internal/app/awskeys"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/blob/minioblob"
	"github.com/carpeta-ciudadana/servidor/internal/broker/localbroker"
	"github.com/carpeta-ciudadana/servidor/internal/broker/rabbitbroker"
	"github.com/carpeta-ciudadana/servidor/internal/cli/migrar"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/ground/trust"
	"github.com/carpeta-ciudadana/servidor/internal/store/dynamostore"
)

// openDistributed opens the profile on DynamoDB, RabbitMQ and S3.
func (a *App) openDistributed(ctx context.Context) error {
	for _, open := range []func(context.Context) error{a.openDynamo, a.openS3, a.openRabbit} {
		if err := open(ctx); err != nil {
			return err
		}
	}
	a.p.verifier, a.p.cursors = a.remoteEmisor(), a.configuredKeys()
	if len(a.p.cursors) == 0 { // commands that hand no cursor out; what serves has keys, or does not start
		a.p.cursors = []relay.Key{{ID: "fugaz", Secret: []byte(rand.Text() + rand.Text())}}
	}
	return nil
}

func (a *App) openDynamo(ctx context.Context) error {
	peer, err := a.peer("dynamodb", a.cfg.DynamodbTLS)
	if err != nil {
		return err
	}
	store, err := connectDynamo(ctx, a.cfg, dynamostore.Config{
		Peer:     peer,
		Exchange: a.exchanges(), Observe: a.metrics.StoreCall, Throttled: a.metrics.StoreThrottled, Written: a.metrics.EventsWritten,
		Retenciones: a.retenciones(), Clock: a.clock, Direct: a.cfg.DynamodbReads == config.DirectReads,
	})
	if err != nil {
		return err
	}
	a.p.store, a.p.ready, a.p.bootstrap = store, store.Ready, store.Bootstrap
	a.p.takeOver = func(ctx context.Context) error { return migrar.TakeOver(ctx, store) }
	a.onClose(func() error { store.Close(); return nil })
	return nil
}

// peer loads how this process and a service know each other, and has the metrics tell when that ends.
func (a *App) peer(service string, files trust.Files) (*trust.Peer, error) {
	peer, err := trust.Load("CARPETA_"+strings.ToUpper(service), files, a.clock)
	if err == nil {
		a.metrics.ServiceCertificates(service, peer.Ends)
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

func (a *App) openS3(ctx context.Context) error {
	peer, err := a.peer("s3", a.cfg.S3TLS)
	if err != nil {
		return err
	}
	cfg := minioblob.Config{
		Endpoint: a.cfg.S3Endpoint, PublicEndpoint: a.cfg.S3Public, Peer: peer, AccessKey: a.cfg.S3AccessKey, SecretKey: a.cfg.S3SecretKey.Reveal(),
		Bucket: a.cfg.S3Bucket, Region: a.cfg.S3Region, Origins: origins(a.cfg), Timeout: a.cfg.ObjectTimeout, Clock: a.clock, Around: a.objectCalls(),
	}
	if cfg.AccessKey == "" {
		chain, err := awskeys.Find(ctx, !isPlain(a.cfg.S3Endpoint), a.clock)
		if err != nil {
			return err
		}
		cfg.Keys = awskeys.Keys(chain)
	}
	objetos, err := minioblob.New(cfg)
	if err != nil {
		return err
	}
	a.metrics.LinksWithheld(objetos.Withheld)
	a.p.linksReady = objetos.LinksReady
	a.p.objetos, a.p.inventario, a.p.sellos = objetos, objetos, objetos.Sellos(a.cfg.SelloBucket)
	a.p.archive = objetos.Sellos(a.cfg.ArchiveBucket()).Locked(uint(a.cfg.ArchiveLock))
	return nil
}

// isPlain: an address without TLS is that of an emulator or of a store of one's own, which knows no role of the machine.
func isPlain(endpoint string) bool { return strings.HasPrefix(endpoint, "http://") }

// abrirRabbit: commands that send nothing (seed, import, reconcile) need no RabbitMQ,
// and get a broker that nobody hears. What serves has an address, or does not start.
func (a *App) openRabbit(context.Context) error {
	nodes := a.cfg.Brokers()
	if len(nodes) == 0 {
		local := localbroker.New(localbroker.Config{Retry: a.reintentos(), MaxQueue: a.cfg.QueueMax, Log: a.log, Clock: a.clock})
		a.p.broker = local
		a.onClose(local.Close)
		return nil
	}
	peer, err := a.peer("amqp", a.cfg.AmqpTLS)
	if err != nil {
		return err
	}
	rabbit, err := rabbitbroker.New(rabbitbroker.Config{
		URLs: nodes, Peer: peer, ConfirmTimeout: a.cfg.ConfirmTimeout, Retry: a.reintentos(), Log: a.log, Clock: a.clock,
	})
	if err != nil {
		return err
	}
	a.p.broker, a.p.policy = rabbit, rabbit.PolicyCommand(a.cfg.QueueMax)
	a.onClose(rabbit.Close)
	return nil
}

func (a *App) remoteEmisor() auth.Verifier {
	return auth.NewRemote(auth.RemoteConfig{
		Emisor: a.cfg.AuthIssuer, Audience: a.cfg.AuthAudience, JWKSURL: a.cfg.AuthJWKSURL, Clock: a.clock,
		Algorithms: a.cfg.AuthAlgorithms, Leeway: a.cfg.AuthClockSkew, Stale: a.cfg.AuthStaleKeys,
		Places: verifications(), Metrics: a.metrics.Emisor(), Log: a.log,
	})
}

func (a *App) configuredKeys() []relay.Key {
	var keys []relay.Key
	for _, k := range a.cfg.CursorKeyRing() {
		keys = append(keys, relay.Key{ID: k.Kid, Secret: k.Secret})
	}
	return keys
}

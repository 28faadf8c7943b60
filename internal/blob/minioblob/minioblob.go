package minioblob

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/s3utils"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/trust"
)

// Defaults of Config.
const (
	defaultRegion  = "us-east-1"
	defaultTimeout = 5 * time.Second
	defaultRate    = 256 << 10
	attempts       = 2 // of a call in all; minio-go's own 10 outlive every deadline
)

// Config says where the bucket is. Zero values take the defaults.
type Config struct {
	Endpoint       string // http://host:port or https://host
	PublicEndpoint string // the same store as clients reach it, for signed URLs; empty: Endpoint
	AccessKey      string // fixed keys
	SecretKey      string
	Keys           Keys // in place of fixed ones
	Bucket         string
	Region         string // us-east-1; always set, so that signing needs no network

	Peer *trust.Peer // who the store has to be, and who this process is; nil: whom the machine trusts

	Origins []string // of the pages that send and fetch files; Bootstrap tells the bucket

	Timeout   time.Duration                             // deadline of a call that moves no file: 5 s
	MinRate   int64                                     // bytes/s below which a transfer is given up: 256 KiB/s
	Transport http.RoundTripper                         // nil: one of minio-go's own
	Around    func(http.RoundTripper) http.RoundTripper // stands around the transport; nil: nothing does
	Clock     func() time.Time                          // nil: time.Now
}

// Objetos is the store of files. It is safe for concurrent use.
type Objetos struct {
	cfg    Config
	client *minio.Client
	once   minio.Core    // sends a request no second time: the answer to that one would not tell what became of the first
	signer *minio.Client // signs for the public endpoint; it never calls
	core   minio.Core
	amazon bool // it is Amazon's own
	guard  guard
}

var (
	_ documento.Objetos    = (*Objetos)(nil)
	_ documento.Inventario = (*Objetos)(nil)
)

// New prepares a client; it does not touch the network.
func New(cfg Config) (*Objetos, error) {
	target, err := endpoint(cfg.Endpoint)
	if err != nil {
		return nil, err
	}
	public := target
	if cfg.PublicEndpoint != "" {
		if public, err = endpoint(cfg.PublicEndpoint); err != nil {
			return nil, err
		}
	}
	if cfg, err = cfg.withDefaults(target.Scheme == "https"); err != nil {
		return nil, err
	}
	client, err := cfg.client(target, attempts)
	if err != nil {
		return nil, err
	}
	once, err := cfg.client(target, 1)
	if err != nil {
		return nil, err
	}
	signer, err := cfg.client(public, attempts)
	o := &Objetos{cfg: cfg, client: client, once: minio.Core{Client: once}, signer: signer, core: minio.Core{Client: client}, amazon: s3utils.IsAmazonEndpoint(*target)}
	o.guard.needed = !o.amazon && !trust.IsLoopback(public.Hostname()) // links to it are of use on this machine alone
	return o, err
}

func endpoint(address string) (*url.URL, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || strings.Trim(u.Path, "/") != "" || (u.Scheme != "http" && u.Scheme != "https") {
		return nil, errors.New("S3 endpoint: want http://host:port or https://host") // not quoted: it may hold a password
	}
	return u, nil
}

func (c Config) client(target *url.URL, attempts int) (*minio.Client, error) {
	client, err := minio.New(target.Host, &minio.Options{
		Creds:      c.credentials(),
		Secure:     target.Scheme == "https",
		Region:     c.Region,
		Transport:  c.Transport,
		MaxRetries: attempts, // attempts in all
	})
	if err != nil {
		return nil, fmt.Errorf("S3 client: %w", err)
	}
	return client, nil
}

func (c Config) withDefaults(https bool) (Config, error) {
	if c.Keys == nil && (c.AccessKey == "" || c.SecretKey == "") || c.Bucket == "" {
		return c, errors.New("S3: keys and a bucket are required")
	}
	if c.Region == "" {
		c.Region = defaultRegion
	}
	if c.Timeout <= 0 {
		c.Timeout = defaultTimeout
	}
	if c.MinRate <= 0 {
		c.MinRate = defaultRate
	}
	if c.Clock == nil {
		c.Clock = time.Now
	}
	if c.Transport == nil {
		transport, err := minio.DefaultTransport(https)
		if err != nil {
			return c, fmt.Errorf("S3 transport: %w", err)
		}
		if https {
			transport.TLSClientConfig = c.Peer.TLS()
		}
		c.Transport = c.Peer.Around(transport)
	}
	if c.Around != nil {
		c.Transport = c.Around(c.Transport)
	}
	return c, nil
}

// Close lets idle connections go.
func (o *Objetos) Close() error {
	if t, ok := o.cfg.Transport.(interface{ CloseIdleConnections() }); ok {
		t.CloseIdleConnections()
	}
	return nil
}

// Bootstrap creates the bucket, makes it versioned and lets pages use it.
func (o *Objetos) Bootstrap(ctx context.Context) error {
	exists, err := o.hasBucket(ctx)
	if err != nil {
		return err
	}
	if !exists {
		if err := o.createBucket(ctx); err != nil {
			return err
		}
	}
	if err := o.enableVersioning(ctx); err != nil {
		return err
	}
	return o.allow(ctx)
}

// Ready asks for the bucket.
func (o *Objetos) Ready(ctx context.Context) error {
	exists, err := o.hasBucket(ctx)
	if err == nil && !exists {
		return o.withoutBucket()
	}
	return err
}

func (o *Objetos) hasBucket(ctx context.Context) (bool, error) {
	ctx, cancel := o.withTimeout(ctx)
	defer cancel()
	exists, err := o.client.BucketExists(ctx, o.cfg.Bucket)
	return exists, classify(err)
}

// createBucket takes a bucket that another process made meanwhile as its own.
func (o *Objetos) createBucket(ctx context.Context) error {
	ctx, cancel := o.withTimeout(ctx)
	defer cancel()
	err := o.client.MakeBucket(ctx, o.cfg.Bucket, minio.MakeBucketOptions{Region: o.cfg.Region})
	if codeOf(err) == minio.BucketAlreadyOwnedByYou {
		return nil
	}
	if err != nil {
		return classify(err)
	}
	return o.expireParts(ctx)
}

func (o *Objetos) enableVersioning(ctx context.Context) error {
	ctx, cancel := o.withTimeout(ctx)
	defer cancel()
	current, err := o.client.GetBucketVersioning(ctx, o.cfg.Bucket)
	if err == nil && !current.Enabled() {
		err = o.client.EnableVersioning(ctx, o.cfg.Bucket)
	}
	return classify(err)
}

// withTimeout bounds a call that moves no file.
func (o *Objetos) withTimeout(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, o.cfg.Timeout)
}

// timeoutFor is what moving so many bytes may take.
func (o *Objetos) timeoutFor(bytes int64) time.Duration {
	return o.cfg.Timeout + time.Duration(float64(bytes)/float64(o.cfg.MinRate)*float64(time.Second))
}

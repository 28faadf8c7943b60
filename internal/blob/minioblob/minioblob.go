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
	"github.com/minio/minio-go/v7/pkg/credentials"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// Defaults of Config.
const (
	regionInicial = "us-east-1"
	plazoInicial  = 5 * time.Second
	ritmoInicial  = 256 << 10
	intentos      = 2
)

// Config says where the bucket is. Zero values take the defaults.
type Config struct {
	Endpoint  string // http://host:port or https://host
	Publico   string // the same store as clients reach it, for signed URLs; empty: Endpoint
	AccessKey string
	SecretKey string
	Bucket    string
	Region    string // us-east-1; always set, so that signing needs no network

	Origenes []string // of the pages that send and fetch files; Bootstrap tells the bucket

	Plazo       time.Duration     // deadline of a call that moves no file: 5 s
	RitmoMinimo int64             // bytes/s below which a transfer is given up: 256 KiB/s
	Transporte  http.RoundTripper // nil: one of minio-go's own
	Reloj       func() time.Time  // nil: time.Now
}

// Objetos is the store of files. It is safe for concurrent use.
type Objetos struct {
	cfg      Config
	cliente  *minio.Client
	firmante *minio.Client // signs for the public endpoint; it never calls
	core     minio.Core
}

var (
	_ documento.Objetos    = (*Objetos)(nil)
	_ documento.Inventario = (*Objetos)(nil)
)

// New prepares a client; it does not touch the network.
func New(cfg Config) (*Objetos, error) {
	destino, err := extremo(cfg.Endpoint)
	if err != nil {
		return nil, err
	}
	publico := destino
	if cfg.Publico != "" {
		if publico, err = extremo(cfg.Publico); err != nil {
			return nil, err
		}
	}
	if cfg, err = cfg.conDefectos(destino.Scheme == "https"); err != nil {
		return nil, err
	}
	cliente, err := cfg.cliente(destino)
	if err != nil {
		return nil, err
	}
	firmante, err := cfg.cliente(publico)
	return &Objetos{cfg: cfg, cliente: cliente, firmante: firmante, core: minio.Core{Client: cliente}}, err
}

func extremo(direccion string) (*url.URL, error) {
	u, err := url.Parse(direccion)
	if err != nil || u.Host == "" || strings.Trim(u.Path, "/") != "" || (u.Scheme != "http" && u.Scheme != "https") {
		return nil, errors.New("S3 endpoint: want http://host:port or https://host") // not quoted: it may hold a password
	}
	return u, nil
}

func (c Config) cliente(destino *url.URL) (*minio.Client, error) {
	cliente, err := minio.New(destino.Host, &minio.Options{
		Creds:      credentials.NewStaticV4(c.AccessKey, c.SecretKey, ""),
		Secure:     destino.Scheme == "https",
		Region:     c.Region,
		Transport:  c.Transporte,
		MaxRetries: intentos, // attempts in all; minio-go's own 10 outlive every deadline
	})
	if err != nil {
		return nil, fmt.Errorf("S3 client: %w", err)
	}
	return cliente, nil
}

func (c Config) conDefectos(https bool) (Config, error) {
	if c.AccessKey == "" || c.SecretKey == "" || c.Bucket == "" {
		return c, errors.New("S3: access key, secret key and bucket are required")
	}
	if c.Region == "" {
		c.Region = regionInicial
	}
	if c.Plazo <= 0 {
		c.Plazo = plazoInicial
	}
	if c.RitmoMinimo <= 0 {
		c.RitmoMinimo = ritmoInicial
	}
	if c.Reloj == nil {
		c.Reloj = time.Now
	}
	if c.Transporte == nil {
		transporte, err := minio.DefaultTransport(https)
		if err != nil {
			return c, fmt.Errorf("S3 transport: %w", err)
		}
		c.Transporte = transporte
	}
	return c, nil
}

// Close lets idle connections go.
func (o *Objetos) Close() error {
	if t, ok := o.cfg.Transporte.(interface{ CloseIdleConnections() }); ok {
		t.CloseIdleConnections()
	}
	return nil
}

// Bootstrap creates the bucket, makes it versioned and lets pages use it.
func (o *Objetos) Bootstrap(ctx context.Context) error {
	existe, err := o.hayBucket(ctx)
	if err != nil {
		return err
	}
	if !existe {
		if err := o.crearBucket(ctx); err != nil {
			return err
		}
	}
	if err := o.versionar(ctx); err != nil {
		return err
	}
	return o.permitir(ctx)
}

// Ready asks for the bucket.
func (o *Objetos) Ready(ctx context.Context) error {
	existe, err := o.hayBucket(ctx)
	if err == nil && !existe {
		return o.sinBucket()
	}
	return err
}

func (o *Objetos) hayBucket(ctx context.Context) (bool, error) {
	ctx, cancelar := o.conPlazo(ctx)
	defer cancelar()
	existe, err := o.cliente.BucketExists(ctx, o.cfg.Bucket)
	return existe, clasificar(err)
}

// crearBucket takes a bucket that another process made meanwhile as its own.
func (o *Objetos) crearBucket(ctx context.Context) error {
	ctx, cancelar := o.conPlazo(ctx)
	defer cancelar()
	err := o.cliente.MakeBucket(ctx, o.cfg.Bucket, minio.MakeBucketOptions{Region: o.cfg.Region})
	if codigo(err) == minio.BucketAlreadyOwnedByYou {
		return nil
	}
	return clasificar(err)
}

func (o *Objetos) versionar(ctx context.Context) error {
	ctx, cancelar := o.conPlazo(ctx)
	defer cancelar()
	actual, err := o.cliente.GetBucketVersioning(ctx, o.cfg.Bucket)
	if err == nil && !actual.Enabled() {
		err = o.cliente.EnableVersioning(ctx, o.cfg.Bucket)
	}
	return clasificar(err)
}

// conPlazo bounds a call that moves no file.
func (o *Objetos) conPlazo(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, o.cfg.Plazo)
}

// plazoDe is what moving so many bytes may take.
func (o *Objetos) plazoDe(bytes int64) time.Duration {
	return o.cfg.Plazo + time.Duration(float64(bytes)/float64(o.cfg.RitmoMinimo)*float64(time.Second))
}

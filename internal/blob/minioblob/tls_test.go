package minioblob_test

import (
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/blob/minioblob"
	"github.com/carpeta-ciudadana/servidor/internal/ground/trust"
	"github.com/carpeta-ciudadana/servidor/internal/ground/trust/trusttest"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/certs"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

func TestCertificates(t *testing.T) {
	t.Parallel()
	s3 := services.S3(t)
	trusttest.Run(t, &trusttest.Proxy{Target: s3.Endpoint, Call: func(t testing.TB, endpoint string, peer *trust.Peer) error {
		return bootstrapOver(t, services.S3Connection{Endpoint: endpoint, AccessKey: s3.AccessKey, SecretKey: s3.SecretKey}, peer)
	}})
}

// MinIO speaks TLS itself.
func TestMinioWithCertificates(t *testing.T) {
	t.Parallel()
	ca, stranger := certs.NewCA(t, "store"), certs.NewCA(t, "stranger")
	own := ca.Issue(t, certs.For(time.Hour))
	s3 := services.OwnMinioWithTLS(t, services.TLS{Cert: own.Cert, Key: own.Key}, ca.File).Connection()
	for file, says := range map[string]string{ca.File: "", stranger.File: "signed by none of the CAs in CARPETA_S3_CA"} {
		peer, err := trust.Load("CARPETA_S3", trust.Files{CA: file}, time.Now)
		if err != nil {
			t.Fatal(err)
		}
		err = bootstrapOver(t, s3, peer)
		if says == "" && err != nil || says != "" && (err == nil || !strings.Contains(err.Error(), says)) {
			t.Errorf("%q: got %v", says, err)
		}
	}
}

func bootstrapOver(t testing.TB, s3 services.S3Connection, peer *trust.Peer) error {
	t.Helper()
	o, err := minioblob.New(minioblob.Config{
		Endpoint: s3.Endpoint, AccessKey: s3.AccessKey, SecretKey: s3.SecretKey, Bucket: "con-certificados", Peer: peer, Timeout: time.Minute,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = o.Close() }()
	return o.Bootstrap(t.Context())
}

package services

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"testing"
)

// TLS are the PEM files of a service that speaks it: its certificate, and the CA of its clients.
type TLS struct{ Cert, Key, Clients string }

// OwnRabbitWithTLS starts a broker that takes clients with a certificate, at TLSAddress; the others as ever.
// A changed certificate is shown after `ssl:clear_pem_cache()`.
func OwnRabbitWithTLS(t testing.TB, files TLS) *Rabbit {
	t.Helper()
	return own(t, func(c Config) *Rabbit {
		return &Rabbit{&Service{Name: "rabbitmq", config: c, recipe: rabbitRecipe{tls: &files}}}
	})
}

// TLSAddress is host:port of the listener with TLS.
func (r *Rabbit) TLSAddress() string { return local(r.port(tlsPort)) }

// settings are what a broker's configuration has for TLS.
func (f *TLS) settings(port int) string {
	if f == nil {
		return ""
	}
	return fmt.Sprintf(`listeners.ssl.1 = 127.0.0.1:%d
ssl_options.cacertfile = %s
ssl_options.certfile = %s
ssl_options.keyfile = %s
ssl_options.verify = verify_peer
ssl_options.fail_if_no_peer_cert = true
`, port, f.Clients, f.Cert, f.Key)
}

// OwnMinioWithTLS starts a MinIO that speaks TLS only. It asks clients for no certificate. ca signed its own.
func OwnMinioWithTLS(t testing.TB, files TLS, ca string) *Minio {
	t.Helper()
	return own(t, func(c Config) *Minio {
		return &Minio{&Service{Name: "minio", config: c, recipe: minioRecipe{tls: &files, ca: ca}}}
	})
}

// arguments are what a MinIO's command line has for TLS. It wants its files under names of its own.
func (f *TLS) arguments(l place) ([]string, error) {
	if f == nil {
		return nil, nil
	}
	dir, err := l.sub("certs")
	for name, file := range map[string]string{"public.crt": f.Cert, "private.key": f.Key} {
		text, errRead := os.ReadFile(file)
		if err == nil {
			err = errRead
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), text, 0o600)
		}
	}
	return []string{"--certs-dir", dir}, err
}

// transport is one that trusts a CA only; "" is for a service without TLS. Connections are not kept: a goroutine that
// waits for the next answer would look like a leak to the tests.
func transport(ca string) *http.Transport {
	t := &http.Transport{DisableKeepAlives: true}
	if text, err := os.ReadFile(ca); err == nil {
		roots := x509.NewCertPool()
		roots.AppendCertsFromPEM(text)
		t.TLSClientConfig = &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: roots}
	}
	return t
}

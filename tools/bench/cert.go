package main

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
)

// certificado is one for loopback, and who trusts it.
type certificado struct {
	chain, key string // files
	client     *tls.Config
}

// certificado writes that of the standard library's test servers.
func (b *bench) certificado() (c certificado, err error) {
	srv := httptest.NewTLSServer(http.NotFoundHandler())
	defer srv.Close()
	pair := srv.TLS.Certificates[0]
	key, err := x509.MarshalPKCS8PrivateKey(pair.PrivateKey)
	if err != nil {
		return c, err
	}
	c = certificado{filepath.Join(b.dir, "chain.pem"), filepath.Join(b.dir, "llave.pem"), &tls.Config{ServerName: "example.com", RootCAs: x509.NewCertPool()}}
	c.client.RootCAs.AddCert(srv.Certificate())
	for name, block := range map[string]*pem.Block{c.chain: {Type: "CERTIFICATE", Bytes: pair.Certificate[0]}, c.key: {Type: "PRIVATE KEY", Bytes: key}} {
		if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
			return c, err
		}
	}
	return c, nil
}

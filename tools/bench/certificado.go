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
	cadena, llave string // files
	cliente       *tls.Config
}

// certificado writes that of the standard library's test servers.
func (b *banco) certificado() (c certificado, err error) {
	srv := httptest.NewTLSServer(http.NotFoundHandler())
	defer srv.Close()
	par := srv.TLS.Certificates[0]
	llave, err := x509.MarshalPKCS8PrivateKey(par.PrivateKey)
	if err != nil {
		return c, err
	}
	c = certificado{filepath.Join(b.dir, "cadena.pem"), filepath.Join(b.dir, "llave.pem"), &tls.Config{ServerName: "example.com", RootCAs: x509.NewCertPool()}}
	c.cliente.RootCAs.AddCert(srv.Certificate())
	for nombre, bloque := range map[string]*pem.Block{c.cadena: {Type: "CERTIFICATE", Bytes: par.Certificate[0]}, c.llave: {Type: "PRIVATE KEY", Bytes: llave}} {
		if err := os.WriteFile(nombre, pem.EncodeToMemory(bloque), 0o600); err != nil {
			return c, err
		}
	}
	return c, nil
}

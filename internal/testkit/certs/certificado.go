package certs

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// Escribir puts a self-signed pair of loopback, good for an hour, into a folder. The
// files were last changed at that time, and the certificate has that serial number.
func Escribir(t testing.TB, dir string, serie int64, cambiado time.Time) (cert, llave string) {
	t.Helper()
	privada, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	plantilla := &x509.Certificate{
		SerialNumber: big.NewInt(serie), Subject: pkix.Name{CommonName: "localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	der, err := x509.CreateCertificate(rand.Reader, plantilla, plantilla, privada.Public(), privada)
	if err != nil {
		t.Fatal(err)
	}
	cruda, err := x509.MarshalPKCS8PrivateKey(privada)
	if err != nil {
		t.Fatal(err)
	}
	cert, llave = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	for nombre, bloque := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, llave: {Type: "PRIVATE KEY", Bytes: cruda}} {
		if err := os.WriteFile(nombre, pem.EncodeToMemory(bloque), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(nombre, cambiado, cambiado); err != nil {
			t.Fatal(err)
		}
	}
	return cert, llave
}

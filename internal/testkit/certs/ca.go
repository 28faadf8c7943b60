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

// CA signs certificates of loopback.
type CA struct {
	File string // its own certificate, PEM
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

// Pair are the files of a certificate and its key.
type Pair struct{ Cert, Key string }

// Life is when a certificate is valid.
type Life struct{ From, To time.Time }

// For is a life that began two hours ago and ends so much from now on; less than 0: it has ended.
func For(d time.Duration) Life { return Life{time.Now().Add(-2 * time.Hour), time.Now().Add(d)} }

// NewCA makes a CA that is valid for a day.
func NewCA(t testing.TB, name string) CA {
	t.Helper()
	return NewCAFor(t, name, For(24*time.Hour))
}

// NewCAFor makes a CA of another life.
func NewCAFor(t testing.TB, name string, life Life) CA {
	t.Helper()
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, NotBefore: life.From, NotAfter: life.To,
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	ca := CA{key: newKey(t)}
	der := sign(t, template, template, ca.key, ca.key)
	var err error
	if ca.cert, err = x509.ParseCertificate(der); err != nil {
		t.Fatal(err)
	}
	ca.File = filepath.Join(t.TempDir(), name+".pem")
	writePEM(t, ca.File, "CERTIFICATE", der)
	return ca
}

// Pool trusts the CA.
func (ca CA) Pool() *x509.CertPool {
	p := x509.NewCertPool()
	p.AddCert(ca.cert)
	return p
}

// Issue signs a certificate for 127.0.0.1, of a server or a client.
func (ca CA) Issue(t testing.TB, life Life) Pair {
	t.Helper()
	key := newKey(t)
	der := sign(t, &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: "carpeta"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: life.From, NotAfter: life.To, KeyUsage: x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}, ca.cert, key, ca.key)
	raw, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	p := Pair{filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")}
	writePEM(t, p.Cert, "CERTIFICATE", der)
	writePEM(t, p.Key, "PRIVATE KEY", raw)
	return p
}

// Replace puts the pair into the files of another one.
func (p Pair) Replace(t testing.TB, other Pair) {
	t.Helper()
	for from, to := range map[string]string{p.Cert: other.Cert, p.Key: other.Key} {
		text, err := os.ReadFile(from)
		if err == nil {
			err = os.WriteFile(to, text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func newKey(t testing.TB) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func sign(t testing.TB, template, parent *x509.Certificate, of, by *ecdsa.PrivateKey) []byte {
	t.Helper()
	der, err := x509.CreateCertificate(rand.Reader, template, parent, of.Public(), by)
	if err != nil {
		t.Fatal(err)
	}
	return der
}

func writePEM(t testing.TB, file, kind string, bytes []byte) {
	t.Helper()
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: bytes}), 0o600); err != nil {
		t.Fatal(err)
	}
}

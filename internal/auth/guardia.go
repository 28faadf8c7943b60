package auth

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"
)

const (
	respuestaMaxima = 1 << 20 // bytes of a key set or discovery document
	recordarExito   = 5 * time.Second
	recordarFracaso = time.Second
)

// guardia stands between us and the issuer: anybody can send tokens with made-up
// key ids, each of which would be a request to the issuer. It fetches a URL at
// most once in a few seconds, answers from memory in between, and bounds what it reads.
type guardia struct {
	base  http.RoundTripper
	reloj func() time.Time

	mu      sync.Mutex // held while fetching: one request at a time
	ultimas map[string]ultima
}

type ultima struct {
	cuerpo []byte
	tipo   string
	err    error
	hasta  time.Time
}

func nuevaGuardia(reloj func() time.Time) *guardia {
	base := http.DefaultTransport.(*http.Transport).Clone()
	base.DisableKeepAlives = true // fetches are rare; no idle connection to look after
	return &guardia{base: base, reloj: reloj, ultimas: map[string]ultima{}}
}

// RoundTrip implements http.RoundTripper for GET.
func (g *guardia) RoundTrip(req *http.Request) (*http.Response, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	url := req.URL.String()
	u, ok := g.ultimas[url]
	if !ok || !g.reloj().Before(u.hasta) {
		u = g.traer(req)
		g.ultimas[url] = u
	}
	if u.err != nil {
		return nil, u.err
	}
	return &http.Response{
		Status: "200 OK", StatusCode: http.StatusOK, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{"Content-Type": {u.tipo}}, Request: req,
		ContentLength: int64(len(u.cuerpo)), Body: io.NopCloser(bytes.NewReader(u.cuerpo)),
	}, nil
}

func (g *guardia) traer(req *http.Request) ultima {
	cuerpo, tipo, err := g.leer(req)
	memoria := recordarExito
	if err != nil {
		memoria = recordarFracaso
	}
	return ultima{cuerpo, tipo, err, g.reloj().Add(memoria)}
}

// leer takes the redirects of an issuer for failures: its URL is configuration.
func (g *guardia) leer(req *http.Request) ([]byte, string, error) {
	resp, err := g.base.RoundTrip(req)
	if err != nil {
		return nil, "", err
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		return nil, "", fmt.Errorf("auth: issuer answered %d", resp.StatusCode)
	}
	cuerpo, err := io.ReadAll(io.LimitReader(resp.Body, respuestaMaxima+1))
	if err == nil && len(cuerpo) > respuestaMaxima {
		err = fmt.Errorf("auth: issuer's answer is longer than %d bytes", respuestaMaxima)
	}
	return cuerpo, resp.Header.Get("Content-Type"), err
}

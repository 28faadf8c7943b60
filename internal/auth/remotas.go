package auth

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
)

const (
	renovarCada  = 15 * time.Minute // a key that the issuer withdrew is refused after this
	reintentarEn = 30 * time.Second // between attempts to renew while the issuer is down
	llavesMaxima = 24 * time.Hour   // how long old keys survive an outage of the issuer
	plazoEmisor  = 5 * time.Second
)

// Remoto says whose tokens are accepted in the distributed profile.
type Remoto struct {
	Emisor  string // issuer URL, compared exactly
	Publico string // audience
	// JWKSURL is where the keys are; empty: found by OIDC discovery under Emisor.
	JWKSURL string
	Reloj   func() time.Time // nil: time.Now
}

// NuevoRemoto verifies tokens with keys fetched from the issuer at first use, so
// that an unreachable issuer does not keep the server from starting.
func NuevoRemoto(r Remoto) Verificador {
	if r.Reloj == nil {
		r.Reloj = time.Now
	}
	cliente := &http.Client{Timeout: plazoEmisor, Transport: nuevaGuardia(r.Reloj)}
	return &verificador{
		llaves: &llavesRemotas{origen: r, cliente: cliente},
		emisor: r.Emisor, publico: r.Publico, reloj: r.Reloj,
	}
}

// llavesRemotas is go-oidc's key set, which fetches again when it meets an
// unknown kid, made to forget: it is replaced by a fresh one now and then, and
// kept beyond that only as long as the issuer does not answer.
type llavesRemotas struct {
	origen  Remoto
	cliente *http.Client

	mu      sync.Mutex
	actual  oidc.KeySet
	desde   time.Time // when actual was fetched
	proximo time.Time // not renewed before
}

// VerifySignature returns the payload, a sinLlaves if the keys cannot be had, or
// another error if no key fits.
func (l *llavesRemotas) VerifySignature(ctx context.Context, token string) ([]byte, error) {
	actual, renovar := l.turno()
	if !renovar {
		return verificarCon(ctx, actual, token)
	}
	contenido, err := l.renovar(ctx, token)
	if actual != nil && esSinLlaves(err) {
		return verificarCon(ctx, actual, token)
	}
	return contenido, err
}

// turno is the key set to use, and whether it is the caller's turn to renew it.
func (l *llavesRemotas) turno() (oidc.KeySet, bool) {
	ahora := l.origen.Reloj()
	l.mu.Lock()
	defer l.mu.Unlock()
	if ahora.Sub(l.desde) >= llavesMaxima {
		l.actual = nil
	}
	if l.actual == nil {
		return nil, true
	}
	if ahora.Sub(l.desde) < renovarCada || ahora.Before(l.proximo) {
		return l.actual, false
	}
	l.proximo = ahora.Add(reintentarEn)
	return l.actual, true
}

func (l *llavesRemotas) renovar(ctx context.Context, token string) ([]byte, error) {
	nuevas, err := l.abrir(ctx)
	if err != nil {
		return nil, &sinLlaves{err}
	}
	contenido, err := verificarCon(ctx, nuevas, token)
	if !esSinLlaves(err) {
		l.mu.Lock()
		l.actual, l.desde = nuevas, l.origen.Reloj()
		l.mu.Unlock()
	}
	return contenido, err
}

func (l *llavesRemotas) abrir(ctx context.Context) (oidc.KeySet, error) {
	ctx = oidc.ClientContext(ctx, l.cliente)
	url := l.origen.JWKSURL
	if url == "" {
		proveedor, err := oidc.NewProvider(ctx, l.origen.Emisor)
		if err != nil {
			return nil, err
		}
		var documento struct {
			JWKSURL string `json:"jwks_uri"`
		}
		if err := proveedor.Claims(&documento); err != nil {
			return nil, err
		}
		url = documento.JWKSURL
	}
	return oidc.NewRemoteKeySet(ctx, url), nil
}

// sinLlaves means that nothing can be said about a signature.
type sinLlaves struct{ causa error }

func (e *sinLlaves) Error() string { return "auth: issuer's keys unavailable: " + e.causa.Error() }
func (e *sinLlaves) Unwrap() error { return e.causa }

func esSinLlaves(err error) bool {
	var e *sinLlaves
	return errors.As(err, &e)
}

// verificarCon tells a fetch that failed from a signature that does not fit:
// go-oidc wraps the cause of the former and has none for the latter.
func verificarCon(ctx context.Context, llaves oidc.KeySet, token string) ([]byte, error) {
	contenido, err := llaves.VerifySignature(ctx, token)
	if err != nil && errors.Unwrap(err) != nil {
		return nil, &sinLlaves{err}
	}
	return contenido, err
}

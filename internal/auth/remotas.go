package auth

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/go-jose/go-jose/v4"
)

const (
	renovarCada     = 15 * time.Minute // a key that the issuer withdrew is refused after this
	plazoEmisor     = 5 * time.Second
	recordarExito   = 5 * time.Second  // after this an unknown key id is worth a request
	recordarFracaso = time.Second      // the same while no keys are known
	paciencia       = 30 * time.Second // the same while old keys will do
)

// LlavesRancias is how long known keys survive an outage of the issuer, unless configured otherwise.
const LlavesRancias = 24 * time.Hour

// Remoto says whose tokens are accepted in the distributed profile.
type Remoto struct {
	Emisor  string // issuer URL, compared exactly
	Publico string // audience
	// JWKSURL is where the keys are; empty: found by OIDC discovery under Emisor.
	JWKSURL string
	// Algoritmos are the signatures accepted, of AlgoritmosValidos; nil: all of them.
	Algoritmos []string
	Margen     time.Duration    // difference between the clocks that is forgiven; 0: Margen
	Rancias    time.Duration    // how long known keys survive an outage of the issuer; 0: LlavesRancias
	Reloj      func() time.Time // nil: time.Now
}

// NuevoRemoto verifies tokens with keys fetched from the issuer at first use, so
// that an unreachable issuer does not keep the server from starting.
func NuevoRemoto(r Remoto) Verificador {
	if r.Reloj == nil {
		r.Reloj = time.Now
	}
	r.Margen, r.Rancias = cmp.Or(r.Margen, Margen), cmp.Or(r.Rancias, LlavesRancias)
	transporte := http.DefaultTransport.(*http.Transport).Clone()
	transporte.DisableKeepAlives = true // fetches are rare; no idle connection to look after
	l := &llavesRemotas{
		origen:  r,
		cliente: &http.Client{Timeout: plazoEmisor, Transport: transporte, CheckRedirect: redirigir},
		turno:   make(chan struct{}, 1),
	}
	return &verificador{
		llaves: l, emisor: r.Emisor, publico: r.Publico, reloj: r.Reloj, margen: r.Margen, algoritmos: algoritmosDe(r.Algoritmos),
		verificados: nuevosVerificados(),
	}
}

// llavesRemotas caches an issuer's keys. They are fetched again when a token
// names an unknown key and when they are old; at most once in a few seconds,
// because anybody can send tokens with made-up key ids.
type llavesRemotas struct {
	origen  Remoto
	cliente *http.Client
	actual  atomic.Pointer[juego]

	turno   chan struct{} // held while fetching; guards the rest
	proximo time.Time     // no request before
	falla   error         // why the last request failed
}

func (l *llavesRemotas) comprobar(ctx context.Context, firmado *jose.JSONWebSignature) ([]byte, error) {
	ahora, visto := l.origen.Reloj(), l.actual.Load()
	if !visto.masNuevoQue(l.origen.Rancias, ahora) {
		visto = nil
	}
	contenido, conocida := visto.probar(firmado)
	if !conocida || !visto.masNuevoQue(renovarCada, ahora) {
		nuevo, err := l.renovar(ctx, visto, conocida)
		switch {
		case err == nil:
			contenido, _ = nuevo.probar(firmado)
		case !conocida:
			return nil, &sinLlaves{err}
		}
	}
	if contenido == nil {
		return nil, errFirma
	}
	return contenido, nil
}

func (l *llavesRemotas) vigentes() *juego {
	if j := l.actual.Load(); j.masNuevoQue(renovarCada, l.origen.Reloj()) {
		return j
	}
	return nil
}

var errOcupado = errors.New("auth: keys are being fetched")

// renovar returns a newer set than visto, or visto itself if it was fetched just
// now. Whoever can do with old keys does not queue behind a slow issuer.
func (l *llavesRemotas) renovar(ctx context.Context, visto *juego, puedeSeguir bool) (*juego, error) {
	if puedeSeguir {
		select {
		case l.turno <- struct{}{}:
		default:
			return nil, errOcupado
		}
	} else {
		select {
		case l.turno <- struct{}{}:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	defer func() { <-l.turno }()
	if actual := l.actual.Load(); actual != visto && actual.masNuevoQue(renovarCada, l.origen.Reloj()) {
		return actual, nil
	}
	if l.origen.Reloj().Before(l.proximo) {
		return visto, l.falla
	}
	return l.pedir(ctx, puedeSeguir)
}

// pedir outlives the request that happened to come first: the others need the keys too.
func (l *llavesRemotas) pedir(ctx context.Context, puedeSeguir bool) (*juego, error) {
	ctx, cancelar := context.WithTimeout(context.WithoutCancel(ctx), plazoEmisor)
	defer cancelar()
	llaves, err := l.traer(ctx)
	ahora := l.origen.Reloj()
	l.falla = err
	switch {
	case err == nil:
		l.proximo = ahora.Add(recordarExito)
	case puedeSeguir:
		l.proximo = ahora.Add(paciencia)
	default:
		l.proximo = ahora.Add(recordarFracaso)
	}
	if err != nil {
		return nil, err
	}
	nuevo := &juego{llaves, ahora}
	l.actual.Store(nuevo)
	return nuevo, nil
}

func (l *llavesRemotas) traer(ctx context.Context) ([]jose.JSONWebKey, error) {
	url := l.origen.JWKSURL
	if url == "" {
		var err error
		if url, err = descubrir(ctx, l.cliente, l.origen.Emisor); err != nil {
			return nil, err
		}
	}
	return traerJuego(ctx, l.cliente, url)
}

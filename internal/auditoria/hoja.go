package auditoria

import (
	"context"
	"errors"
	"fmt"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// Tramo is which part of a list: so many events, after a cursor or after so many others.
type Tramo struct {
	Limite int  // 1–1,000
	Todo   bool // without a limit; of an export only
	Salto  int  // 0–10,000; only without a cursor
	Cursor *string
	Orden  Orden // of a Hoja; "" for the newest first
}

// Hoja is a part of the trail as the REST face shows it.
type Hoja struct {
	Eventos []Evento
	Total
	HayMas    bool
	Siguiente string // cursor; empty at the end
}

// MaxSalto bounds an offset: what is skipped has to be read.
const MaxSalto = 10_000

func (t Tramo) validar(f *faltas) {
	f.si(!t.Todo && (t.Limite < 1 || t.Limite > Paginas.Max), CampoLimite, fmt.Sprintf("debe estar entre 1 y %d", Paginas.Max))
	f.si(t.Salto < 0 || t.Salto > MaxSalto, CampoSalto, fmt.Sprintf("debe estar entre 0 y %d", MaxSalto))
	f.si(t.Cursor != nil && t.Salto != 0, CampoSalto, "no acompaña a un cursor: use uno de los dos")
}

// punto is where a part begins: after a key, up to which there are so many events.
type punto struct {
	clave string
	antes int
	fin   bool // nothing comes
}

func (l *lectura) punto(t Tramo) (punto, error) {
	if t.Cursor == nil {
		return punto{}, nil
	}
	p, err := l.s.Cursores.Open(*t.Cursor, l.scope, l.desde)
	return punto{clave: p.Key, antes: int(p.Version)}, err
}

// Listar is a part of the trail, the newest first unless t says otherwise. Who reads it leaves an event of their own.
func (s *Consultas) Listar(ctx context.Context, quien auth.Principal, p Pedido, t Tramo) (*Hoja, error) {
	t.Todo = false
	l, err := s.leer(quien, p, t, "audit/events", t.Orden)
	if err != nil {
		return nil, err
	}
	defer l.avisarSiLenta()
	desde, err := l.punto(t)
	if err == nil {
		desde, err = l.saltar(ctx, desde, t.Salto)
	}
	if err != nil {
		return nil, err
	}
	h, err := l.hoja(ctx, desde, t.Limite)
	if err != nil {
		return nil, err
	}
	l.hallados = len(h.Eventos)
	if err := l.anotar(ctx, AuditoriaLeida, h.Eventos, t.Cursor != nil); err != nil {
		return nil, err
	}
	return h, l.acompasar(ctx)
}

func (l *lectura) hoja(ctx context.Context, desde punto, limite int) (*Hoja, error) {
	if desde.fin {
		return &Hoja{Total: Total{N: desde.antes}}, nil
	}
	es, sigue, err := detenida(l.andar(ctx, desde.clave, false, limite+1))
	if err != nil {
		return nil, err
	}
	h := &Hoja{Eventos: es[:min(len(es), limite)], HayMas: len(es) > limite || sigue != ""}
	n := desde.antes + len(h.Eventos)
	if len(es) > limite {
		sigue = h.Eventos[limite-1].ClaveOrden()
	}
	if h.HayMas {
		h.Siguiente = l.firmar(sigue, n)
	}
	h.Total, err = l.total(ctx, n, h.HayMas)
	return h, err
}

// total is exact for one correlation, and where the list ended. Elsewhere to count would cost more than to
// read: it is what is known.
func (l *lectura) total(ctx context.Context, vistos int, hayMas bool) (Total, error) {
	switch {
	case !hayMas:
		return Total{N: vistos}, nil
	case l.filtro.CorrelacionID != "":
		return l.contar(ctx)
	default:
		return Total{vistos, true}, nil
	}
}

func (l *lectura) firmar(clave string, antes int) string {
	return l.s.Cursores.Signer(l.scope, l.s.Clock(), int64(antes)).Sign(clave)
}

// maxSaltos bounds the runs that are read to skip events.
const maxSaltos = 16

// saltar reads what is skipped, and has it paid for.
func (l *lectura) saltar(ctx context.Context, p punto, salto int) (punto, error) {
	falta := salto
	for range maxSaltos {
		if falta == 0 {
			break
		}
		pedidos := min(falta, Paginas.Max)
		es, sigue, err := detenida(l.andar(ctx, p.clave, false, pedidos))
		if err != nil {
			return p, err
		}
		quota.Spend(ctx, len(es))
		p.antes += len(es)
		falta -= len(es)
		switch {
		case sigue != "":
			p.clave = sigue
		case len(es) < pedidos:
			return punto{antes: p.antes, fin: true}, nil
		default:
			p.clave = es[len(es)-1].ClaveOrden()
		}
	}
	if falta > 0 {
		return p, fault.New(fault.QueryTooComplex, "El filtro deja muy pocos eventos entre demasiados para saltar tantos.").
			WithRecuperacion("Siga con next_cursor en vez de offset, o pida un filtro más estrecho.")
	}
	return p, nil
}

// detenida takes apart the error of a walk that stopped: where it goes on.
func detenida(es []Evento, err error) ([]Evento, string, error) {
	var s relay.Stopped
	if errors.As(err, &s) {
		return es, s.After, nil
	}
	return es, "", err
}

package auditoria

import (
	"context"
	"maps"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// ve reports whether an event is for who asks. An operador does not see what others' staff read: an
// auditor's inquiry is not told to whom it is about.
func (l *lectura) ve(e Evento) bool {
	if l.quien.Has(auth.Auditor) || !e.Tipo.EsAcceso() {
		return true
	}
	switch auth.Role(e.Actor.Tipo) {
	case auth.Operador, auth.Auditor, auth.Administrador:
		return e.Actor.OperadorID == l.quien.OperadorID
	default:
		return true
	}
}

// huella is the hash of a file among the Datos. Only the owner sees it, and whoever verifies a proof: it tells
// who has the same file.
const huella = "sha256"

// sinHuella is the event as operadores and auditors see it.
func (e Evento) sinHuella() Evento {
	if _, hay := e.Datos[huella]; hay {
		e.Datos = maps.Clone(e.Datos)
		delete(e.Datos, huella)
	}
	return e
}

// maxRelleno bounds how often a run is filled up that had events of others' staff in it.
const maxRelleno = 4

// andar walks the trail, and leaves out what is not for who asks.
func (l *lectura) andar(ctx context.Context, after string, backward bool, limit int) (es []Evento, err error) {
	if quota.Exhausted(ctx) {
		return nil, fault.New(fault.QueryTooComplex, "Los filtros de esta consulta ya hicieron leer demasiado.").
			WithRecuperacion("Pida menos listas en una consulta, o filtros por correlationId, carpetaId o un lapso corto.")
	}
	for range maxRelleno {
		pedidos := limit - len(es)
		found, err := l.s.Rastro.Eventos(ctx, Consulta{
			Filtro: l.filtro, Descendente: (l.orden == Descendente) != backward, Despues: after, Limite: pedidos,
		})
		for _, e := range found {
			if l.ve(e) {
				es = append(es, e.sinHuella())
			}
		}
		if err != nil || len(found) < pedidos || len(es) == limit {
			return es, err
		}
		after = found[len(found)-1].ClaveOrden()
	}
	return es, relay.Stopped{After: after}
}

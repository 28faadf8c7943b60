package sim

import (
	"context"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/hub"
)

// deletionsOnly are the news of a world in which lists tell of no document.
type deletionsOnly struct{ *eliminacion.Servicio }

func (deletionsOnly) Novedades(context.Context, string, time.Time, int) ([]documento.Novedad, error) {
	return nil, nil
}

func (v *session) newsSteps() hub.Steps {
	since, known := eliminacion.NovedadesDesde(v.carpetaID, v.cursor, v.p.clock())
	return hub.NewsSteps(deletionsOnly{v.p.eliminaciones}, v.carpetaID, since, func(_ context.Context, event any) error {
		if n := event.(*eliminacion.Novedad); !v.t.Dead() {
			v.heard(n, known)
		}
		return nil
	})
}

// heard checks that news are true and in order, and that none is left out, whatever was lost.
func (v *session) heard(n *eliminacion.Novedad, resumed bool) {
	v.cursor = n.Cursor
	if n.Tipo == eliminacion.Recargar {
		if resumed {
			v.w.violate("a client that came back with its cursor has to load the list")
		}
		for _, s := range v.w.inOrder { // it does
			if s.CarpetaID == v.carpetaID {
				v.last[s.EventoID] = s.Secuencia
			}
		}
		return
	}
	if n.Eliminacion == nil { // the coming of a document, which its deletion tells
		return
	}
	e, s := n.Eliminacion, v.w.sagas[n.Eliminacion.EventoID]
	v.w.note(v.p, "news: %s %s#%d", n.Tipo, v.w.short(e.EventoID), e.Secuencia)
	if !v.w.isStored(s, *e) {
		return
	}
	if last := v.last[e.EventoID]; e.Secuencia > last+1 && len(s.historia) <= fullHistoria {
		v.w.violate("news left out secuencia %d", last+1)
	}
	v.last[e.EventoID] = max(v.last[e.EventoID], e.Secuencia)
}

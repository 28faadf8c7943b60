package archivado

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// desvio is how far the place of an event may be from the moment in its id.
const desvio = time.Minute

// Evento is auditoria.Store.Evento over store and archive: an event outlives its retention in the
// archive, and so does its proof.
func (a *Archivador) Evento(ctx context.Context, operadorID, eventoID string) (auditoria.Evento, error) {
	e, err := a.cfg.Rastro.Evento(ctx, operadorID, eventoID)
	if !errors.Is(err, fault.NotFound) || !a.antiguo(eventoID) {
		return e, err
	}
	return a.Buscador()(ctx, operadorID, eventoID)
}

// antiguo: what is younger is in the store, or nowhere.
func (a *Archivador) antiguo(eventoID string) bool {
	t, ok := auditoria.MomentoDeID(eventoID)
	return ok && a.cfg.Clock().Sub(t) >= auditoria.RetencionMinima
}

// Buscador finds archived events by their ids, or is NOT_FOUND. It remembers the part that it read
// last: events that are asked for in the order of their times cost a part's reading once. It is for one
// caller.
func (a *Archivador) Buscador() func(ctx context.Context, operadorID, eventoID string) (auditoria.Evento, error) {
	b := &buscador{a: a}
	return b.evento
}

type buscador struct {
	a      *Archivador
	nombre string // of the part
	por    map[string]auditoria.Evento
}

func (b *buscador) evento(ctx context.Context, operadorID, eventoID string) (auditoria.Evento, error) {
	if e, ok := b.por[eventoID]; ok && e.OperadorID == operadorID {
		return e, nil
	}
	t, ok := auditoria.MomentoDeID(eventoID)
	if !ok {
		return auditoria.Evento{}, fault.Plain(fault.NotFound)
	}
	desde, hasta := t.Add(-desvio), t.Add(desvio)
	for dia := desde.UTC().Truncate(24 * time.Hour); !dia.After(hasta); dia = siguiente(dia) {
		partes, err := b.partes(ctx, operadorID, dia)
		if err != nil {
			return auditoria.Evento{}, err
		}
		for _, p := range partes {
			if p.Ultima < inicio(desde) || p.Primera > inicio(hasta) {
				continue
			}
			if err := b.leer(ctx, p); err != nil {
				return auditoria.Evento{}, err
			}
			if e, ok := b.por[eventoID]; ok {
				return e, nil
			}
		}
	}
	return auditoria.Evento{}, fault.Plain(fault.NotFound)
}

// partes are those of a day; none if it is not archived.
func (b *buscador) partes(ctx context.Context, operadorID string, dia time.Time) (partes []parte, err error) {
	datos, err := b.a.cfg.Objetos.Get(ctx, nombreDia(operadorID, dia))
	if errors.Is(err, fault.NotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(datos, &partes); err != nil {
		return nil, fault.Wrap(fault.Internal, err)
	}
	return partes, nil
}

func (b *buscador) leer(ctx context.Context, p parte) error {
	if b.nombre == p.Nombre {
		return nil
	}
	datos, err := b.a.cfg.Objetos.Get(ctx, p.Nombre)
	if err != nil {
		return perdido(err)
	}
	por := make(map[string]auditoria.Evento, p.Eventos)
	if err := leerParte(p, datos, func(e auditoria.Evento) bool { por[e.EventoID] = e; return true }); err != nil {
		return fault.Wrap(fault.Internal, err)
	}
	b.nombre, b.por = p.Nombre, por
	return nil
}

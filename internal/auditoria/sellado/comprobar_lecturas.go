package sellado

import (
	"context"
	"errors"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// ventana holds the ids of the actas around the place of a walk through the store.
type ventana struct {
	actas      Actas
	operadorID string
	cola       []Acta
	ids        map[string]bool
	desde      time.Time
	numero     int64
	fin        bool
}

// tiene asks the actas that hoja would ask. From one call to the next times go up.
func (v *ventana) tiene(ctx context.Context, e auditoria.Evento) (bool, error) {
	t, ok := auditoria.MomentoDeID(e.EventoID)
	if !ok {
		return false, nil // no seal has it
	}
	for !v.fin && !v.desde.After(t.Add(Tardanza)) {
		as, err := v.actas.ActasDesde(ctx, v.operadorID, v.desde, v.numero, 16)
		if err != nil {
			return false, err
		}
		for _, a := range as {
			for _, id := range a.Eventos {
				v.ids[id] = true
			}
			v.desde, v.numero = a.Hasta, a.Siguiente()
		}
		v.cola, v.fin = append(v.cola, as...), len(as) < 16
	}
	for len(v.cola) > 0 && v.cola[0].Hasta.Before(t) {
		for _, id := range v.cola[0].Eventos {
			delete(v.ids, id)
		}
		v.cola = v.cola[1:]
	}
	return v.ids[e.EventoID], nil
}

// sellado reports whether an event has a number, also if it came too late for its time to lead there.
func (v *ventana) sellado(ctx context.Context, e auditoria.Evento) (bool, error) {
	if tiene, err := v.tiene(ctx, e); err != nil || tiene {
		return tiene, err
	}
	_, err := v.actas.Rezagado(ctx, v.operadorID, e.EventoID)
	if errors.Is(err, fault.NotFound) {
		return false, nil
	}
	return err == nil, err
}

// previas has the numbers of what was sealed lately, for the sealer never looked further back than Tardanza before the last
// Hasta.
type previas struct {
	actas   []Acta
	numeros map[string]int64 // the last one of each event
}

func (p *previas) poner(a Acta) {
	if p.numeros == nil {
		p.numeros = map[string]int64{}
	}
	for i, id := range a.Eventos {
		p.numeros[id] = a.Primera + int64(i)
	}
	p.actas = append(p.actas, a)
	for p.actas[0].Hasta.Before(a.Hasta.Add(-Tardanza)) {
		for _, id := range p.actas[0].Eventos {
			if p.numeros[id] < p.actas[0].Siguiente() {
				delete(p.numeros, id)
			}
		}
		p.actas = p.actas[1:]
	}
}

// entradas reads the entries of a log in their order, a bundle at a time.
type entradas struct {
	leer  verify.Reader
	total int64
	n     int64
	tile  [][]byte
}

func entradasDe(l sello.Reader, total int64) entradas {
	return entradas{leer: func(ctx context.Context, path string) ([]byte, error) { return l.Objects.Get(ctx, l.Prefix+path) }, total: total}
}

func (e *entradas) numero(ctx context.Context, n int64) ([]byte, error) {
	if e.tile == nil || e.n != n/verify.Width {
		e.n = n / verify.Width
		width := min(verify.Width, e.total-e.n*verify.Width)
		data, err := e.leer(ctx, verify.EntriesPath(e.n, int(width)))
		if err != nil {
			return nil, err
		}
		if e.tile, err = verify.ParseBundle(data, int(width)); err != nil {
			return nil, err
		}
	}
	if i := n % verify.Width; i < int64(len(e.tile)) {
		return e.tile[i], nil
	}
	return nil, fault.Wrap(fault.Internal, errors.New("no entry "+itoa(n)))
}

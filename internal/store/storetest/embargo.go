package storetest

import (
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var casesEmbargo = []testCase{
	{"embargo/kept whole, version by version", "", embargoVersions},
	{"embargo/many at the same time: one wins", "", embargoAtTheSameTime},
	{"embargo/in no list of events", "", embargoListed},
	{"lost answer/an order", LostAnswer, lostEmbargo},
}

func (b *world) newEmbargos() auditoria.Embargos {
	now := b.clock.Now()
	return auditoria.Embargos{CarpetaID: newID(), Version: 1, Ordenes: []auditoria.Embargo{{
		EmbargoID: eventoIDAt(now, 1), Racha: eventoIDAt(now, 1), Motivo: "Investigación «ñ» 7", BaseLegal: "Auto 12 de 2026",
		OrdenadoEn: now, Hasta: now.Add(time.Hour), Eventos: []string{newID(), newID()},
	}}}
}

func embargoVersions(t *testing.T, b *world) {
	es := b.newEmbargos()
	none, err := b.EmbargosDe(b.ctx, es.CarpetaID)
	require(t, err)
	requireSame(t, "none", none, auditoria.Embargos{CarpetaID: es.CarpetaID})

	later := es
	later.Version = 2
	requireCode(t, b.GuardarEmbargos(b.ctx, later, Hecho()), fault.Conflict) // there is no first
	require(t, b.GuardarEmbargos(b.ctx, es, Hecho()))
	requireCode(t, b.GuardarEmbargos(b.ctx, es, Hecho()), fault.Conflict)
	now := b.clock.Now()
	later.Ordenes = append([]auditoria.Embargo{{
		EmbargoID: eventoIDAt(now, 2), Racha: es.Ordenes[0].Racha, Motivo: "m", BaseLegal: "b", OrdenadoEn: now, Hasta: now.Add(time.Hour),
		LevantadoEn: now.Add(time.Minute), Oficina: &auditoria.Oficina{Rol: "operador", OperadorID: "op-1"}, Desde: now.Add(-5 * time.Second),
	}}, es.Ordenes...)
	require(t, b.GuardarEmbargos(b.ctx, later, Hecho()))
	got, err := b.EmbargosDe(b.ctx, es.CarpetaID)
	require(t, err)
	requireSame(t, "orders", got, later)

	other, err := b.EmbargosDe(b.ctx, es.CarpetaID[:35])
	require(t, err)
	requireSame(t, "of another carpeta", other.Version, int64(0))
}

func embargoAtTheSameTime(t *testing.T, b *world) {
	es := b.newEmbargos()
	errs := atTheSameTime(8, func(int) error { return b.GuardarEmbargos(b.ctx, es, Hecho()) })
	won := 0
	for _, err := range errs {
		if err == nil {
			won++
			continue
		}
		requireCode(t, err, fault.Conflict)
	}
	requireSame(t, "winners", won, 1)
}

// embargoListed: the orders stand beside the trail; lists have their events, and nothing else.
func embargoListed(t *testing.T, b *world) {
	es := b.newEmbargos()
	h := b.newEvento("op-a")
	h.CarpetaID = es.CarpetaID
	require(t, b.GuardarEmbargos(b.ctx, es, h))
	for _, f := range []auditoria.Filtro{{CarpetaID: es.CarpetaID}, {OperadorID: "op-a"}} {
		eventually(t, b.ctx, func() error {
			found, err := b.Eventos(b.ctx, auditoria.Consulta{Filtro: f, Limite: 10})
			if err != nil {
				return err
			}
			ids := []string{}
			for _, e := range found {
				ids = append(ids, e.EventoID)
			}
			return differenceError("events", ids, []string{h.EventoID})
		})
	}
}

func lostEmbargo(t *testing.T, b *world) {
	require(t, b.Hecho(b.ctx, b.newEvento("hechos"))) // registers the day
	es, h := b.newEmbargos(), b.newEvento("hechos")
	b.lose(t, func() error { return b.GuardarEmbargos(b.ctx, es, h) })
	got, err := b.EmbargosDe(b.ctx, es.CarpetaID)
	require(t, err)
	requireSame(t, "orders", got, es)
	b.requireEvento(t, h)
}

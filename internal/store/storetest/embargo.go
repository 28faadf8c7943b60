package storetest

import (
	"fmt"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
)

var casesEmbargo = []testCase{
	{"embargo/kept whole, version by version", "", embargoVersions},
	{"embargo/many at the same time: one wins", "", embargoAtTheSameTime},
	{"embargo/in no list of events", "", embargoListed},
	{"embargo/no list and no price tells what is hidden", "", embargoHides},
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
	requireOneWinner(t, atTheSameTime(8, func(int) error { return b.GuardarEmbargos(b.ctx, es, Hecho()) }))
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

// embargoHides: two carpetas differ in what is hidden from their owner, who reads the trail in an office too.
func embargoHides(t *testing.T, b *world) {
	now := b.clock.Now()
	plain, secret := newID(), newID()
	event := func(carpetaID, actor string, tipo auditoria.Tipo) {
		require(t, b.Anotar(b.ctx, auditoria.Evento{
			EventoID: idAt(now), Momento: now, OperadorID: "op-a", CarpetaID: carpetaID, Tipo: tipo, Actor: auditoria.Actor{Tipo: actor, ID: actor},
			Datos: map[string]string{"racha": "first"},
		}))
	}
	event(secret, "auditor", auditoria.EmbargoImpuesto) // is known by what it says
	for range 6 {
		for _, id := range []string{plain, secret} {
			event(id, "ciudadano", auditoria.DocumentoVisto)
			event(id, "entidad", auditoria.ListaLeida)
		}
		event(secret, "auditor", auditoria.NodoLeido)
		event(secret, "operador", auditoria.AuditoriaLeida) // an inquiry is not told to whom it is about, with or without an order
	}
	look := func(f auditoria.Filtro, carpetaID string, limit int) string {
		f.CarpetaID = carpetaID
		f.Velo = &auditoria.Velo{CarpetaID: carpetaID, De: "ana", En: now, Embargos: auditoria.Embargos{CarpetaID: carpetaID, Ordenes: []auditoria.Embargo{
			{Hasta: now.Add(time.Hour), Racha: "first", Oficina: &auditoria.Oficina{Rol: "auditor"}},
		}}}
		ctx, tab := quota.WithTab(b.ctx, 1000)
		es, err := b.Eventos(ctx, auditoria.Consulta{Filtro: f, Descendente: true, Limite: limit})
		if limit < 100 {
			return fmt.Sprint(len(es), err) // how far a filter read is chance
		}
		return fmt.Sprint(len(es), " ", tab.Spent(), err)
	}
	for _, f := range []auditoria.Filtro{{}, {Actor: "entidad"}, {Actor: "auditor"}, {Tipo: auditoria.NodoLeido}, {Tipo: auditoria.DocumentoVisto}, {Tipo: auditoria.EmbargoImpuesto}} {
		for _, limit := range []int{1, 7, 1000} {
			eventually(t, b.ctx, func() error {
				if got, want := look(f, secret, limit), look(f, plain, limit); got != want {
					return fmt.Errorf("%+v, %d: %s with hidden events, %s without", f, limit, got, want)
				}
				return nil
			})
		}
	}
	if got := look(auditoria.Filtro{}, secret, 1000); got != "12 0<nil>" && got != "12 0 <nil>" {
		t.Errorf("the owner reads %s", got)
	}
}

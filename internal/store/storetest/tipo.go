package storetest

import (
	"fmt"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento/tipo"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var casesTipo = []testCase{
	{"tipo/kept whole, version by version, in the order of codes", "", tipoVersions},
	{"tipo/many at the same time: one wins", "", tipoAtTheSameTime},
}

func (b *world) newTipo(codigo string) tipo.Tipo {
	return tipo.Tipo{
		Codigo: codigo, Nombre: tipo.Texto{Es: "Carné de ñandú", En: "Rhea card"}, Contexto: tipo.Texto{Es: "Otros", En: "Other"}, Icono: "acta",
		Retencion: 3, Palabras: []string{"ñandú", "rhea"}, ModificadoEn: b.clock.Now(), Version: 1,
	}
}

func tipoVersions(t *testing.T, b *world) {
	none, err := b.TiposCambiados(b.ctx)
	require(t, err)
	requireSame(t, "kinds of a new store", len(none), 0)
	first := b.newTipo("NANDU")
	require(t, b.GuardarTipo(b.ctx, first, Hecho()))
	requireCode(t, b.GuardarTipo(b.ctx, first, Hecho()), fault.Conflict)
	next := tipo.Tipo{Codigo: "NANDU", Nombre: first.Nombre, Contexto: first.Contexto, Icono: "casa", Inactivo: true, ModificadoEn: first.ModificadoEn.Add(time.Minute), Version: 2}
	require(t, b.GuardarTipo(b.ctx, next, Hecho()))
	requireCode(t, b.GuardarTipo(b.ctx, first, Hecho()), fault.Conflict)
	never := b.newTipo("NADA")
	never.Version = 2 // there is no first
	requireCode(t, b.GuardarTipo(b.ctx, never, Hecho()), fault.Conflict)
	other := b.newTipo("ALGO_1")
	require(t, b.GuardarTipo(b.ctx, other, Hecho()))
	got, err := b.TiposCambiados(b.ctx)
	require(t, err)
	requireSame(t, "kinds", got, []tipo.Tipo{other, next})
}

func tipoAtTheSameTime(t *testing.T, b *world) {
	requireOneWinner(t, atTheSameTime(8, func(i int) error {
		k := b.newTipo("NANDU")
		k.Icono = fmt.Sprint("icono-", i)
		return b.GuardarTipo(b.ctx, k, Hecho())
	}))
}

package storetest

import (
	"fmt"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var casesEntidad = []testCase{
	{"entidad/kept whole, version by version", "", entidadVersions},
	{"entidad/many at the same time: one wins", "", entidadAtTheSameTime},
	{"entidad/listed in both directions", "", entidadListed},
}

func (b *world) newEntidad(id string) entidad.Entidad {
	now := b.clock.Now()
	return entidad.Entidad{
		EntidadID: id, Nombre: "Universidad de Ñandú", Llaves: `{"keys":[]}`, Activa: true, RegistradaEn: now, ModificadaEn: now, Version: 1,
	}
}

func entidadVersions(t *testing.T, b *world) {
	_, err := b.Entidad(b.ctx, "universidad")
	requireCode(t, err, fault.NotFound)
	e := b.newEntidad("universidad")
	require(t, b.GuardarEntidad(b.ctx, e, Hecho()))
	requireCode(t, b.GuardarEntidad(b.ctx, e, Hecho()), fault.Conflict)
	next := e
	next.Version, next.Activa, next.Llaves, next.LlavesURL = 2, false, "", "https://example.org/llaves"
	next.ModificadaEn = e.ModificadaEn.Add(time.Minute)
	next.Revocaciones = []entidad.Revocacion{{Llave: "k1", Desde: e.ModificadaEn}, {
		Llave: "k ñ", Desde: e.ModificadaEn.Add(time.Hour), HechaEn: e.ModificadaEn, RecorridaEn: e.ModificadaEn.Add(time.Minute),
	}}
	require(t, b.GuardarEntidad(b.ctx, next, Hecho()))
	requireCode(t, b.GuardarEntidad(b.ctx, e, Hecho()), fault.Conflict)
	next.Version, next.Vistas = 3, []entidad.LlaveVista{{Llave: "k1", Huella: "h1", JWK: `{"kty":"OKP"}`, VistaEn: e.ModificadaEn}, {Llave: "k1", Huella: "h2", JWK: `{}`, VistaEn: next.ModificadaEn}}
	require(t, b.GuardarEntidad(b.ctx, next, Hecho()))
	other := b.newEntidad("uni")
	requireCode(t, b.GuardarEntidad(b.ctx, entidad.Entidad{EntidadID: "uni", Version: 2}, Hecho()), fault.Conflict) // there is no first
	require(t, b.GuardarEntidad(b.ctx, other, Hecho()))
	for _, want := range []entidad.Entidad{next, other} {
		got, err := b.Entidad(b.ctx, want.EntidadID)
		require(t, err)
		requireSame(t, "entity", got, want)
	}
}

func entidadAtTheSameTime(t *testing.T, b *world) {
	errs := atTheSameTime(8, func(i int) error {
		e := b.newEntidad("universidad")
		e.Nombre = fmt.Sprint("Número ", i)
		return b.GuardarEntidad(b.ctx, e, Hecho())
	})
	won := 0
	for _, err := range errs {
		if err == nil {
			won++
			continue
		}
		requireCode(t, err, fault.Conflict)
	}
	if won != 1 {
		t.Fatalf("%d were first", won)
	}
}

func entidadListed(t *testing.T, b *world) {
	var want []string
	for i := range 7 {
		id := fmt.Sprintf("entidad-%d", i)
		require(t, b.GuardarEntidad(b.ctx, b.newEntidad(id), Hecho()))
		want = append(want, id)
	}
	for _, desc := range []bool{false, true} {
		var got []string
		q := entidad.Consulta{Descendente: desc, Limite: 3}
		for {
			es, err := b.Entidades(b.ctx, q)
			require(t, err)
			for _, e := range es {
				got = append(got, e.EntidadID)
			}
			if len(es) < q.Limite {
				break
			}
			q.Desde = es[len(es)-1].EntidadID
		}
		requireSame(t, fmt.Sprint("list, descending ", desc), got, inDirection(want, desc))
	}
}

func inDirection[T any](ts []T, desc bool) []T {
	out := make([]T, len(ts))
	for i, t := range ts {
		if desc {
			i = len(ts) - 1 - i
		}
		out[i] = t
	}
	return out
}

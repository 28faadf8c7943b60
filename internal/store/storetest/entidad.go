package storetest

import (
	"errors"
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
	{"entidad/a key is of one entity, for ever", "", entidadKeys},
	{"entidad/two with one key at the same time: one has it", "", oneHas(entidad.LlavePropia("shared"), fault.LlaveDeOtra)},
	{"entidad/two with one NIT at the same time: one has it", "", oneHas(entidad.NITPropio("900123456-8"), fault.NITDeOtra)},
}

func (b *world) newEntidad(id string) entidad.Entidad {
	now := b.clock.Now()
	return entidad.Entidad{
		EntidadID: id, Nombre: "Universidad de Ñandú", Roles: []entidad.Rol{entidad.RolEmisor}, Llaves: `{"keys":[]}`, Activa: true, RegistradaEn: now, ModificadaEn: now, Version: 1,
	}
}

func entidadVersions(t *testing.T, b *world) {
	requireCode(t, errOf(b.Entidad(b.ctx, "universidad")), fault.NotFound)
	e := b.newEntidad("universidad")
	require(t, b.GuardarEntidad(b.ctx, e, Hecho()))
	requireCode(t, b.GuardarEntidad(b.ctx, e, Hecho()), fault.Conflict)
	next := e
	next.Version, next.Activa, next.Llaves, next.LlavesURL = 2, false, "", "https://example.org/llaves"
	next.Roles, next.NIT = []entidad.Rol{entidad.RolEmisor, entidad.RolReceptor}, "900123456-8"
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
	requireOneWinner(t, atTheSameTime(8, func(i int) error {
		e := b.newEntidad("universidad")
		e.Nombre = fmt.Sprint("Número ", i)
		return b.GuardarEntidad(b.ctx, e, Hecho())
	}))
}

// entidadKeys: an entity writes what it has as often as it likes, and goes back to a key that it gave up; another one
// gets none of it, neither a key nor the NIT.
func entidadKeys(t *testing.T, b *world) {
	const h0, h1, h2, h3, h4 = entidad.Propia("llave#h0"), entidad.Propia("llave#h1"), entidad.Propia("llave#h2"), entidad.Propia("llave#h3"), entidad.Propia("llave#h4")
	nit := entidad.NITPropio("900123456-8")
	uni, notaria := b.newEntidad("universidad"), b.newEntidad("notaria")
	require(t, b.GuardarEntidad(b.ctx, uni, Hecho(), h1, h2))
	for _, owned := range [][]entidad.Propia{{h1}, {h3, nit}, {h2, h1, nit}, nil} {
		uni.Version++
		require(t, b.GuardarEntidad(b.ctx, uni, Hecho(), owned...))
	}
	for _, owned := range [][]entidad.Propia{{h1}, {h0, h3}, {h3, h4}, {h0, nit}} {
		err := b.GuardarEntidad(b.ctx, notaria, Hecho(), owned...)
		var of entidad.Ajena
		if !errors.As(err, &of) || of.Propia != h1 && of.Propia != h3 && of.Propia != nit || of.EntidadID != "universidad" {
			t.Errorf("%v: another entity has %+v", owned, of)
		}
		requireCode(t, err, fault.CodeOf(of.Propia.De(of.EntidadID)))
	}
	requireCode(t, errOf(b.Entidad(b.ctx, "notaria")), fault.NotFound)
	require(t, b.GuardarEntidad(b.ctx, notaria, Hecho(), h0, h4, entidad.NITPropio("860007386-1"))) // what was refused took nothing
	requireCode(t, b.GuardarEntidad(b.ctx, uni, Hecho(), h4), fault.Conflict)
	uni.Version++
	requireCode(t, b.GuardarEntidad(b.ctx, uni, Hecho(), h4), fault.LlaveDeOtra)
	requireCode(t, b.GuardarEntidad(b.ctx, uni, Hecho(), entidad.NITPropio("860007386-1")), fault.NITDeOtra)
}

func oneHas(shared entidad.Propia, refused fault.Code) func(*testing.T, *world) {
	return func(t *testing.T, b *world) {
		errs := atTheSameTime(8, func(i int) error {
			return b.GuardarEntidad(b.ctx, b.newEntidad(fmt.Sprint("de-", i)), Hecho(), entidad.LlavePropia(fmt.Sprint("own-", i)), shared)
		})
		has := 0
		for i, err := range errs {
			_, there := b.Entidad(b.ctx, fmt.Sprint("de-", i))
			if err == nil {
				has++
				require(t, there)
				continue
			}
			requireCode(t, err, refused)
			requireCode(t, there, fault.NotFound)
		}
		if has != 1 {
			t.Fatalf("%d have it", has)
		}
	}
}

func entidadListed(t *testing.T, b *world) {
	var want []entidad.Entidad
	for i := range 7 {
		want = append(want, b.newEntidad(fmt.Sprintf("entidad-%d", i)))
		require(t, b.GuardarEntidad(b.ctx, want[i], Hecho()))
	}
	for _, desc := range []bool{false, true} {
		q := entidad.Consulta{Descendente: desc, Limite: 3}
		got, err := pages(q.Limite, func(e entidad.Entidad) string { return e.EntidadID }, func(after string) ([]entidad.Entidad, error) {
			q.Desde = after
			return b.Entidades(b.ctx, q)
		})
		require(t, err)
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

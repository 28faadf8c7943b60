package storetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/consentimiento/tramite"
	"github.com/carpeta-ciudadana/servidor/internal/documento/tipo"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var casesTramite = []testCase{
	{"tramite/every version stays, whole", "", tramiteVersions},
	{"tramite/the newest of each is listed, in the order of codes", "", tramiteListed},
	{"tramite/many at the same time: one wins", "", tramiteAtTheSameTime},
}

func (b *world) newTramite(codigo string) tramite.Tramite {
	return tramite.Tramite{
		Codigo: codigo, Nombre: tipo.Texto{Es: "Crédito de ñandú", En: "Rhea credit"}, Finalidad: tipo.Texto{Es: "Estudiar el crédito", En: "To study the credit"},
		BaseLegal: tipo.Texto{Es: "Ley 1266 de 2008", En: "Law 1266 of 2008"}, ConservacionDias: 30, PlazoMaximoDias: 90,
		Requisitos: []tramite.Requisito{
			{Codigo: "CEDULA", Nombre: tipo.Texto{Es: "Cédula", En: "Identity card"}, Tipos: []string{"CEDULA_CIUDADANIA"}, Certificado: true},
			{Codigo: "RENTA", Nombre: tipo.Texto{Es: "Renta", En: "Income"}, Tipos: []string{"DECLARACION_RENTA", "CERTIFICADO_LABORAL"}, Opcional: true},
		},
		Entidades: []string{"banco", "otro-banco"}, RegistradoEn: b.clock.Now(), Version: 1,
	}
}

func (b *world) requireTramites(t testing.TB, versions ...tramite.Tramite) {
	t.Helper()
	for _, want := range versions {
		got, err := b.TramiteVersion(b.ctx, want.Codigo, want.Version)
		require(t, err)
		requireSame(t, "version", got, want)
	}
	want := versions[len(versions)-1]
	got, err := b.Tramite(b.ctx, want.Codigo)
	require(t, err)
	requireSame(t, "newest", got, want)
	requireCode(t, errOf(b.TramiteVersion(b.ctx, want.Codigo, want.Version+1)), fault.NotFound)
}

func tramiteVersions(t *testing.T, b *world) {
	requireCode(t, errOf(b.Tramite(b.ctx, "CREDITO")), fault.NotFound)
	requireCode(t, errOf(b.TramiteVersion(b.ctx, "CREDITO", 1)), fault.NotFound)
	vs := []tramite.Tramite{b.newTramite("CREDITO")}
	later := vs[0]
	later.Version = 2 // there is no first
	requireCode(t, b.GuardarTramite(b.ctx, later, Hecho()), fault.Conflict)
	requireCode(t, errOf(b.TramiteVersion(b.ctx, "CREDITO", 2)), fault.NotFound)
	require(t, b.GuardarTramite(b.ctx, vs[0], Hecho()))
	other := vs[0]
	other.Finalidad.Es = "Otra finalidad"
	requireCode(t, b.GuardarTramite(b.ctx, other, Hecho()), fault.Conflict) // a version is written once
	b.requireTramites(t, vs...)
	for version := int64(2); version <= 11; version++ { // 10 follows 9
		next := vs[len(vs)-1]
		next.Version, next.ConservacionDias, next.TerminadoEn = version, next.ConservacionDias+1, next.RegistradoEn.Add(time.Duration(version)*time.Minute)
		next.Requisitos, next.Entidades = next.Requisitos[:1], []string{fmt.Sprint("banco-", version)}
		require(t, b.GuardarTramite(b.ctx, next, Hecho()))
		vs = append(vs, next)
	}
	requireCode(t, b.GuardarTramite(b.ctx, vs[3], Hecho()), fault.Conflict)
	b.requireTramites(t, vs...)
}

func tramiteListed(t *testing.T, b *world) {
	none, err := b.Tramites(b.ctx)
	require(t, err)
	requireSame(t, "procedures of a new store", len(none), 0)
	_, ds := b.seed(t, 1)
	b.makeCodigo(t, ds[0]) // something else of the table
	var want []tramite.Tramite
	for _, codigo := range []string{"CREDITO", "ARRIENDO", "CREDITO_2", "BECA"} {
		v := b.newTramite(codigo)
		require(t, b.GuardarTramite(b.ctx, v, Hecho()))
		if codigo == "ARRIENDO" {
			v.Version, v.TerminadoEn = 2, b.clock.Now()
			require(t, b.GuardarTramite(b.ctx, v, Hecho()))
		}
		want = append(want, v)
	}
	slices.SortFunc(want, func(x, y tramite.Tramite) int { return strings.Compare(x.Codigo, y.Codigo) })
	got, err := b.Tramites(b.ctx)
	require(t, err)
	requireSame(t, "procedures", got, want)
}

func tramiteAtTheSameTime(t *testing.T, b *world) {
	first := b.newTramite("CREDITO")
	require(t, b.GuardarTramite(b.ctx, first, Hecho()))
	vs := make([]tramite.Tramite, 8)
	for i := range vs {
		vs[i] = first
		vs[i].Version, vs[i].Finalidad.En = 2, fmt.Sprint("Purpose ", i)
	}
	errs := atTheSameTime(len(vs), func(i int) error { return b.GuardarTramite(b.ctx, vs[i], Hecho()) })
	requireOneWinner(t, errs)
	b.requireTramites(t, first, vs[slices.Index(errs, nil)]) // nobody wrote over it
}

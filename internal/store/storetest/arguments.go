package storetest

import (
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var casesArguments = []testCase{
	{"arguments/impossible queries", "", argumentsQueries},
	{"arguments/empty ids", "", argumentsEmpty},
}

// argumentsQueries: the domain refuses impossible questions, and every store refuses them alike.
func argumentsQueries(t *testing.T, b *world) {
	list := documento.Consulta{CarpetaID: "c", Campo: documento.PorTitulo, Limite: 5}
	deletions := eliminacion.ConsultaCarpeta{CarpetaID: "c", Limite: 5}
	keys := eliminacion.ConsultaOperador{OperadorID: "o", Estado: eliminacion.Iniciada, Limite: 5}
	run := documento.Tramo{CarpetaID: "c", Limite: 5}

	refuse := func(what string, code fault.Code, calls ...func() error) {
		t.Helper()
		for i, call := range calls {
			if err := call(); fault.CodeOf(err) != code {
				t.Errorf("%s %d: error is %v, want code %s", what, i, err, code)
			}
		}
	}
	lister := func(change func(*documento.Consulta)) func() error {
		q := list
		change(&q)
		return func() error { return errOf(b.Listar(b.ctx, q)) }
	}
	refuse("order", fault.InvalidPaginationArguments,
		lister(func(q *documento.Consulta) { q.Campo = "COLOR" }), lister(func(q *documento.Consulta) { q.Campo = "" }))
	refuse("carpeta", fault.InvalidPaginationArguments,
		lister(func(q *documento.Consulta) { q.CarpetaID = "" }),
		func() error { _, err := b.DeCarpeta(b.ctx, eliminacion.ConsultaCarpeta{Limite: 5}); return err },
		func() error { _, err := b.DocumentosDeCarpeta(b.ctx, documento.Tramo{Limite: 5}); return err })
	for _, n := range []int{-1, 0, 1001} {
		deletions, keys, run := deletions, keys, run
		deletions.Limite, keys.Limite, run.Limite = n, n, n
		refuse("limit", fault.InvalidPaginationArguments,
			lister(func(q *documento.Consulta) { q.Limite = n }),
			func() error { return errOf(b.DeCarpeta(b.ctx, deletions)) },
			func() error { return errOf(b.ClavesDeOperador(b.ctx, keys)) },
			func() error { return errOf(b.DocumentosDeCarpeta(b.ctx, run)) })
	}
	for _, after := range []string{"sin separador", "sin id#"} {
		deletions, keys := deletions, keys
		deletions.Desde, keys.Desde = after, after
		refuse("cursor", fault.InvalidCursorToken,
			lister(func(q *documento.Consulta) { q.Desde = after }),
			func() error { return errOf(b.DeCarpeta(b.ctx, deletions)) },
			func() error { return errOf(b.ClavesDeOperador(b.ctx, keys)) })
	}
}

// argumentsEmpty: nothing has an empty id, and a limit of nothing asks for nothing.
func argumentsEmpty(t *testing.T, b *world) {
	c, ds := b.seed(t, 1)
	for what, err := range map[string]error{
		"carpeta":                   errOf(b.Carpeta(b.ctx, "")),
		"ciudadano":                 errOf(b.CarpetaDeCiudadano(b.ctx, "")),
		"documento":                 errOf(b.Documento(b.ctx, documento.Clave{CarpetaID: c.CarpetaID})),
		"documento without carpeta": errOf(b.Documento(b.ctx, documento.Clave{DocumentoID: newID()})),
		"eliminacion":               errOf(b.Eliminacion(b.ctx, "")),
	} {
		if fault.CodeOf(err) != fault.NotFound {
			t.Errorf("%s: error is %v, want NOT_FOUND", what, err)
		}
	}
	cs, err := b.Carpetas(b.ctx, []string{"", c.CarpetaID})
	require(t, err)
	requireSame(t, "carpetas", cs, []carpeta.Carpeta{c})
	b.requireBatch(t, []documento.Clave{{}, {CarpetaID: c.CarpetaID}}, nil)
	require(t, b.Iniciar(b.ctx, b.newSaga(c, ds[0]), Hecho()))
	requireCode(t, errOf(b.Eliminacion(b.ctx, "operadores")), fault.NotFound) // the set of operadores is no saga
	es, err := b.Eliminaciones(b.ctx, []string{"", "operadores"})
	require(t, err)
	requireSame(t, "sagas", es, []eliminacion.Eliminacion{})
	for _, limit := range []int{0, -1} {
		ids, err := b.CarpetasDeOperador(b.ctx, c.OperadorID, "", limit)
		require(t, err)
		requireSame(t, "carpetas by none", ids, []string{})
		ps, err := b.Vencidas(b.ctx, c.OperadorID, b.clock.Now(), limit)
		require(t, err)
		requireSame(t, "due by none", ps, []eliminacion.Pendiente{})
	}
}

package resolvers_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

func TestReadsOfOneResponseAreShared(t *testing.T) {
	w := newWorld(t)
	w.resolver.Carpetas.Conocidas = nil // the cases come in any order
	evento := w.deleted()
	w.dead.all = []broker.DeadLetter{
		{ID: "m1", Queue: minioDLQ, Message: broker.Message{SagaID: evento, OperadorID: "op-1"}},
		{ID: "m2", Queue: minioDLQ, Message: broker.Message{SagaID: evento, OperadorID: "op-1"}},
		{ID: "m3", Queue: minioDLQ, Message: broker.Message{OperadorID: "op-1"}}, // nobody can read whose it is
	}
	detalle := `{ id ... on Documento { hashDocumento contextoDocumento } }`
	cases := map[string]struct {
		query string
		ids   []string
		want  map[string]int
	}{
		"documents of one carpeta": {
			`query($ids: [ID!]!) { nodes(ids: $ids) ` + detalle + ` }`,
			[]string{documentoGlobalID(1, 1), documentoGlobalID(1, 2), documentoGlobalID(1, 1)},
			map[string]int{"Carpetas": 1, "Documentos": 1},
		},
		"documents of a foreign carpeta are not read": {
			`query($ids: [ID!]!) { nodes(ids: $ids) ` + detalle + ` }`, []string{documentoGlobalID(2, 1)}, map[string]int{"Carpetas": 1},
		},
		"a deletion": {
			`query($ids: [ID!]!) { nodes(ids: $ids) { id } }`, []string{eliminacionGlobalID(evento)}, map[string]int{"Eliminaciones": 1, "Carpetas": 1},
		},
		"rows of a page alone": {
			`query($ids: [ID!]!) { miCarpeta { documentos { nodes { __typename id documentoId titulo tipo contextoDocumento version
				estadoDocumento tamanoBytes fechaRecepcion certificado esDescargable } } } nodes(ids: $ids) { id } }`, []string{},
			map[string]int{"CarpetaDeCiudadano": 2, "Listar": 1},
		},
		"rows of a page, with what locks them": {
			`query($ids: [ID!]!) { miCarpeta { documentos { nodes { hashDocumento eliminacion { eventoId estado } } } } nodes(ids: $ids) { id } }`, []string{},
			map[string]int{"CarpetaDeCiudadano": 2, "Listar": 1, "Documentos": 1, "Eliminaciones": 1},
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			w.good(ana, tc.query, map[string]any{"ids": tc.ids})
			if diff := cmp.Diff(tc.want, w.counted()); diff != "" {
				t.Errorf("calls of the store (-want +got):\n%s", diff)
			}
		})
	}
	t.Run("the deletions of dead letters", func(t *testing.T) {
		data := w.good(oficial, `{ mensajesMuertos { nodes { eventoId eliminacion { eventoId } } } }`, nil)
		one := map[string]any{"eventoId": evento, "eliminacion": map[string]any{"eventoId": evento}}
		want := []any{one, one, map[string]any{"eventoId": nil, "eliminacion": nil}}
		got := data["mensajesMuertos"].(map[string]any)["nodes"].([]any)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("dead letters (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(map[string]int{"Eliminaciones": 1, "Carpetas": 1}, w.counted()); diff != "" {
			t.Errorf("calls of the store (-want +got):\n%s", diff)
		}
	})
}

// TestPagesWaitForNoSiblings: who asks for many knows when these are all. They are one call, and
// it is made at once: a read that waits for others would take an hour here.
func TestPagesWaitForNoSiblings(t *testing.T) {
	w := newWorld(t)
	w.resolver.Siblings = time.Hour
	w.resolver.Carpetas.Conocidas = nil // the cases come in any order
	ids := []string{}
	for _, k := range w.more(97) { // three are there: a hundred, of which a batch is full by itself, and fewer
		ids = append(ids, documento.Fila{CarpetaID: k.CarpetaID, DocumentoID: k.DocumentoID}.ID())
	}
	for name, c := range map[string]struct {
		query string
		want  map[string]int
	}{
		"a page of 100": {`{ miCarpeta { documentos(first: 100) { nodes { hashDocumento } } } }`, map[string]int{"CarpetaDeCiudadano": 2, "Listar": 1, "Documentos": 1}},
		"a page of 60":  {`{ miCarpeta { documentos(first: 60) { nodes { hashDocumento nombreArchivo } } } }`, map[string]int{"CarpetaDeCiudadano": 2, "Listar": 1, "Documentos": 1}},
		"nodes":         {`query($ids: [ID!]!) { nodes(ids: $ids) { id ... on Documento { hashDocumento } } }`, map[string]int{"Carpetas": 1, "Documentos": 1}},
	} {
		t.Run(name, func(t *testing.T) {
			w.good(ana, c.query, map[string]any{"ids": ids})
			if diff := cmp.Diff(c.want, w.counted()); diff != "" {
				t.Errorf("calls of the store (-want +got):\n%s", diff)
			}
		})
	}
}

// What a mutation changed is read again, also within one operation.
func TestMutationForgetsWhatWasRead(t *testing.T) {
	w := newWorld(t)
	evento := uuid(9, 1) // the next id
	data := w.good(ana, `mutation($d: ID!, $e: ID!) {
		before: confirmarCarga(input: {documentoId: $d}) { documento { estadoDocumento hashDocumento } }
		locked: deleteDocumento(input: {documentoId: $d, ventana: 600}) { documento { estadoDocumento eliminacion { estado } } }
		free: cancelarEliminacion(input: {eventoId: $e}) { documento { estadoDocumento eliminacion { estado } } eliminacion { estado } }
	}`, map[string]any{"d": documentoGlobalID(1, 1), "e": evento})
	want := map[string]any{
		"before": map[string]any{"documento": map[string]any{"estadoDocumento": "PROCESADO", "hashDocumento": "00"}},
		"locked": map[string]any{"documento": map[string]any{"estadoDocumento": "ELIMINANDO", "eliminacion": map[string]any{"estado": "INICIADA"}}},
		"free": map[string]any{"documento": map[string]any{"estadoDocumento": "PROCESADO", "eliminacion": nil},
			"eliminacion": map[string]any{"estado": "CANCELADA"}},
	}
	if diff := cmp.Diff(want, data); diff != "" {
		t.Errorf("payloads (-want +got):\n%s", diff)
	}
}

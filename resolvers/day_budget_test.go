package resolvers_test

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
)

// TestChangesOfADay: what a person writes has a budget of the day, whichever way it is written, and others have their
// own. What is refused is written nowhere.
func TestChangesOfADay(t *testing.T) {
	w := newWorld(t)
	now := time.Now()
	w.resolver.Cambios = quota.New(quota.Config{PerSecond: 2.0 / 86400, Burst: 2, Subjects: 10}, func() time.Time { return now })
	ways := map[string]string{
		"editar":   `mutation { r: editarDocumento(input: {documentoId: "` + documentoGlobalID(1, 1) + `", version: 1, titulo: "Otro"}) { errores { __typename } } }`,
		"eliminar": `mutation { r: deleteDocumento(input: {documentoId: "` + documentoGlobalID(1, 1) + `"}) { errores { __typename } } }`,
		"pedir":    `mutation { r: solicitarEliminacion(input: {documentoId: "` + documentoGlobalID(1, 1) + `", motivo: "x"}) { errores { __typename } } }`,
		"renovar":  `mutation { r: renovarCarga(input: {documentoId: "` + documentoGlobalID(1, 1) + `"}) { errores { __typename } } }`,
		"cancelar": `mutation { r: cancelarCarga(input: {documentoId: "` + documentoGlobalID(1, 1) + `"}) { errores { __typename } } }`,
		"codigo":   `mutation { r: crearCodigo(input: {documentoId: "` + documentoGlobalID(1, 1) + `"}) { errores { __typename } } }`,
		"iniciar": `mutation { r: iniciarCarga(input: {carpetaId: "` + carpetaGlobalID(1) + `", titulo: "a", codigoTipo: "OTRO", nombreArchivo: "a", tipoContenido: "text/plain",
			tamanoBytes: 1, hashDocumento: "0000000000000000000000000000000000000000000000000000000000000000"}) { errores { __typename } } }`,
	}
	w.good(ana, ways["editar"], nil)
	w.good(ana, ways["editar"], nil)
	for way, mutation := range ways {
		a := w.query(ana, mutation, nil)
		if diff := cmp.Diff([]string{"RATE_LIMITED"}, a.codes); diff != "" {
			t.Errorf("%s (-want +got):\n%s", way, diff)
		}
		for call, n := range w.counted() {
			t.Errorf("%s: %d calls of %s", way, n, call)
		}
	}
	many := w.query(ana, `mutation { r: eliminarDocumentos(input: { documentoIds: ["`+documentoGlobalID(1, 1)+`", "`+documentoGlobalID(1, 2)+`"] }) { resultados { eliminacion { estado } } } }`, nil)
	if diff := cmp.Diff([]string{"RATE_LIMITED", "RATE_LIMITED"}, many.codes); diff != "" {
		t.Errorf("many (-want +got):\n%s", diff)
	}
	w.good(bea, `mutation { r: deleteDocumento(input: {documentoId: "`+documentoGlobalID(2, 1)+`"}) { eliminacion { estado } errores { __typename } } }`, nil)
	now = now.Add(12 * time.Hour)
	w.good(ana, `mutation { r: deleteDocumento(input: {documentoId: "`+documentoGlobalID(1, 1)+`"}) { eliminacion { estado } errores { __typename } } }`, nil)
}

// TestLinksOfADay: each has its event in the trail. One citizen filled it with 8,000 a second, 600 GB a day. A page that
// does not fit into the rest of the budget takes nothing of it, whoever writes it.
func TestLinksOfADay(t *testing.T) {
	for name, inOneGo := range map[string]bool{"field by field": false, "in one go": true} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			written := new(atomic.Int64)
			if inOneGo {
				w.exec, written = w.inOneGo()
			}
			now := time.Now()
			w.resolver.Links = quota.New(quota.Config{PerSecond: 3.0 / 86400, Burst: 3, Subjects: 10}, func() time.Time { return now })
			ask := func(quien auth.Principal, want ...string) {
				t.Helper()
				a := w.query(quien, `{ miCarpeta { documentos(first: 2) { nodes { titulo urlDescarga } } } }`, nil)
				if diff := cmp.Diff(want, a.codes); diff != "" {
					t.Errorf("%s (-want +got):\n%s", quien.Sub, diff)
				}
			}
			ask(ana)
			ask(ana, "RATE_LIMITED", "RATE_LIMITED")
			w.good(ana, `{ node(id: "`+documentoGlobalID(1, 1)+`") { ... on Documento { urlDescarga } } }`, nil)
			ask(bea)
			now = now.Add(24 * time.Hour)
			ask(ana)
			if inOneGo != (written.Load() > 0) {
				t.Error("values in one go:", written.Load())
			}
		})
	}
}

package e2e_test

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// soon keeps a broken test from hanging: the bounded work takes milliseconds on an idle machine.
const soon = 3 * time.Minute

type obj = map[string]any

// fila is a document as the tests look at it.
type fila struct {
	ID, DocumentoID, Titulo, Tipo, EstadoDocumento, FechaRecepcion, HashDocumento string

	TamanoBytes                int64
	Certificado, EsDescargable bool
	URLDescarga                *string
}

const filaFields = `id documentoId titulo tipo estadoDocumento fechaRecepcion tamanoBytes certificado esDescargable`

type page struct {
	Edges []struct {
		Cursor string
		Node   fila
	}
	PageInfo struct {
		HasNextPage, HasPreviousPage bool
		StartCursor, EndCursor       *string
	}
	ModificacionDetectada bool
}

type carpetaAnswer struct {
	Carpeta struct {
		ID                        string
		TotalDocumentosAproximado int64
		Documentos                page
	}
}

const pageQuery = `query($id: ID!, $first: Int, $after: String, $last: Int, $before: String, $orden: OrdenDocumentos, $filtro: FiltroDocumentos) {
  carpeta(id: $id) { id totalDocumentosAproximado
    documentos(first: $first, after: $after, last: $last, before: $before, orden: $orden, filtro: $filtro) {
      edges { cursor node { ` + filaFields + ` } } modificacionDetectada
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`

// queryPage reads a page; v are the variables beside the carpeta's id.
func queryPage(t testing.TB, c serverkit.Client, carpetaID string, v obj) carpetaAnswer {
	t.Helper()
	v = maps.Clone(v)
	if v == nil {
		v = obj{}
	}
	v["id"] = carpetaID
	return serverkit.Do[carpetaAnswer](t, c, pageQuery, v)
}

// allFilas lists the whole carpeta, a hundred at a time, with a download link each.
func allFilas(t testing.TB, c serverkit.Client, carpetaID string) map[string]fila {
	t.Helper()
	query := strings.Replace(pageQuery, "esDescargable", "esDescargable hashDocumento urlDescarga", 1)
	filas, v := map[string]fila{}, obj{"id": carpetaID, "first": 100}
	for {
		p := serverkit.Do[carpetaAnswer](t, c, query, v).Carpeta.Documentos
		for _, e := range p.Edges {
			filas[e.Node.ID] = e.Node
		}
		if !p.PageInfo.HasNextPage {
			return filas
		}
		v["after"] = *p.PageInfo.EndCursor
	}
}

// deletable are the ids of the documents that may be deleted, in a fixed order. Whoever takes more than there are panics.
func deletable(filas map[string]fila) []string {
	var ids []string
	for id, f := range filas {
		if !f.Certificado && f.EstadoDocumento == "PROCESADO" {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return slices.Clip(ids)
}

// total is the carpeta's own number.
func totalOf(t testing.TB, c serverkit.Client, carpetaID string) int64 {
	t.Helper()
	return queryPage(t, c, carpetaID, obj{"first": 1}).Carpeta.TotalDocumentosAproximado
}

type userError struct {
	Typename string `json:"__typename"`
	Codigo   string
	Mensaje  string
}

// eliminacionView is a deletion as the tests look at it.
type eliminacionView struct {
	EventoID, Estado, PasoActual, EstadoEvento, DocumentoID string

	Secuencia int
	Errores   []struct{ Codigo string }
}

const eliminacionFields = `eventoId estado pasoActual estadoEvento documentoId secuencia errores { codigo }`

type deleteResult struct {
	Eliminacion *eliminacionView
	Documento   *fila
	Errores     []userError
}

const (
	deleteMutation = `mutation($id: ID!, $ventana: Int! = 0) { r: deleteDocumento(input: {documentoId: $id, ventana: $ventana}) {
  eliminacion { ` + eliminacionFields + ` } documento { ` + filaFields + ` } errores { __typename ... on ErrorDeUsuario { codigo mensaje } } } }`
	cancelarMutation = `mutation($id: ID!) { r: cancelarEliminacion(input: {eventoId: $id}) {
  eliminacion { ` + eliminacionFields + ` } documento { ` + filaFields + ` urlDescarga } errores { __typename ... on ErrorDeUsuario { codigo mensaje } } } }`
	eliminacionQuery = `query($id: ID!) { r: eliminacion(eventoId: $id) { ` + eliminacionFields + ` } }`
)

type alias[T any] struct{ R T }

// deleteDocumento asks for a deletion that must be accepted.
func deleteDocumento(t testing.TB, c serverkit.Client, id string, ventana int) eliminacionView {
	t.Helper()
	r := serverkit.Do[alias[deleteResult]](t, c, deleteMutation, obj{"id": id, "ventana": ventana}).R
	if len(r.Errores) > 0 || r.Eliminacion == nil {
		t.Fatalf("deleteDocumento: %+v", r)
	}
	return *r.Eliminacion
}

func cancelarEliminacion(t testing.TB, c serverkit.Client, eventoID string) deleteResult {
	t.Helper()
	return serverkit.Do[alias[deleteResult]](t, c, cancelarMutation, obj{"id": eventoID}).R
}

// requireCancelada takes back a deletion whose window is open.
func requireCancelada(t testing.TB, c serverkit.Client, eventoID string) {
	t.Helper()
	r := cancelarEliminacion(t, c, eventoID)
	if r.Eliminacion == nil {
		t.Errorf("cancelarEliminacion: %+v", r)
		return
	}
	same(t, "estado after cancelarEliminacion", "CANCELADA", r.Eliminacion.Estado)
}

func getEliminacion(t testing.TB, c serverkit.Client, eventoID string) eliminacionView {
	t.Helper()
	return serverkit.Do[alias[eliminacionView]](t, c, eliminacionQuery, obj{"id": eventoID}).R
}

// untilEstado waits until a deletion is in a state.
func untilEstado(t testing.TB, c serverkit.Client, eventoID, estado string, timeout time.Duration) eliminacionView {
	t.Helper()
	var b eliminacionView
	serverkit.WaitFor(t, timeout, "deletion "+eventoID+" in "+estado, func() bool {
		b = getEliminacion(t, c, eventoID)
		return b.Estado == estado
	})
	return b
}

// exists reports whether node finds an object.
func exists(t testing.TB, c serverkit.Client, id string) bool {
	t.Helper()
	return serverkit.Do[alias[*struct{ ID string }]](t, c, `query($id: ID!) { r: node(id: $id) { id } }`, obj{"id": id}).R != nil
}

func hashOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// downloadWell downloads a document, and compares the file with the promised one.
func downloadWell(t testing.TB, f fila) []byte {
	t.Helper()
	if f.URLDescarga == nil {
		t.Fatalf("%s has no download link", f.DocumentoID)
	}
	status, _, content := serverkit.Download(t, *f.URLDescarga)
	if status != 200 || hashOf(content) != f.HashDocumento || int64(len(content)) != f.TamanoBytes {
		t.Fatalf("download of %s: status %d, %d bytes, hash %s; want %d bytes, hash %s", f.DocumentoID, status, len(content), hashOf(content), f.TamanoBytes, f.HashDocumento)
	}
	return content
}

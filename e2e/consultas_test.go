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

// pronto keeps a broken test from hanging: what it bounds takes milliseconds on an idle machine.
const pronto = 3 * time.Minute

type obj = map[string]any

// fila is a document as the tests look at it.
type fila struct {
	ID, DocumentoID, Titulo, TipoDocumento, EstadoDocumento, FechaRecepcion, HashDocumento string

	TamanoBytes                int64
	Certificado, EsDescargable bool
	URLDescarga                *string
}

const camposFila = `id documentoId titulo tipoDocumento estadoDocumento fechaRecepcion tamanoBytes certificado esDescargable`

type pagina struct {
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

type conCarpeta struct {
	Carpeta struct {
		ID                        string
		TotalDocumentosAproximado int64
		Documentos                pagina
	}
}

const consultaPagina = `query($id: ID!, $first: Int, $after: String, $last: Int, $before: String, $orden: OrdenDocumentos, $filtro: FiltroDocumentos) {
  carpeta(id: $id) { id totalDocumentosAproximado
    documentos(first: $first, after: $after, last: $last, before: $before, orden: $orden, filtro: $filtro) {
      edges { cursor node { ` + camposFila + ` } } modificacionDetectada
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`

// pedirPagina reads a page; v are the variables beside the carpeta's id.
func pedirPagina(t testing.TB, c serverkit.Client, carpetaID string, v obj) conCarpeta {
	t.Helper()
	v = maps.Clone(v)
	if v == nil {
		v = obj{}
	}
	v["id"] = carpetaID
	return serverkit.Do[conCarpeta](t, c, consultaPagina, v)
}

// todos lists the whole carpeta, a hundred at a time, with a download link each.
func todos(t testing.TB, c serverkit.Client, carpetaID string) map[string]fila {
	t.Helper()
	query := strings.Replace(consultaPagina, "esDescargable", "esDescargable hashDocumento urlDescarga", 1)
	filas, v := map[string]fila{}, obj{"id": carpetaID, "first": 100}
	for {
		p := serverkit.Do[conCarpeta](t, c, query, v).Carpeta.Documentos
		for _, e := range p.Edges {
			filas[e.Node.ID] = e.Node
		}
		if !p.PageInfo.HasNextPage {
			return filas
		}
		v["after"] = *p.PageInfo.EndCursor
	}
}

// borrables are the ids of what may be deleted, in a fixed order.
func borrables(filas map[string]fila) []string {
	var ids []string
	for id, f := range filas {
		if !f.Certificado && f.EstadoDocumento == "PROCESADO" {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// total is what the carpeta says of itself.
func total(t testing.TB, c serverkit.Client, carpetaID string) int64 {
	t.Helper()
	return pedirPagina(t, c, carpetaID, obj{"first": 1}).Carpeta.TotalDocumentosAproximado
}

type errorDeUsuario struct {
	Typename string `json:"__typename"`
	Codigo   string
	Mensaje  string
}

// borrado is a deletion as the tests look at it.
type borrado struct {
	EventoID, Estado, PasoActual, EstadoEvento, DocumentoID string

	Secuencia int
	Errores   []struct{ Codigo string }
}

const camposBorrado = `eventoId estado pasoActual estadoEvento documentoId secuencia errores { codigo }`

type resultadoBorrado struct {
	Eliminacion *borrado
	Documento   *fila
	Errores     []errorDeUsuario
}

const (
	mutacionBorrar = `mutation($id: ID!, $ventana: Int! = 0) { r: deleteDocumento(input: {documentoId: $id, ventana: $ventana}) {
  eliminacion { ` + camposBorrado + ` } documento { ` + camposFila + ` } errores { __typename codigo mensaje } } }`
	mutacionCancelar = `mutation($id: ID!) { r: cancelarEliminacion(input: {eventoId: $id}) {
  eliminacion { ` + camposBorrado + ` } documento { ` + camposFila + ` urlDescarga } errores { __typename codigo mensaje } } }`
	consultaBorrado = `query($id: ID!) { r: eliminacion(eventoId: $id) { ` + camposBorrado + ` } }`
)

type alias[T any] struct{ R T }

// borrar asks for a deletion that must be accepted.
func borrar(t testing.TB, c serverkit.Client, id string, ventana int) borrado {
	t.Helper()
	r := serverkit.Do[alias[resultadoBorrado]](t, c, mutacionBorrar, obj{"id": id, "ventana": ventana}).R
	if len(r.Errores) > 0 || r.Eliminacion == nil {
		t.Fatalf("deleteDocumento: %+v", r)
	}
	return *r.Eliminacion
}

func cancelar(t testing.TB, c serverkit.Client, eventoID string) resultadoBorrado {
	t.Helper()
	return serverkit.Do[alias[resultadoBorrado]](t, c, mutacionCancelar, obj{"id": eventoID}).R
}

func verBorrado(t testing.TB, c serverkit.Client, eventoID string) borrado {
	t.Helper()
	return serverkit.Do[alias[borrado]](t, c, consultaBorrado, obj{"id": eventoID}).R
}

// hastaEstado waits until a deletion is in a state.
func hastaEstado(t testing.TB, c serverkit.Client, eventoID, estado string, plazo time.Duration) borrado {
	t.Helper()
	var b borrado
	serverkit.WaitFor(t, plazo, "deletion "+eventoID+" in "+estado, func() bool {
		b = verBorrado(t, c, eventoID)
		return b.Estado == estado
	})
	return b
}

// existe reports whether node finds an object.
func existe(t testing.TB, c serverkit.Client, id string) bool {
	t.Helper()
	return serverkit.Do[alias[*struct{ ID string }]](t, c, `query($id: ID!) { r: node(id: $id) { id } }`, obj{"id": id}).R != nil
}

func hashDe(b []byte) string {
	suma := sha256.Sum256(b)
	return hex.EncodeToString(suma[:])
}

// bajarBien downloads a document and compares what came with what was promised.
func bajarBien(t testing.TB, f fila) []byte {
	t.Helper()
	if f.URLDescarga == nil {
		t.Fatalf("%s has no download link", f.DocumentoID)
	}
	estado, _, contenido := serverkit.Download(t, *f.URLDescarga)
	if estado != 200 || hashDe(contenido) != f.HashDocumento || int64(len(contenido)) != f.TamanoBytes {
		t.Fatalf("download of %s: status %d, %d bytes, hash %s; want %d bytes, hash %s", f.DocumentoID, estado, len(contenido), hashDe(contenido), f.TamanoBytes, f.HashDocumento)
	}
	return contenido
}

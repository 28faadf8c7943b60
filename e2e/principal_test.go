package e2e_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// TestPrincipal is the whole main job, as the README tells it.
func TestPrincipal(t *testing.T) {
	enAmbos(t, func(t *testing.T, p serverkit.Profile) {
		casa := serverkit.NewHouse(t, p)
		mia := casa.Seed(t, "--carpetas", "1", "--documentos", "40", "--archivos")[0]
		reales := archivosReales(t)
		casa.MustRun(t, "import", "--dir", reales, "--carpeta", mia.CarpetaID)
		s := casa.Start(t)
		c := s.Client(t, mia.CiudadanoID, "ciudadano")
		importarOtraVez(t, casa, s, c, reales, mia.CarpetaID)

		hay := todos(t, c, mia.CarpetaID)
		bajados := map[string]bool{}
		for _, f := range hay {
			bajados[hashDe(bajarBien(t, f))] = true
		}
		for ruta, hash := range hashesDe(t, reales) {
			if !bajados[hash] {
				t.Errorf("%s was imported and cannot be downloaded", ruta)
			}
		}
		subido := subirYConfirmar(t, c, mia.CarpetaID, []byte("un archivo de verdad\n"))
		hay = todos(t, c, mia.CarpetaID)
		bajarBien(t, hay[subido])
		if n := total(t, c, mia.CarpetaID); n != int64(len(hay)) {
			t.Errorf("the carpeta counts %d documents and lists %d", n, len(hay))
		}

		esperando := borrar(t, c, borrables(hay)[0], 600) // one that is ELIMINANDO while we page
		filtrar(t, c, mia.CarpetaID, recorrerOrdenes(t, c, mia.CarpetaID, 7))
		borrarYMirar(t, casa, c, mia.CarpetaID, hay[subido])
		if r := cancelar(t, c, esperando.EventoID); r.Eliminacion == nil || r.Eliminacion.Estado != "CANCELADA" {
			t.Errorf("cancelarEliminacion: %+v", r)
		}
	})
}

// archivosReales copies some of this module's own files into a folder.
func archivosReales(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for i, origen := range []string{"../LICENSE", "../go.mod", "../go.sum", "../Makefile", "../server.go", "../schema/documento.graphqls", "../gqlgen.yml", os.Args[0]} {
		contenido, err := os.ReadFile(origen)
		if err != nil {
			t.Fatal(err)
		}
		sub := filepath.Join(dir, fmt.Sprintf("año %d", i%3))
		if err := os.MkdirAll(sub, 0o700); err != nil {
			t.Fatal(err)
		}
		contenido = contenido[:min(len(contenido), 3<<20)]
		if err := os.WriteFile(filepath.Join(sub, fmt.Sprintf("Señal %d %s", i, filepath.Base(origen))), contenido, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func hashesDe(t *testing.T, dir string) map[string]string {
	t.Helper()
	hashes := map[string]string{}
	for _, ruta := range archivos(t, dir) {
		contenido, err := fs.ReadFile(os.DirFS(dir), ruta)
		if err != nil {
			t.Fatal(err)
		}
		hashes[ruta] = hashDe(contenido)
	}
	return hashes
}

// importarOtraVez imports through the running server: what is there is skipped,
// what is new is uploaded.
func importarOtraVez(t *testing.T, casa *serverkit.House, s *serverkit.Server, c serverkit.Client, dir, carpetaID string) {
	t.Helper()
	antes := total(t, c, carpetaID)
	if err := os.WriteFile(filepath.Join(dir, "nuevo.txt"), []byte("llegó después\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, quiero := range []string{`"subidos":1`, `"subidos":0`} {
		r := casa.Run(t, "import", "--dir", dir, "--carpeta", carpetaID, "--url", s.URL, "--token", c.Token)
		if r.Code != 0 || !strings.Contains(r.Err, quiero) {
			t.Errorf("import --url: exit code %d, want %s:\n%s", r.Code, quiero, r.Err)
		}
	}
	if ahora := total(t, c, carpetaID); ahora != antes+1 {
		t.Errorf("after one new file: %d documents, %d before", ahora, antes)
	}
}

// borrarYMirar deletes a document under the eyes of four subscribers.
func borrarYMirar(t *testing.T, casa *serverkit.House, c serverkit.Client, carpetaID string, f fila) {
	t.Helper()
	antes := total(t, c, carpetaID)
	cursor := *pedirPagina(t, c, carpetaID, obj{"first": 3}).Carpeta.Documentos.PageInfo.EndCursor
	seguir := obj{"first": 3, "after": cursor}
	if pedirPagina(t, c, carpetaID, seguir).Carpeta.Documentos.ModificacionDetectada {
		t.Error("modificacionDetectada before anything changed")
	}
	deCarpeta := map[string]*serverkit.Subscription{}
	for nombre, abrir := range serverkit.Transports {
		deCarpeta[nombre] = abrir(t, c, suscripcionCarpeta, obj{"id": carpetaID})
		if b := siguiente(t, deCarpeta[nombre]); b.Estado != "INICIADA" || b.PasoActual != "ESPERA" { // the waiting one: it listens now
			t.Fatalf("%s: first message %+v", nombre, b)
		}
	}
	b := borrar(t, c, f.ID, 0)
	for nombre, abrir := range serverkit.Transports {
		verPasos(t, nombre, abrir(t, c, suscripcionUna, obj{"id": b.EventoID, "despuesDe": 0}), b.EventoID)
		verPasosEnCarpeta(t, nombre, deCarpeta[nombre], b.EventoID)
	}
	if estado, _, _ := serverkit.Download(t, *f.URLDescarga); estado != 404 {
		t.Errorf("the object of a deleted document: status %d", estado)
	}
	if n := objetos(t, casa, carpetaID)[f.DocumentoID]; n != 0 {
		t.Errorf("%d versions of a deleted document's object are left", n)
	}
	if existe(t, c, f.ID) {
		t.Error("the row of a deleted document is left")
	}
	if _, esta := todos(t, c, carpetaID)[f.ID]; esta {
		t.Error("a deleted document is listed")
	}
	if ahora := total(t, c, carpetaID); ahora != antes-1 {
		t.Errorf("%d documents after the deletion, %d before", ahora, antes)
	}
	if !pedirPagina(t, c, carpetaID, seguir).Carpeta.Documentos.ModificacionDetectada {
		t.Error("modificacionDetectada is false after a deletion")
	}
}

const (
	suscripcionUna     = `subscription($id: ID!, $despuesDe: Int) { r: eliminacion(eventoId: $id, despuesDe: $despuesDe) { ` + camposBorrado + ` } }`
	suscripcionCarpeta = `subscription($id: ID!) { r: eliminacionesDeCarpeta(carpetaId: $id) { ` + camposBorrado + ` } }`
)

func leerBorrado(t *testing.T, data json.RawMessage) borrado { return leer[borrado](t, data) }

// leer is a message of a subscription.
func leer[T any](t *testing.T, data json.RawMessage) T {
	t.Helper()
	var r alias[T]
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	return r.R
}

func siguiente(t *testing.T, s *serverkit.Subscription) borrado {
	t.Helper()
	data, hay := s.Next(t, pronto)
	if !hay {
		_, fin := s.UntilEnd(t, pronto)
		t.Fatalf("the subscription ended: %+v", fin)
	}
	return leerBorrado(t, data)
}

// pasosNormales is a deletion without an undo window, by secuencia.
var pasosNormales = []borrado{
	{Estado: "INICIADA", PasoActual: "MINIO_CLEANUP"}, {Estado: "INICIADA", PasoActual: "METADATA_CLEANUP"}, {Estado: "COMPLETADA", PasoActual: "COMPLETED"},
}

// verPasos follows one deletion: every step once, in order, and then the end.
func verPasos(t *testing.T, nombre string, s *serverkit.Subscription, eventoID string) {
	t.Helper()
	mensajes, fin := s.UntilEnd(t, pronto)
	if !fin.Complete || len(mensajes) != len(pasosNormales) {
		t.Fatalf("%s: %d messages, end %+v", nombre, len(mensajes), fin)
	}
	for i, m := range mensajes {
		comprobarPaso(t, nombre, leerBorrado(t, m), eventoID, i)
	}
}

// verPasosEnCarpeta sees the same steps among those of the other deletions.
func verPasosEnCarpeta(t *testing.T, nombre string, s *serverkit.Subscription, eventoID string) {
	t.Helper()
	for i := 0; i < len(pasosNormales); {
		if b := siguiente(t, s); b.EventoID == eventoID {
			comprobarPaso(t, nombre+" of the carpeta", b, eventoID, i)
			i++
		}
	}
}

func comprobarPaso(t *testing.T, nombre string, b borrado, eventoID string, i int) {
	t.Helper()
	q := pasosNormales[i]
	if b.EventoID != eventoID || b.Secuencia != i+1 || b.Estado != q.Estado || b.PasoActual != q.PasoActual {
		t.Errorf("%s: message %d is %+v, want secuencia %d, %s, %s", nombre, i, b, i+1, q.Estado, q.PasoActual)
	}
}

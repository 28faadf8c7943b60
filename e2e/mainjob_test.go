package e2e_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// TestMainJob is the whole main job, as the README tells it.
func TestMainJob(t *testing.T) {
	onBothWays(t, func(t *testing.T, house *serverkit.House) {
		mine := house.Seed(t, "--carpetas", "1", "--documentos", "40", "--archivos")[0]
		real := realFiles(t)
		house.MustRun(t, "documento", "importar", "--dir", real, "--carpeta", mine.CarpetaID)
		s := house.Start(t)
		c := s.Client(t, mine.CiudadanoID, "ciudadano")
		importAgain(t, house, s, c, real, mine.CarpetaID)

		found := allFilas(t, c, mine.CarpetaID)
		downloaded := map[string]bool{}
		for _, f := range found {
			downloaded[hashOf(downloadWell(t, f))] = true
		}
		for path, hash := range hashesIn(t, real) {
			if !downloaded[hash] {
				t.Errorf("%s was imported and cannot be downloaded", path)
			}
		}
		uploaded := uploadAndConfirmar(t, c, mine.CarpetaID, []byte("un archivo de verdad\n"))
		found = allFilas(t, c, mine.CarpetaID)
		downloadWell(t, found[uploaded])
		if n := totalOf(t, c, mine.CarpetaID); n != int64(len(found)) {
			t.Errorf("the carpeta counts %d documents and lists %d", n, len(found))
		}

		waiting := deleteDocumento(t, c, deletable(found)[0], 600) // one that is ELIMINANDO while we page
		thereAndBack(t, c, mine.CarpetaID, 7, obj{"orden": obj{"campo": "TITULO", "direccion": "ASC"}})
		deleteAndWatch(t, house, c, mine.CarpetaID, found[uploaded])
		requireCancelada(t, c, waiting.EventoID)
	})
}

// realFiles copies some of this module's own files into a folder.
func realFiles(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for i, source := range []string{"../LICENSE", "../go.mod", "../go.sum", "../Makefile", "../server.go", "../schema/documento.graphqls", "../gqlgen.yml", os.Args[0]} {
		content, err := os.ReadFile(source)
		must(t, err)
		sub := filepath.Join(dir, fmt.Sprintf("año %d", i%3))
		must(t, os.MkdirAll(sub, 0o700))
		content = content[:min(len(content), 3<<20)]
		must(t, os.WriteFile(filepath.Join(sub, fmt.Sprintf("Señal %d %s", i, filepath.Base(source))), content, 0o600))
	}
	return dir
}

func hashesIn(t *testing.T, dir string) map[string]string {
	t.Helper()
	hashes := map[string]string{}
	for _, path := range filesIn(t, dir) {
		content, err := fs.ReadFile(os.DirFS(dir), path)
		must(t, err)
		hashes[path] = hashOf(content)
	}
	return hashes
}

// importAgain imports through the running server: known files are skipped,
// new ones are uploaded.
func importAgain(t *testing.T, house *serverkit.House, s *serverkit.Server, c serverkit.Client, dir, carpetaID string) {
	t.Helper()
	before := totalOf(t, c, carpetaID)
	must(t, os.WriteFile(filepath.Join(dir, "nuevo.txt"), []byte("llegó después\n"), 0o600))
	for _, want := range []string{`"subidos":1`, `"subidos":0`} {
		r := house.Run(t, "documento", "importar", "--dir", dir, "--carpeta", carpetaID, "--url", s.URL, "--token", c.Token)
		if r.Code != 0 || !strings.Contains(r.Err, want) {
			t.Errorf("import --url: exit code %d, want %s:\n%s", r.Code, want, r.Err)
		}
	}
	if now := totalOf(t, c, carpetaID); now != before+1 {
		t.Errorf("after one new file: %d documents, %d before", now, before)
	}
}

// deleteAndWatch deletes a document under the eyes of four subscribers.
func deleteAndWatch(t *testing.T, house *serverkit.House, c serverkit.Client, carpetaID string, f fila) {
	t.Helper()
	before := totalOf(t, c, carpetaID)
	cursor := *queryPage(t, c, carpetaID, obj{"first": 3}).Carpeta.Documentos.PageInfo.EndCursor
	next := obj{"first": 3, "after": cursor}
	if queryPage(t, c, carpetaID, next).Carpeta.Documentos.ModificacionDetectada {
		t.Error("modificacionDetectada before anything changed")
	}
	ofCarpeta := map[string]*serverkit.Subscription{}
	for name, open := range serverkit.Transports {
		ofCarpeta[name] = open(t, c, carpetaSubscription, obj{"id": carpetaID})
		// The waiting one: it listens now.
		mustSetFields(t, name+": first message", eliminacionView{Estado: "INICIADA", PasoActual: "ESPERA"}, nextEliminacion(t, ofCarpeta[name]))
	}
	b := deleteDocumento(t, c, f.ID, 0)
	for name, open := range serverkit.Transports {
		watchPasos(t, name, open(t, c, oneSubscription, obj{"id": b.EventoID, "despuesDe": 0}), b.EventoID)
		watchPasosOfCarpeta(t, name, ofCarpeta[name], b.EventoID)
	}
	if status, _, _ := serverkit.Download(t, *f.URLDescarga); status != 404 {
		t.Errorf("the object of a deleted document: status %d", status)
	}
	if n := objetos(t, house, carpetaID)[f.DocumentoID]; n != 0 {
		t.Errorf("%d versions of a deleted document's object are left", n)
	}
	if exists(t, c, f.ID) {
		t.Error("the row of a deleted document is left")
	}
	if _, isListed := allFilas(t, c, carpetaID)[f.ID]; isListed {
		t.Error("a deleted document is listed")
	}
	if now := totalOf(t, c, carpetaID); now != before-1 {
		t.Errorf("%d documents after the deletion, %d before", now, before)
	}
	if !queryPage(t, c, carpetaID, next).Carpeta.Documentos.ModificacionDetectada {
		t.Error("modificacionDetectada is false after a deletion")
	}
}

const (
	oneSubscription     = `subscription($id: ID!, $despuesDe: Int) { r: eliminacion(eventoId: $id, despuesDe: $despuesDe) { ` + eliminacionFields + ` } }`
	carpetaSubscription = `subscription($id: ID!) { r: eliminacionesDeCarpeta(carpetaId: $id) { ` + eliminacionFields + ` } }`
)

func readEliminacion(t *testing.T, data json.RawMessage) eliminacionView {
	return readMessage[eliminacionView](t, data)
}

// readMessage is a message of a subscription.
func readMessage[T any](t *testing.T, data json.RawMessage) T {
	t.Helper()
	var r alias[T]
	must(t, json.Unmarshal(data, &r))
	return r.R
}

func nextEliminacion(t *testing.T, s *serverkit.Subscription) eliminacionView {
	t.Helper()
	data, found := s.Next(t, soon)
	if !found {
		_, end := s.UntilEnd(t, soon)
		t.Fatalf("the subscription ended: %+v", end)
	}
	return readEliminacion(t, data)
}

// normalPasos is a deletion without an undo window, by secuencia.
var normalPasos = func() (vs []eliminacionView) {
	for _, paso := range eliminacion.Pasos[1:] {
		vs = append(vs, eliminacionView{Estado: "INICIADA", PasoActual: string(paso)})
	}
	vs[len(vs)-1].Estado = "COMPLETADA"
	return vs
}()

// watchPasos follows one deletion: every step once, in order, and then the end.
func watchPasos(t *testing.T, name string, s *serverkit.Subscription, eventoID string) {
	t.Helper()
	messages, end := s.UntilEnd(t, soon)
	if !end.Complete || len(messages) != len(normalPasos) {
		t.Fatalf("%s: %d messages, end %+v", name, len(messages), end)
	}
	for i, m := range messages {
		checkPaso(t, name, readEliminacion(t, m), eventoID, i)
	}
}

// watchPasosOfCarpeta sees the same steps among those of the other deletions.
func watchPasosOfCarpeta(t *testing.T, name string, s *serverkit.Subscription, eventoID string) {
	t.Helper()
	for i := 0; i < len(normalPasos); {
		if b := nextEliminacion(t, s); b.EventoID == eventoID {
			checkPaso(t, name+" of the carpeta", b, eventoID, i)
			i++
		}
	}
}

func checkPaso(t *testing.T, name string, b eliminacionView, eventoID string, i int) {
	t.Helper()
	want := normalPasos[i]
	want.EventoID, want.Secuencia = eventoID, i+1
	setFields(t, fmt.Sprintf("%s: message %d", name, i), want, b)
}

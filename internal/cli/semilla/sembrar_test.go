package semilla_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/blob/diskblob"
	"github.com/carpeta-ciudadana/servidor/internal/cli/semilla"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

func config(carpetas, documentos int) semilla.Config {
	return semilla.Config{Carpetas: carpetas, Documentos: documentos, Rand: semilla.NewRand(5)}
}

// What the rows say of a file holds of the file.
func TestSembrarWithFiles(t *testing.T) {
	ctx := context.Background()
	other, _ := world.Open(t, world.Config{})
	store, objetos := world.Open(t, world.Config{})
	var lines []semilla.Line
	// The files alone exist already: a seed that died before its metadata.
	if err := semilla.Sembrar(ctx, other, objetos, config(2, 30), func(semilla.Line) {}); err != nil {
		t.Fatal(err)
	}
	if err := semilla.Sembrar(ctx, store, objetos, config(2, 30), func(l semilla.Line) { lines = append(lines, l) }); err != nil {
		t.Fatal(err)
	}
	if len(lines) != 2 {
		t.Fatalf("%d lines", len(lines))
	}
	for _, l := range lines {
		c, err := store.CarpetaDeCiudadano(ctx, l.CiudadanoID)
		if err != nil {
			t.Fatal(err)
		}
		want := c
		want.CarpetaID, want.TotalDocumentos = l.CarpetaID, 30
		if diff := cmp.Diff(want, c); diff != "" || c.OperadorID == "" {
			t.Errorf("operador %q, -want +got:\n%s", c.OperadorID, diff)
		}
		filas, err := store.Listar(ctx, documento.Consulta{CarpetaID: l.CarpetaID, Campo: documento.PorFechaRecepcion, Limite: 100})
		if err != nil {
			t.Fatal(err)
		}
		if len(filas) != 30 || l.Documentos != 30 {
			t.Fatalf("%d rows, the line says %d; want 30", len(filas), l.Documentos)
		}
		for _, f := range filas {
			compareFile(t, store, objetos, f)
		}
	}
}

func compareFile(t *testing.T, store *boltstore.Store, objetos *diskblob.Objetos, f documento.Fila) {
	t.Helper()
	ctx := context.Background()
	d, err := store.Documento(ctx, f.Clave())
	if err != nil {
		t.Fatal(err)
	}
	r, err := objetos.Abrir(ctx, d.StoragePath)
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(r)
	if err = errors.Join(err, r.Close()); err != nil {
		t.Fatal(err)
	}
	if world.Hash(content) != d.Hash || int64(len(content)) != d.TamanoBytes {
		t.Errorf("%s: the file is not the one described", d.DocumentoID)
	}
}

func TestSembrarEndsWithTheContext(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	store, _ := world.Open(t, world.Config{})
	n := 0
	err := semilla.Sembrar(ctx, store, nil, config(100, 5), func(semilla.Line) { n++; stop() })
	if !errors.Is(err, context.Canceled) || n != 1 {
		t.Errorf("%d carpetas, %v", n, err)
	}
}

func TestLineJSON(t *testing.T) {
	b, err := json.Marshal(semilla.Line{CarpetaID: "a", CiudadanoID: "b", Documentos: 3})
	if err != nil || string(b) != `{"carpetaId":"a","ciudadanoId":"b","documentos":3}` {
		t.Errorf("%s, %v", b, err)
	}
}

func BenchmarkSembrar(b *testing.B) {
	s, _ := world.Open(b, world.Config{})
	const perCarpeta = 1000
	n := 0
	for b.Loop() {
		o := semilla.Config{Carpetas: 1, Documentos: perCarpeta, Rand: semilla.NewRand(uint64(n))}
		if err := semilla.Sembrar(context.Background(), s, nil, o, func(l semilla.Line) { n += l.Documentos }); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "docs/s")
}

package semilla_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/blob/diskblob"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/cli/semilla"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

func config(carpetas, documentos int) semilla.Config {
	return semilla.Config{Carpetas: carpetas, Documentos: documentos, Rand: semilla.NewRand(5)}
}

func opening(store carpeta.Store) carpeta.Servicio { return carpeta.Servicio{Store: store} }

// seed is a seed without files.
func seed(t *testing.T, store *boltstore.Store, config semilla.Config) (lines []semilla.Line, err error) {
	t.Helper()
	err = semilla.Sembrar(t.Context(), opening(store), store, nil, config, func(l semilla.Line) { lines = append(lines, l) })
	return lines, err
}

// The same number again, be it with more documents or carpetas, is the same carpetas, as they are.
func TestTheSameSeedAgain(t *testing.T) {
	store, _ := world.Open(t, world.Config{})
	first, err := seed(t, store, config(2, 20))
	if err != nil || len(first) != 2 {
		t.Fatal(first, err)
	}
	for _, again := range []semilla.Config{config(2, 20), config(2, 30), config(3, 20)} {
		lines, err := seed(t, store, again)
		if err != nil || len(lines) != again.Carpetas || !slices.Equal(lines[:1], first[:1]) || again.Documentos == 20 && lines[1] != first[1] {
			t.Fatalf("%v %v, want to begin with %v", lines, err, first)
		}
		filas, err := store.Listar(t.Context(), documento.Consulta{CarpetaID: first[0].CarpetaID, Campo: documento.PorFechaRecepcion, Limite: 100})
		if err != nil || len(filas) != 20 {
			t.Errorf("%d rows, %v", len(filas), err)
		}
	}
}

// A citizen who has a carpeta keeps it, and one of another operador is refused as for who opens it by hand: no
// document is written.
func TestASeedOpensAsAnOperadorDoes(t *testing.T) {
	for _, c := range []struct {
		operador string
		code     fault.Code
	}{{"op-andes", ""}, {"op-otro", fault.OtherOperador}} {
		t.Run(c.operador, func(t *testing.T) {
			store, _ := world.Open(t, world.Config{})
			one := config(1, 20)
			one.Operadores = []string{"op-andes"}
			planned := semilla.NewCarpeta(semilla.NewRand(5), one.Operadores)
			by := opening(store)
			by.Apertura.NewID = world.NewID
			own, err := by.AbrirPara(t.Context(), c.operador, planned.CiudadanoID)
			if err != nil {
				t.Fatal(err)
			}
			lines, err := seed(t, store, one)
			if fault.CodeOf(err) != c.code || c.code == "" && (len(lines) != 1 || lines[0] != semilla.Line{CarpetaID: own.CarpetaID, CiudadanoID: own.CiudadanoID}) {
				t.Errorf("%v, %v", lines, err)
			}
			filas, err := store.Listar(t.Context(), documento.Consulta{CarpetaID: planned.CarpetaID, Campo: documento.PorFechaRecepcion, Limite: 100})
			if err != nil || len(filas) != 0 {
				t.Errorf("%d rows, %v", len(filas), err)
			}
		})
	}
}

// The trail tells of the opening as of any other, with what the carpeta began with.
func TestTheTrailTellsOfASeed(t *testing.T) {
	store, _ := world.Open(t, world.Config{})
	lines, err := seed(t, store, config(1, 7))
	if err != nil {
		t.Fatal(err)
	}
	es, err := store.Eventos(t.Context(), auditoria.Consulta{Filtro: auditoria.Filtro{CarpetaID: lines[0].CarpetaID}, Limite: 10})
	if err != nil || len(es) != 1 || es[0].Tipo != auditoria.CarpetaAbierta || es[0].EnNombreDe != lines[0].CiudadanoID || es[0].Datos["documentos"] != "7" {
		t.Errorf("%+v, %v", es, err)
	}
}

// What the rows say of a file holds of the file.
func TestSembrarWithFiles(t *testing.T) {
	ctx := context.Background()
	other, _ := world.Open(t, world.Config{})
	store, objetos := world.Open(t, world.Config{})
	var lines []semilla.Line
	// The files alone exist already: a seed that died before its metadata.
	if err := semilla.Sembrar(ctx, opening(other), other, objetos, config(2, 30), func(semilla.Line) {}); err != nil {
		t.Fatal(err)
	}
	if err := semilla.Sembrar(ctx, opening(store), store, objetos, config(2, 30), func(l semilla.Line) { lines = append(lines, l) }); err != nil {
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
	err := semilla.Sembrar(ctx, opening(store), store, nil, config(100, 5), func(semilla.Line) { n++; stop() })
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
		if err := semilla.Sembrar(context.Background(), opening(s), s, nil, o, func(l semilla.Line) { n += l.Documentos }); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "docs/s")
}

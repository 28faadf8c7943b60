package semilla_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/blob/diskblob"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/cli/semilla"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

func config(carpetas, documentos int) semilla.Config {
	return semilla.Config{Carpetas: carpetas, Documentos: documentos, Rand: semilla.NewRand(5)}
}

func registering(store entidad.Store) *entidad.Servicio {
	return &entidad.Servicio{Store: store, Clock: time.Now, Log: slog.New(slog.DiscardHandler), Escribano: auditoria.Escribano{Clock: time.Now}}
}

func opening(store carpeta.Store) carpeta.Servicio { return carpeta.Servicio{Store: store} }

// seed is a seed without files.
func seed(t *testing.T, store *boltstore.Store, config semilla.Config) (lines []semilla.Line, err error) {
	t.Helper()
	config.Entidades = registering(store)
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
	o := config(2, 30)
	o.Entidades = registering(other)
	if err := semilla.Sembrar(ctx, opening(other), other, objetos, o, func(semilla.Line) {}); err != nil {
		t.Fatal(err)
	}
	o = config(2, 30)
	o.Entidades = registering(store)
	if err := semilla.Sembrar(ctx, opening(store), store, objetos, o, func(l semilla.Line) { lines = append(lines, l) }); err != nil {
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

// Each certified document is as an entity delivered it: verificarDocumento says so to its owner, who finds it by its
// content too. The key that signed is nowhere, so the next seed registers another one; what was signed stays good.
func TestWhatIsCertifiedIsSigned(t *testing.T) {
	w := world.New(t, world.Config{})
	for number := range uint64(2) {
		o := semilla.Config{Carpetas: 1, Documentos: 100, Rand: semilla.NewRand(number), Entidades: w.Entidades}
		if err := semilla.Sembrar(t.Context(), opening(w.Store), w.Store, w.Objetos, o, func(semilla.Line) {}); err != nil {
			t.Fatal(err)
		}
	}
	for number := range uint64(2) {
		rnd := semilla.NewRand(number)
		c := semilla.NewCarpeta(rnd, semilla.SampleOperadores)
		certified := 0
		for d := range semilla.Generate(rnd, c, 100) {
			v, err := w.Entregas.Verificar(t.Context(), world.Owner(c), entrega.Pregunta{Clave: d.Clave()})
			if err != nil {
				t.Fatal(err)
			}
			want := entrega.SinFirma
			if d.Certificado {
				want, certified = entrega.Valida, certified+1
				byHash, err := w.Entregas.Verificar(t.Context(), world.Owner(c), entrega.Pregunta{Hash: d.Hash})
				if err != nil || byHash != v || v.Emisor != d.Emisor() || !v.FirmadaEn.Equal(d.FechaEmision) {
					t.Errorf("%q: %+v, by its hash %+v, %v", d.Titulo, v, byHash, err)
				}
			}
			if v.Resultado != want {
				t.Errorf("%q, certified %v: %s", d.Titulo, d.Certificado, v.Resultado)
			}
		}
		if certified < 5 {
			t.Errorf("%d are certified", certified)
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
	r, err := objetos.Abrir(ctx, d.StoragePath, 0)
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
	o := config(100, 5)
	o.Entidades = registering(store)
	err := semilla.Sembrar(ctx, opening(store), store, nil, o, func(semilla.Line) { n++; stop() })
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
		o := semilla.Config{Carpetas: 1, Documentos: perCarpeta, Rand: semilla.NewRand(uint64(n)), Entidades: registering(s)}
		if err := semilla.Sembrar(context.Background(), opening(s), s, nil, o, func(l semilla.Line) { n += l.Documentos }); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "docs/s")
}

package semilla_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/blob/diskblob"
	"github.com/carpeta-ciudadana/servidor/internal/cli/semilla"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
)

func abrirStore(t *testing.T) *boltstore.Store {
	t.Helper()
	s, err := boltstore.Abrir(boltstore.Opciones{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func abrirObjetos(t *testing.T) *diskblob.Objetos {
	t.Helper()
	o, err := diskblob.New(diskblob.Config{Dir: t.TempDir(), Clave: make([]byte, 32), BaseURL: func() string { return "http://127.0.0.1" }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = o.Close() })
	if err := o.Bootstrap(context.Background()); err != nil {
		t.Fatal(err)
	}
	return o
}

func opciones(carpetas, documentos int) semilla.Opciones {
	return semilla.Opciones{Carpetas: carpetas, Documentos: documentos, Azar: semilla.Azar(5)}
}

// What the rows say of a file holds of the file.
func TestSembrarConArchivos(t *testing.T) {
	ctx, store, objetos := context.Background(), abrirStore(t), abrirObjetos(t)
	var lineas []semilla.Linea
	// The files alone exist already: a seed that died before its metadata.
	if err := semilla.Sembrar(ctx, abrirStore(t), objetos, opciones(2, 30), func(semilla.Linea) {}); err != nil {
		t.Fatal(err)
	}
	if err := semilla.Sembrar(ctx, store, objetos, opciones(2, 30), func(l semilla.Linea) { lineas = append(lineas, l) }); err != nil {
		t.Fatal(err)
	}
	if len(lineas) != 2 {
		t.Fatalf("%d lines", len(lineas))
	}
	for _, l := range lineas {
		c, err := store.CarpetaDeCiudadano(ctx, l.CiudadanoID)
		if err != nil || c.CarpetaID != l.CarpetaID || c.TotalDocumentos != 30 || c.OperadorID == "" {
			t.Errorf("%+v, %v", c, err)
		}
		filas, err := store.Listar(ctx, documento.Consulta{CarpetaID: l.CarpetaID, Campo: documento.PorFechaRecepcion, Limite: 100})
		if err != nil || len(filas) != 30 || l.Documentos != 30 {
			t.Fatalf("%d rows, line %+v, %v", len(filas), l, err)
		}
		for _, f := range filas {
			compararArchivo(t, store, objetos, f)
		}
	}
}

func compararArchivo(t *testing.T, store *boltstore.Store, objetos *diskblob.Objetos, f documento.Fila) {
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
	contenido, err := io.ReadAll(r)
	if err = errors.Join(err, r.Close()); err != nil {
		t.Fatal(err)
	}
	suma := sha256.Sum256(contenido)
	if hex.EncodeToString(suma[:]) != d.Hash || int64(len(contenido)) != d.TamanoBytes {
		t.Errorf("%s: the file is not the one described", d.DocumentoID)
	}
}

func TestSembrarTerminaConElContexto(t *testing.T) {
	ctx, terminar := context.WithCancel(context.Background())
	n := 0
	err := semilla.Sembrar(ctx, abrirStore(t), nil, opciones(100, 5), func(semilla.Linea) { n++; terminar() })
	if !errors.Is(err, context.Canceled) || n != 1 {
		t.Errorf("%d carpetas, %v", n, err)
	}
}

func TestLineaJSON(t *testing.T) {
	b, err := json.Marshal(semilla.Linea{CarpetaID: "a", CiudadanoID: "b", Documentos: 3})
	if err != nil || string(b) != `{"carpetaId":"a","ciudadanoId":"b","documentos":3}` {
		t.Errorf("%s, %v", b, err)
	}
}

func BenchmarkSembrar(b *testing.B) {
	s, err := boltstore.Abrir(boltstore.Opciones{Dir: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	const porCarpeta = 1000
	n := 0
	for b.Loop() {
		o := semilla.Opciones{Carpetas: 1, Documentos: porCarpeta, Azar: semilla.Azar(uint64(n))}
		if err := semilla.Sembrar(context.Background(), s, nil, o, func(l semilla.Linea) { n += l.Documentos }); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "docs/s")
}

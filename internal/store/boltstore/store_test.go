package boltstore_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/field"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
	"github.com/carpeta-ciudadana/servidor/internal/store/storetest"
)

func openStore(t *testing.T, dir string) *boltstore.Store {
	t.Helper()
	s, err := boltstore.Open(boltstore.Config{Dir: dir, Clock: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// visibleDocumentos are n documents of a carpeta; only the last is a diploma.
func visibleDocumentos(carpetaID string, n int) []documento.Documento {
	ds := make([]documento.Documento, n)
	for i := range ds {
		ds[i].CarpetaID, ds[i].DocumentoID = carpetaID, fmt.Sprintf("documento-%06d", i)
		ds[i].Titulo, ds[i].Tipo, ds[i].Estado = "Título", documento.Factura, documento.Procesado
		ds[i].FechaRecepcion = time.UnixMilli(int64(i)).UTC()
	}
	if n > 0 {
		ds[n-1].Tipo = documento.Diploma
	}
	return ds
}

func seeded(t *testing.T, s *boltstore.Store, n int) carpeta.Carpeta {
	t.Helper()
	c := carpeta.Carpeta{CarpetaID: "carpeta", CiudadanoID: "ciudadano", OperadorID: "operador", TotalDocumentos: int64(n)}
	if err := s.Sembrar(t.Context(), c, visibleDocumentos(c.CarpetaID, n), storetest.Hecho()); err != nil {
		t.Fatal(err)
	}
	return c
}

func TestDataFolderInUse(t *testing.T) {
	dir := t.TempDir()
	openStore(t, dir)
	_, err := boltstore.Open(boltstore.Config{Dir: dir})
	if !errors.Is(err, boltstore.ErrInUse) || !strings.Contains(err.Error(), "CARPETA_DATA_DIR") {
		t.Fatalf("second process got %v", err)
	}
}

// TestLittleAddressSpace: where a process may not take the address space that spares bbolt its waits, the file opens
// with as much as it needs.
func TestLittleAddressSpace(t *testing.T) {
	const tooMuch = 1<<48 - 1<<30 // no processor's program has so much, and bbolt does not refuse it by itself
	db, err := boltstore.OpenMapped(filepath.Join(t.TempDir(), boltstore.FileName), tooMuch)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Error(err)
	}
}

func TestReopeningKeepsEverything(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "nueva", "carpeta")
	s := openStore(t, dir)
	c := seeded(t, s, 5000) // more than one lot
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = openStore(t, dir)
	found, err := s.Carpeta(t.Context(), c.CarpetaID)
	if err != nil || found.TotalDocumentos != 5000 {
		t.Fatalf("carpeta after reopening: %+v, %v", found, err)
	}
	fs, err := s.Listar(t.Context(), documento.Consulta{CarpetaID: c.CarpetaID, Campo: documento.PorFechaRecepcion, Descendente: true, Limite: 1})
	if err != nil || len(fs) != 1 {
		t.Fatalf("after reopening: %d rows, %v", len(fs), err)
	}
	if id := fs[0].DocumentoID; id != "documento-004999" {
		t.Fatalf("last row after reopening: %q", id)
	}
}

// TestTextsOutliveTheirTransaction: what a read answers lies in memory of its own, not in pages that change.
func TestTextsOutliveTheirTransaction(t *testing.T) {
	s := openStore(t, t.TempDir())
	c := seeded(t, s, 300) // a small bucket may be read from a copy
	q := documento.Consulta{CarpetaID: c.CarpetaID, Campo: documento.PorTitulo, Limite: 3}
	all, err := s.Listar(t.Context(), q)
	q.Filtro.Tipos = []documento.Tipo{documento.Factura}
	some, errFilter := s.Listar(t.Context(), q)
	d, errWhole := s.Documento(t.Context(), all[0].Clave())
	if err := errors.Join(err, errFilter, errWhole); err != nil {
		t.Fatal(err)
	}
	for _, row := range append(all, some...) {
		requireOwn(t, s, documento.CamposDeFila, &row)
		if s.InFile(row.DocumentoID) || s.InFile(row.CarpetaID) {
			t.Error("a key lies in the file")
		}
	}
	requireOwn(t, s, documento.Campos, &d)
}

func requireOwn[T any](t *testing.T, s *boltstore.Store, fields []field.Of[T], v *T) {
	t.Helper()
	for _, f := range fields {
		if f.Text != nil && s.InFile(*f.Text(v)) {
			t.Errorf("%s lies in the file", f.Name)
		}
	}
}

func TestClosedIsUnavailable(t *testing.T) {
	s := openStore(t, t.TempDir())
	if err := errors.Join(s.Ready(t.Context()), s.Close(), s.Close()); err != nil {
		t.Fatal(err)
	}
	_, read := s.Carpeta(t.Context(), "carpeta")
	_, write := s.AbrirCarpeta(t.Context(), carpeta.Carpeta{CarpetaID: "carpeta", CiudadanoID: "u"}, storetest.Hecho())
	for _, err := range []error{read, write, s.Ready(t.Context())} {
		if !errors.Is(err, fault.Unavailable) {
			t.Errorf("after Close: %v, want UNAVAILABLE", err)
		}
	}
}

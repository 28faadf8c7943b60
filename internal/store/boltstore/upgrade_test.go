package boltstore_test

import (
	"encoding/binary"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/field"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
	"github.com/carpeta-ciudadana/servidor/internal/store/storetest"
)

func rewrite(b *bolt.Bucket, change func([]byte) []byte) error {
	values := map[string][]byte{}
	err := b.ForEach(func(k, v []byte) error {
		values[string(k)] = append([]byte(nil), change(v)...)
		return nil
	})
	for k, v := range values {
		err = errors.Join(err, b.Put([]byte(k), v))
	}
	return err
}

// upTo is a value as it was before a field was added.
func upTo[T any](name string, fields []field.Of[T], v []byte) []byte {
	at := 1
	for _, f := range fields {
		switch {
		case f.Name == name:
			return v[:at]
		case f.Text != nil:
			n, k := binary.Uvarint(v[at:])
			at += k + int(n)
		case f.Truth != nil:
			at++
		default:
			_, k := binary.Varint(v[at:])
			at += k
		}
	}
	return v
}

// TestFileOfBeforeCorrections: documents and rows without the number of corrections are of version 1. They are
// corrected, and each stays in every order once.
func TestFileOfBeforeCorrections(t *testing.T) {
	dir := t.TempDir()
	s := openStore(t, dir)
	c := carpeta.Carpeta{CarpetaID: "carpeta", CiudadanoID: "ciudadano", OperadorID: "operador", TotalDocumentos: 30, Version: 30}
	ds := visibleDocumentos(c.CarpetaID, 30)
	if err := errors.Join(s.Sembrar(t.Context(), c, ds, storetest.Hecho()), s.Close()); err != nil {
		t.Fatal(err)
	}
	forgetCorrections(t, dir)
	s = openStore(t, dir)
	for n := range int64(2) { // what was written before, and what this version wrote
		seen, err := s.Documento(t.Context(), ds[7].Clave())
		if err != nil || seen.Version() != n+1 {
			t.Fatalf("version %d, %v; want %d", seen.Version(), err, n+1)
		}
		d := seen
		d.Titulo, d.Tipo, d.Correcciones = "Ácta", documento.Diploma, seen.Correcciones+1
		d.FechaUltimaModificacion = seen.Siguiente(time.Now())
		if err := s.Corregir(t.Context(), seen, d, storetest.Hecho()); err != nil {
			t.Fatal(err)
		}
	}
	for _, campo := range documento.CamposOrden {
		filas, err := s.Listar(t.Context(), documento.Consulta{CarpetaID: c.CarpetaID, Campo: campo, Limite: 100})
		versions := map[string]int64{}
		for _, f := range filas {
			versions[f.DocumentoID] = f.Version()
		}
		if err != nil || len(filas) != len(ds) || len(versions) != len(ds) || versions[ds[7].DocumentoID] != 3 || versions[ds[8].DocumentoID] != 1 {
			t.Errorf("%s: %d rows, %v: %v", campo, len(filas), err, versions)
		}
	}
}

// TestFieldsStayInTheirOrder: a document that an earlier version wrote reads as it was. A row of documento.Campos that
// is not the last one would move what stands behind it.
func TestFieldsStayInTheirOrder(t *testing.T) {
	const stored = "\x01\x01b\x01c\x01\x02\x04\x01a\x01d\x01f\x01g\x01i\x01j\x01l\x01m\x01n\b\x80\x80\x80\x80\x80\x80\x80\x04\x0e\x01e\x01q\x10\x01h\n\x01o\f\x01p\x06\x01k"
	s, k := openStore(t, t.TempDir()), documento.Clave{CarpetaID: "carpeta", DocumentoID: "documento"}
	if err := s.Write(t.Context(), func(tx *bolt.Tx) error {
		return tx.Bucket([]byte("documentos")).Put([]byte("carpeta\x00documento"), []byte(stored))
	}); err != nil {
		t.Fatal(err)
	}
	got, err := s.Documento(t.Context(), k)
	want := documento.Documento{
		Fila: documento.Fila{
			CarpetaID: k.CarpetaID, DocumentoID: k.DocumentoID, Titulo: "a", Tipo: "b", Estado: "c", TamanoBytes: 1,
			FechaRecepcion: time.UnixMilli(2).UTC(), Certificado: true, Contexto: "d", EmisorID: "e", Correcciones: 3,
		},
		Hash: "f", TipoContenido: "g", TipoVista: "h", NombreArchivo: "i", StoragePath: "j", VersionArchivo: "k", TipoCarpeta: "l",
		FechaUltimaModificacion: time.UnixMilli(4).UTC(), EstadoPrevio: "m", EliminacionID: "n", ExpiraEn: time.UnixMilli(1 << 50).UTC(),
		Partes: documento.Partes{Tamano: 5, ID: "o", Verificados: 6, Estado: "p"}, ReservadaHasta: time.UnixMilli(7).UTC(),
		EmisorNombre: "q", FechaEmision: time.UnixMilli(8).UTC(),
	}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

// forgetCorrections takes the number of corrections away, and what came later.
func forgetCorrections(t *testing.T, dir string) {
	t.Helper()
	db, err := bolt.Open(filepath.Join(dir, boltstore.FileName), 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	row := func(v []byte) []byte { return upTo("correcciones", documento.CamposDeFila, v) }
	whole := func(v []byte) []byte { return upTo("correcciones", documento.Campos, v) }
	err = db.Update(func(tx *bolt.Tx) error {
		err := rewrite(tx.Bucket([]byte("documentos")), whole)
		for _, campo := range documento.CamposOrden {
			err = errors.Join(err, rewrite(tx.Bucket([]byte("orden."+string(campo))), row))
		}
		return err
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}

// TestFileOfBeforeTheBin: a file of the schema before gets the bucket at the start. A deletion with a window that it has
// ends in the lists; new ones use the bin.
func TestFileOfBeforeTheBin(t *testing.T) {
	dir := t.TempDir()
	s := openStore(t, dir)
	c := carpeta.Carpeta{CarpetaID: "carpeta", CiudadanoID: "ciudadano", OperadorID: "operador", TotalDocumentos: 3, Version: 3}
	ds := visibleDocumentos(c.CarpetaID, 3)
	begun := func(d documento.Documento, eventoID string) eliminacion.Eliminacion {
		now := time.Now().UTC().Truncate(time.Millisecond)
		return eliminacion.Eliminacion{
			EventoID: eventoID, CarpetaID: c.CarpetaID, DocumentoID: d.DocumentoID, OperadorID: c.OperadorID, TamanoBytes: d.TamanoBytes,
			Estado: eliminacion.Iniciada, Paso: eliminacion.Espera, Secuencia: 1, SolicitadaEn: now, VentanaHasta: now.Add(time.Hour), NoAntesDe: now.Add(time.Hour),
		}
	}
	old := begun(ds[0], "antes")
	if err := errors.Join(s.Sembrar(t.Context(), c, ds, storetest.Hecho()), s.Iniciar(t.Context(), old, storetest.Hecho()), s.Close()); err != nil {
		t.Fatal(err)
	}
	db, err := bolt.Open(filepath.Join(dir, boltstore.FileName), 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bolt.Tx) error {
		return errors.Join(
			tx.DeleteBucket([]byte("papelera")), tx.Bucket([]byte("meta")).Put([]byte("esquema"), []byte("11")),
			rewrite(tx.Bucket([]byte("carpetas")), func(v []byte) []byte { return v[:len(v)-1] }), // the total of the bin, which is 0
			rewrite(tx.Bucket([]byte("documentos")), func(v []byte) []byte { return upTo("papeleraDesde", documento.Campos, v) }),
		)
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}

	s = openStore(t, dir)
	requireCounts := func(what string, listed, binned int64) {
		t.Helper()
		got, err := s.Carpeta(t.Context(), c.CarpetaID)
		rows, err2 := s.Listar(t.Context(), documento.Consulta{CarpetaID: c.CarpetaID, Campo: documento.PorTitulo, Limite: 10})
		bin, err3 := s.Papelera(t.Context(), documento.ConsultaPapelera{CarpetaID: c.CarpetaID, Limite: 10})
		have := []int64{got.TotalDocumentos, got.TotalPapelera, int64(len(rows)), int64(len(bin))}
		if diff := cmp.Diff([]int64{listed, binned, listed, binned}, have); diff != "" || errors.Join(err, err2, err3) != nil {
			t.Errorf("%s: %v, totals and rows (-want +got):\n%s", what, errors.Join(err, err2, err3), diff)
		}
	}
	requireCounts("as it was", 3, 0)
	fresh := begun(ds[1], "ahora")
	fresh.EnPapelera = true
	if err := s.Iniciar(t.Context(), fresh, storetest.Hecho()); err != nil {
		t.Fatal(err)
	}
	requireCounts("one of now", 2, 1)
	end := old
	end.Estado, end.Secuencia, end.NoAntesDe = eliminacion.Completada, 2, time.Time{}
	if err := s.Guardar(t.Context(), eliminacion.Guardado{Nueva: end, Efecto: eliminacion.BorrarMetadato}, storetest.Hecho()); err != nil {
		t.Fatal(err)
	}
	requireCounts("one of before has ended", 1, 1)
}

package boltstore_test

import (
	"encoding/binary"
	"errors"
	"path/filepath"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
	"github.com/carpeta-ciudadana/servidor/internal/store/storetest"
)

// TestUsageOfAnEarlierVersion: a file without usages gets them when it is opened, and
// nobody is locked out.
func TestUsageOfAnEarlierVersion(t *testing.T) {
	dir := t.TempDir()
	s := openStore(t, dir)
	c := carpeta.Carpeta{CarpetaID: "carpeta", CiudadanoID: "ciudadano", OperadorID: "operador", Tipo: "PERSONAL", TotalDocumentos: 300, Version: 300}
	ds := visibleDocumentos(c.CarpetaID, 300)
	for i := range ds {
		ds[i].TamanoBytes = int64(1000 + i)
	}
	carga := visibleDocumentos(c.CarpetaID, 301)[300]
	carga.TamanoBytes, carga.ExpiraEn = 77, time.Now().Add(time.Hour)
	empty := carpeta.Carpeta{CarpetaID: "vacia", CiudadanoID: "otro", OperadorID: "operador"}
	_, opened := s.AbrirCarpeta(t.Context(), empty, storetest.Hecho())
	err := errors.Join(s.Sembrar(t.Context(), c, ds, storetest.Hecho()), opened, s.CrearCarga(t.Context(), carga, carpeta.SinCuota, storetest.Hecho()), s.Close())
	if err != nil {
		t.Fatal(err)
	}
	forgetUsages(t, dir)
	want := documento.UsoDe(ds).Mas(carpeta.Uso{Bytes: 77, Documentos: 1, Pendientes: 1})
	s = openStore(t, dir)
	got, err := s.Carpetas(t.Context(), []string{c.CarpetaID, empty.CarpetaID})
	if err != nil || got[0].Uso != want || got[1].Uso != (carpeta.Uso{}) || got[0].TotalDocumentos != 300 || got[0].Tipo != "PERSONAL" {
		t.Fatalf("carpetas %+v, %v; want usage %+v", got, err, want)
	}
	if d, err := s.ConfirmarCarga(t.Context(), carga, carga, storetest.Hecho()); err != nil || d.Estado != documento.Procesado {
		t.Fatalf("%+v, %v", d, err)
	}
}

// ofLaterVersions are the bytes of a document without reservation, emisor, type of view, parts and corrections: two times,
// five texts, and three numbers.
const ofLaterVersions = 2*binary.MaxVarintLen64 + 8

// forgetUsages rewrites a file as version 3 did: carpetas without usage, documents without reservation.
func forgetUsages(t *testing.T, dir string) {
	t.Helper()
	db, err := bolt.Open(filepath.Join(dir, boltstore.FileName), 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bolt.Tx) error {
		return errors.Join(
			rewrite(tx.Bucket([]byte("carpetas")), func(v []byte) []byte { return v[:carpetaOfVersion3(v)] }),
			rewrite(tx.Bucket([]byte("documentos")), func(v []byte) []byte { return v[:len(v)-ofLaterVersions] }),
			tx.Bucket([]byte("meta")).Put([]byte("esquema"), []byte("3")))
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}

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

// carpetaOfVersion3 is the length of a value up to its version: three texts, two numbers.
func carpetaOfVersion3(v []byte) int {
	at := 1
	for range 3 {
		n, k := binary.Uvarint(v[at:])
		at += k + int(n)
	}
	for range 2 {
		_, k := binary.Varint(v[at:])
		at += k
	}
	return at
}

package boltstore_test

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
)

// TestPurgarNoDejaRastro: after the purge no bucket holds anything of a document
// or a saga, indexes included: the file would grow for ever otherwise.
func TestPurgarNoDejaRastro(t *testing.T) {
	dir, ahora := t.TempDir(), time.Now().UTC().Truncate(time.Second)
	s := abrir(t, dir)
	c := sembrada(t, s, 1)
	d := visibles(c.CarpetaID, 1)[0]
	carga := visibles(c.CarpetaID, 2)[1]
	carga.ExpiraEn = ahora.Add(time.Hour)
	e := eliminacion.Eliminacion{
		EventoID: "evento", CarpetaID: c.CarpetaID, DocumentoID: d.DocumentoID, OperadorID: c.OperadorID,
		Estado: eliminacion.Iniciada, Secuencia: 1, SolicitadaEn: ahora, NoAntesDe: ahora,
	}
	fin := e
	fin.Estado, fin.Secuencia, fin.NoAntesDe, fin.ExpiraEn = eliminacion.Completada, 2, time.Time{}, ahora.Add(time.Hour)
	err := errors.Join(
		s.CrearCarga(t.Context(), carga),
		s.Iniciar(t.Context(), e),
		s.Guardar(t.Context(), eliminacion.Guardado{Nueva: fin, Efecto: eliminacion.BorrarMetadato}),
	)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := s.PurgarExpirados(t.Context(), ahora.Add(2*time.Hour), 10); n != 2 || err != nil {
		t.Fatalf("%d purged, %v; want the upload and the saga", n, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	quiere := map[string]int{"meta": 1, "carpetas": 1, "ciudadanos": 1, "operadores": 1, "carpetas.operador": 1}
	for nombre, n := range contarClaves(t, filepath.Join(dir, boltstore.Archivo)) {
		if n != quiere[nombre] {
			t.Errorf("bucket %s holds %d keys, want %d", nombre, n, quiere[nombre])
		}
	}
}

func contarClaves(t *testing.T, ruta string) map[string]int {
	t.Helper()
	db, err := bolt.Open(ruta, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	claves := map[string]int{}
	err = db.View(func(tx *bolt.Tx) error {
		return tx.ForEach(func(nombre []byte, b *bolt.Bucket) error {
			claves[string(nombre)] = b.Stats().KeyN
			return nil
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	if quiere := len(documento.CamposOrden) + 13; len(claves) != quiere {
		t.Fatalf("%d buckets, want %d", len(claves), quiere)
	}
	return claves
}

package boltstore_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
	"github.com/carpeta-ciudadana/servidor/internal/store/records"
	"github.com/carpeta-ciudadana/servidor/internal/store/rules"
	"github.com/carpeta-ciudadana/servidor/internal/store/storetest"
)

// TestSnapshot: it is the store of one moment, whatever is written after it, and another store opens it.
func TestSnapshot(t *testing.T) {
	s := openStore(t, t.TempDir())
	d, now := visibleDocumentos(seeded(t, s, 300).CarpetaID, 1)[0], time.Now()
	binned := eliminacion.Eliminacion{ // its file must be there too
		EventoID: "evento", CarpetaID: d.CarpetaID, DocumentoID: d.DocumentoID, OperadorID: "operador", Estado: eliminacion.Iniciada,
		Paso: eliminacion.Espera, Secuencia: 1, SolicitadaEn: now, VentanaHasta: now.Add(time.Hour), NoAntesDe: now.Add(time.Hour), EnPapelera: true,
	}
	if err := s.Iniciar(t.Context(), binned, storetest.Hecho()); err != nil {
		t.Fatal(err)
	}
	snapshot, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	other := carpeta.Carpeta{CarpetaID: "otra", CiudadanoID: "otro", OperadorID: "operador"}
	if err := s.Sembrar(t.Context(), other, visibleDocumentos(other.CarpetaID, 500), storetest.Hecho()); err != nil {
		t.Fatal(err)
	}
	documents := 0
	err = snapshot.Each(rules.Documentos, func(i records.Item) error {
		documents++
		return nil
	})
	var file bytes.Buffer
	n, errWrite := snapshot.WriteTo(&file)
	size := snapshot.Size()
	if err := errors.Join(err, errWrite, snapshot.Close()); err != nil || documents != 300 || n != size {
		t.Fatalf("%d documents, %d bytes of %d: %v", documents, n, size, err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, boltstore.FileName), file.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	restored := openStore(t, dir)
	if c, err := restored.Carpeta(t.Context(), "carpeta"); err != nil || c.TotalDocumentos != 299 || c.TotalPapelera != 1 {
		t.Errorf("%+v, %v", c, err)
	}
	if _, err := restored.Carpeta(t.Context(), "otra"); err == nil {
		t.Error("what came later is in the snapshot")
	}
}

// TestWritesGoOnBesideASnapshot: the file grows a hundredfold while one is held. With a map that has to grow
// along, bbolt waits there for the snapshot's end, and so does every reader that comes after.
func TestWritesGoOnBesideASnapshot(t *testing.T) {
	s := openStore(t, t.TempDir())
	snapshot, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	grown := make(chan error, 1)
	go func() {
		grown <- s.Write(func(tx *bolt.Tx) error {
			for n := range 64 {
				if err := tx.Bucket([]byte("meta")).Put(fmt.Append(nil, "relleno", n), make([]byte, 1<<20)); err != nil {
					return err
				}
			}
			return nil
		})
	}()
	select {
	case err := <-grown:
		if err != nil {
			t.Error(err)
		}
		if err := s.Ready(ctx); err != nil {
			t.Error(err)
		}
	case <-ctx.Done():
		t.Error("the write waited for the snapshot")
	}
	if err := snapshot.Close(); err != nil {
		t.Error(err)
	}
}

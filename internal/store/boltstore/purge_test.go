package boltstore_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
)

// TestPurgeLeavesNothing: after the purge no bucket holds anything of a document
// or a saga, indexes included: the file would grow for ever otherwise.
func TestPurgeLeavesNothing(t *testing.T) {
	dir, now := t.TempDir(), time.Now().UTC().Truncate(time.Second)
	s := openStore(t, dir)
	c := seeded(t, s, 1)
	d := visibleDocumentos(c.CarpetaID, 1)[0]
	carga := visibleDocumentos(c.CarpetaID, 2)[1]
	carga.ExpiraEn = now.Add(-time.Hour)
	e := eliminacion.Eliminacion{
		EventoID: "evento", CarpetaID: c.CarpetaID, DocumentoID: d.DocumentoID, OperadorID: c.OperadorID,
		Estado: eliminacion.Iniciada, Secuencia: 1, SolicitadaEn: now, NoAntesDe: now,
	}
	end := e
	end.Estado, end.Secuencia, end.NoAntesDe, end.ExpiraEn = eliminacion.Completada, 2, time.Time{}, now.Add(time.Hour)
	forgotten := visibleDocumentos(c.CarpetaID, 3)[2]
	forgotten.ExpiraEn, forgotten.EmisorID = carga.ExpiraEn, "universidad"
	delivery := entrega.Entrega{EntidadID: "universidad", EntregaID: forgotten.DocumentoID, CarpetaID: c.CarpetaID, ExpiraEn: now.Add(time.Hour)}
	_, err := s.CrearEntrega(t.Context(), delivery, forgotten, carpeta.SinCuota, anEvento(now))
	err = errors.Join(err,
		s.OlvidarCarga(t.Context(), forgotten, nil),
		s.Anotar(t.Context(), anEvento(now)),
		s.CrearCarga(t.Context(), carga, carpeta.SinCuota, anEvento(now)),
		s.OlvidarCarga(t.Context(), carga, nil),
		s.Iniciar(t.Context(), e, anEvento(now)),
		s.Guardar(t.Context(), eliminacion.Guardado{Nueva: end, Efecto: eliminacion.BorrarMetadato}, anEvento(now)),
	)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := s.PurgeExpired(t.Context(), now.AddDate(20, 0, 0), 10); n != 7 || err != nil {
		t.Fatalf("%d purged, %v; want the saga, the delivery, two events and their days, and the mark of a content", n, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	want := map[string]int{ // the carpeta stays, its owner's item, and the sets of operadores
		"meta": 1, "Carpeta": 3, "Carpeta.porOperador": 1, "DocumentoEventosOutbox": 1, "EventosAuditoria": 1,
	}
	names := "nombres"
	for name, n := range countKeys(t, filepath.Join(dir, boltstore.FileName)) {
		if n != want[name] && name != names {
			t.Errorf("bucket %s holds %d keys, want %d", name, n, want[name])
		}
	}
}

func countKeys(t *testing.T, path string) map[string]int {
	t.Helper()
	db, err := bolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	keys := map[string]int{}
	err = db.View(func(tx *bolt.Tx) error {
		return tx.ForEach(func(name []byte, b *bolt.Bucket) error {
			keys[string(name)] = b.Stats().KeyN
			return nil
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

// anEvento is the only one of its moment.
func anEvento(at time.Time) auditoria.Evento {
	at = at.UTC().Truncate(time.Millisecond)
	ms := fmt.Sprintf("%012x", at.UnixMilli())
	return auditoria.Evento{
		EventoID: ms[:8] + "-" + ms[8:] + "-7000-8000-0123456789ab", Tipo: auditoria.DocumentoVisto, Momento: at,
		OperadorID: "operador", CarpetaID: "carpeta", CorrelacionID: "peticion",
	}
}

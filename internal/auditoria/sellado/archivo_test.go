package sellado_test

import (
	"context"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/archivado"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sellado"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
)

type sinCifras struct{}

func (sinCifras) Archivado(int)                  {}
func (sinCifras) RetrasoArchivado(time.Duration) {}
func (sinCifras) ArchivadoFallido()              {}

// rastro is the trail of which the old part is in the archive.
type rastro struct {
	*archivado.Archivador
	auditoria.StoreEmbargos
}

// An event that is in the archive only is proven, and compared, as any other.
func TestAnArchivedEventIsProvenAndCompared(t *testing.T) {
	m := nuevo(t)
	id := m.anota("op-1", 300)[7]
	s := sellado.New(m.config("p-1"))
	s.Vuelta(t.Context())
	a := archivado.New(archivado.Config{Rastro: m.store, Objetos: m.sellos, Marcas: m.store, Dueno: "p-1", Clock: m.Now, Log: m.config("").Log, Metrics: sinCifras{}})
	m.pasa(5 * 24 * time.Hour)
	if err := a.Pasar(t.Context()); err != nil {
		t.Fatal(err)
	}
	m.pasa(6 * 365 * 24 * time.Hour)
	for {
		n, err := m.store.PurgeExpired(t.Context(), m.Now(), 1000)
		if err != nil {
			t.Fatal(err)
		}
		if n == 0 {
			break
		}
	}

	p, err := (&sellado.Pruebas{Sellador: s, Rastro: rastro{a, m.store}, Carpetas: m.store}).DeEvento(t.Context(), auth.Principal{Sub: "eva", Roles: []auth.Role{auth.Auditor}}, "op-1", id)
	if err != nil || p.Sellado == nil {
		t.Fatalf("%+v %v", p, err)
	}
	f := verify.Files{Checkpoint: []byte(p.Sellado.Prueba), Event: []byte(p.Archivo), Keys: []byte(p.Sellado.Llaves)}
	if _, err := f.Verify(); err != nil {
		t.Error(err)
	}

	cfg := m.config("auditor")
	cfg.Archivo = a.Buscador
	r, err := sellado.New(cfg).Comprobar(t.Context(), "op-1", func(h sellado.Hallazgo) error { t.Errorf("%+v", h); return nil })
	if err != nil || r.Archivados != 300 || r.Comparados != 0 || r.Vencidos != 0 {
		t.Errorf("%+v %v", r, err)
	}
	cfg.Archivo = func() func(context.Context, string, string) (auditoria.Evento, error) {
		find := a.Buscador()
		return func(ctx context.Context, operadorID, eventoID string) (auditoria.Evento, error) {
			e, err := find(ctx, operadorID, eventoID)
			if eventoID == id {
				e.Resultado = auditoria.Negado // somebody wrote to the archive
			}
			return e, err
		}
	}
	var found []sellado.Hallazgo
	if _, err := sellado.New(cfg).Comprobar(t.Context(), "op-1", func(h sellado.Hallazgo) error { found = append(found, h); return nil }); err != nil || len(found) != 1 || found[0].Tipo != sellado.Cambiado || found[0].EventoID != id {
		t.Errorf("%+v %v", found, err)
	}
}

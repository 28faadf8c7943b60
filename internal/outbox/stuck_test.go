package outbox_test

import (
	"context"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/outbox"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

// A saga that was leased often has a long lease, and its place in the window no
// longer than any other: the next one does not wait for it.
func TestAStuckSagaDoesNotKeepItsPlace(t *testing.T) {
	ctx, now := t.Context(), time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	cfg := outbox.DefaultConfig
	cfg.WindowEach = 1
	w := world.New(t, world.Config{Clock: func() time.Time { return now }, Outbox: cfg})
	c, ds := world.Carpeta(t, w.Store, "op", 2, func(i int, d *documento.Documento) { d.DocumentoID = string(rune('a' + i)) })
	for i, d := range ds {
		e := eliminacion.Eliminacion{EventoID: d.DocumentoID, CarpetaID: c.CarpetaID, DocumentoID: d.DocumentoID, OperadorID: "op", Estado: eliminacion.Iniciada,
			Paso: eliminacion.MinioCleanup, Secuencia: 1, SolicitadaEn: now, NoAntesDe: now.Add(time.Duration(i) * time.Millisecond), Arriendos: int64(10 - 10*i)}
		if err := w.Store.Iniciar(ctx, e, world.Hecho()); err != nil {
			t.Fatal(err)
		}
	}
	arriendos := func(id string) int64 {
		now = now.Add(eliminacion.PlazosNormales.Respuesta + 2*time.Second)
		w.Board.Despertar("op", now)
		if err := outbox.Sweep(w.Sweeper, ctx); err != nil {
			t.Fatal(err)
		}
		e, err := w.Store.Eliminacion(context.Background(), id)
		if err != nil {
			t.Fatal(err)
		}
		return e.Arriendos
	}
	if got := arriendos("a"); got != 11 {
		t.Fatalf("the older one was leased %d times, want 11", got)
	}
	if got := arriendos("b"); got != 1 {
		t.Fatalf("the other one was leased %d times while the older one is stuck, want 1", got)
	}
}

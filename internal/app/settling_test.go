package app_test

import (
	"log/slog"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/app"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
)

// TestWhoFollowsTheTrailWaitsForWrites: each profile's store says that events are settled only after the time that a write
// takes. Without it a reader would pass events that are still being written.
func TestWhoFollowsTheTrailWaitsForWrites(t *testing.T) {
	const nowhere = "http://127.0.0.1:1"
	for profile, settling := range map[string]time.Duration{"embedded": boltstore.Asentamiento, "distributed": auditoria.Asentamiento} {
		t.Run(profile, func(t *testing.T) {
			c := command(t, t.TempDir(), "datos", "sembrar", "--carpetas=1", "--documentos=1", "--profile="+profile,
				"--dynamodb-endpoint="+nowhere, "--s3-endpoint="+nowhere, "--s3-access-key=k", "--s3-secret-key=s")
			d, err := app.Open(t.Context(), c.Config, slog.New(slog.DiscardHandler))
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = d.Close() }() // nothing was written
			if ago := time.Since(d.Store.Asentado()); ago < settling {
				t.Errorf("events are settled %v after they happen, want %v", ago, settling)
			}
		})
	}
}

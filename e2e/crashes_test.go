package e2e_test

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// recovery is how long sagas may take once everything works again: leases and
// retries have to run out first, on a machine that is busy.
const recovery = 8 * time.Minute

// Short leases: a command that a dead process held is due again soon.
var shortPlazos = []string{"CARPETA_PLAZO=2s", "CARPETA_PUBLISH_TIMEOUT=1s", "CARPETA_CONFIRM_TIMEOUT=1s", "CARPETA_SWEEP_INTERVAL=200ms", "CARPETA_RETRY_DELAYS=200ms,400ms,800ms"}

// deleteMany asks for many deletions at once, eight at a time, until they are
// all accepted or the server is gone. accepted is called for each, one by one.
func deleteMany(ctx context.Context, c serverkit.Client, ids []string, accepted func(id, eventoID string)) {
	var mu sync.Mutex
	var group sync.WaitGroup
	queue := make(chan string)
	for range 8 {
		group.Go(func() {
			for id := range queue {
				r, err := c.Post(ctx, deleteMutation, obj{"id": id})
				var data alias[deleteResult]
				if err != nil || json.Unmarshal(r.Data, &data) != nil || data.R.Eliminacion == nil {
					continue
				}
				mu.Lock()
				accepted(id, data.R.Eliminacion.EventoID)
				mu.Unlock()
			}
		})
	}
	for _, id := range ids {
		queue <- id
	}
	close(queue)
	group.Wait()
}

// eliminacionesOf lists all deletions of a carpeta.
func eliminacionesOf(t *testing.T, c serverkit.Client, carpetaID string) []eliminacionView {
	t.Helper()
	type answer struct {
		Carpeta struct {
			Eliminaciones struct {
				Nodes    []eliminacionView
				PageInfo struct {
					HasNextPage bool
					EndCursor   *string
				}
			}
		}
	}
	var list []eliminacionView
	v := obj{"id": carpetaID}
	for {
		e := serverkit.Do[answer](t, c, `query($id: ID!, $after: String) { carpeta(id: $id) { eliminaciones(first: 100, after: $after) {
		  nodes { `+eliminacionFields+` } pageInfo { hasNextPage endCursor } } } }`, v).Carpeta.Eliminaciones
		list = append(list, e.Nodes...)
		if !e.PageInfo.HasNextPage {
			return list
		}
		v["after"] = *e.PageInfo.EndCursor
	}
}

// allCompleted waits until a carpeta has n deletions and all are COMPLETADA.
func allCompleted(t *testing.T, c serverkit.Client, carpetaID string, n int) {
	t.Helper()
	var list []eliminacionView
	defer func() {
		if t.Failed() {
			t.Logf("states: %v", countByEstado(list))
		}
	}()
	serverkit.WaitFor(t, recovery, "all deletions completed", func() bool {
		list = eliminacionesOf(t, c, carpetaID)
		return len(list) == n && countByEstado(list)["COMPLETADA"] == n
	})
}

func countByEstado(list []eliminacionView) map[string]int {
	n := map[string]int{}
	for _, b := range list {
		n[b.Estado]++
	}
	return n
}

// requireUntouched compares a carpeta with its state before some of its documents were
// deleted: exactly those are gone, row and file; all others are as they were.
func intact(t *testing.T, house *serverkit.House, c serverkit.Client, carpetaID string, before map[string]fila, deleted []string) {
	t.Helper()
	left := allFilas(t, c, carpetaID)
	want := maps.Clone(before)
	for _, id := range deleted {
		delete(want, id)
		if status, _, _ := serverkit.Download(t, *before[id].URLDescarga); status != 404 {
			t.Errorf("the object of a deleted document: status %d", status)
		}
	}
	if a, b := slices.Sorted(maps.Keys(left)), slices.Sorted(maps.Keys(want)); !slices.Equal(a, b) {
		t.Errorf("%d documents are listed, want %d", len(a), len(b))
	}
	if n := totalOf(t, c, carpetaID); n != int64(len(want)) {
		t.Errorf("the carpeta counts %d documents, want %d", n, len(want))
	}
	for _, f := range left {
		if f.EstadoDocumento != "PROCESADO" {
			t.Errorf("%s is %s", f.DocumentoID, f.EstadoDocumento)
			continue
		}
		downloadWell(t, f)
	}
	if found := objetos(t, house, carpetaID); len(found) != len(want) {
		t.Errorf("%d objects are stored, want %d", len(found), len(want))
	}
}

// TestKilledServerLosesNothing is kill -9 in the middle of 200 deletions, twice.
func TestKilledServerLosesNothing(t *testing.T) {
	onBothWays(t, func(t *testing.T, house *serverkit.House) {
		house = house.With(shortPlazos...)
		mine := house.Seed(t, "--carpetas", "1", "--documentos", "270", "--archivos")[0]
		s := house.Start(t)
		c := s.Client(t, mine.CiudadanoID, "ciudadano")
		before := allFilas(t, c, mine.CarpetaID)
		ids := deletable(before)[:200]

		eventos, until := map[string]string{}, 0
		accepted := func(id, eventoID string) {
			if other, already := eventos[id]; already && other != eventoID {
				t.Errorf("a document got a second deletion")
			}
			if eventos[id] = eventoID; len(eventos) == until {
				s.Kill(t)
			}
		}
		for _, until = range []int{70, 140} {
			deleteMany(t.Context(), c, ids, accepted)
			s.Restart(t)
		}
		until = 0
		// What a busy machine refused as UNAVAILABLE is asked for again.
		serverkit.WaitFor(t, recovery, "all deletions accepted", func() bool {
			deleteMany(t.Context(), c, ids, accepted)
			return len(eventos) == len(ids)
		})
		allCompleted(t, c, mine.CarpetaID, 200)
		for _, b := range eliminacionesOf(t, c, mine.CarpetaID) {
			if id := globalID("Documento", mine.CarpetaID, b.DocumentoID); !slices.Contains(ids, id) {
				t.Errorf("a deletion of a document that nobody asked to delete")
			}
		}
		intact(t, house, c, mine.CarpetaID, before, ids)
	})
}

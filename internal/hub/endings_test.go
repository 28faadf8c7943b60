package hub

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// archive are the deletions of a carpeta, as stored.
type archive map[string]eliminacion.Eliminacion

func (all archive) Eliminacion(_ context.Context, id string) (eliminacion.Eliminacion, error) {
	return all[id], nil
}

func (all archive) Cambiadas(context.Context, string, time.Time) (eliminacion.Cambios, error) {
	return eliminacion.Cambios{}, nil
}

// step stores the next state of a deletion, and tells it.
func (all archive) step(c *carpetaFollower, id string, estado eliminacion.EstadoSaga, at time.Time) (eliminacion.Aviso, error) {
	e := all[id]
	e.EventoID, e.Estado, e.Secuencia = id, estado, e.Secuencia+1
	e.Historia = append(e.Historia[:len(e.Historia):len(e.Historia)], eliminacion.Cambio{Secuencia: e.Secuencia, Estado: estado, En: at})
	all[id] = e
	a := eliminacion.Aviso{EventoID: id, Estado: estado, Secuencia: e.Secuencia, En: at, SolicitadaEn: e.Historia[0].En}
	return a, c.Event(context.Background(), &a)
}

// TestFollowerOfACarpetaForgetsWhatEnded: but tells nothing of it again, and misses nothing
// that happens to it later.
func TestFollowerOfACarpetaForgetsWhatEnded(t *testing.T) {
	const many = 4 * maxEnded
	told, all := map[string]int{}, archive{}
	c := CarpetaSteps(all, "c", func(_ context.Context, e *eliminacion.Eliminacion) error {
		told[fmt.Sprint(e.EventoID, " ", e.Secuencia)]++
		return nil
	}).(*carpetaFollower)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(c.Reread(t.Context()))
	now := time.Now()
	var events []eliminacion.Aviso
	for i := range many {
		for _, estado := range []eliminacion.EstadoSaga{eliminacion.Iniciada, eliminacion.Fallida} {
			now = now.Add(time.Second)
			a, err := all.step(c, fmt.Sprint("e", i), estado, now)
			must(err)
			events = append(events, a)
		}
	}
	if kept := len(c.sagas) + len(c.ended.told); kept > maxEnded || len(c.ended.oldest) > maxEnded {
		t.Errorf("%d deletions are remembered of %d that ended", kept, many)
	}
	for _, a := range events { // repeated, late
		must(c.Event(t.Context(), &a))
	}
	want := map[string]int{}
	for i := range many {
		want[fmt.Sprint("e", i, " 1")], want[fmt.Sprint("e", i, " 2")] = 1, 1
	}
	if diff := cmp.Diff(want, told); diff != "" {
		t.Fatal(diff)
	}
	_, err := all.step(c, "e0", eliminacion.Iniciada, now.Add(time.Second)) // somebody tries it again
	must(err)
	want["e0 3"] = 1
	if diff := cmp.Diff(want, told); diff != "" {
		t.Error(diff)
	}
}

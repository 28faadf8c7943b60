package hub_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/hub"
)

// several is a carpeta of some deletions.
type several []*stored

func (all several) Cambiadas(context.Context, string, time.Time) (c eliminacion.Cambios, _ error) {
	c.Al = time.Now()
	for _, s := range all {
		c.Eliminaciones = append(c.Eliminaciones, s.saga)
	}
	return c, nil
}

func (all several) Eliminacion(ctx context.Context, id string) (eliminacion.Eliminacion, error) {
	for _, s := range all {
		if s.saga.EventoID == id {
			return s.Eliminacion(ctx, id)
		}
	}
	panic(id)
}

// TestWhatIsToldLaterIsToldOnce: whoever has to wait for a turn before each of the news
// gets all of them, once and in order, and nothing is read again for it.
func TestWhatIsToldLaterIsToldOnce(t *testing.T) {
	for name, makeStream := range map[string]func(*hub.Hub, several) *hub.Stream{
		"saga":    func(h *hub.Hub, all several) *hub.Stream { return h.Follow(all, "e0", 0) },
		"carpeta": func(h *hub.Hub, all several) *hub.Stream { return h.FollowCarpeta(all, "c") },
	} {
		t.Run(name, func(t *testing.T) {
			told, reads := tell(t, makeStream, false)
			later, laterReads := tell(t, makeStream, true)
			if diff := cmp.Diff(told, later); diff != "" || len(told) < 4 {
				t.Errorf("told %d; (-at once +later):\n%s", len(told), diff)
			}
			if reads != laterReads {
				t.Errorf("%d reads, and %d when told later", reads, laterReads)
			}
		})
	}
}

func tell(t *testing.T, makeStream func(*hub.Hub, several) *hub.Stream, later bool) (told []string, reads int) {
	h := hub.New(func() {})
	var all several
	for i := range 3 {
		s := newStored()
		s.saga.EventoID = fmt.Sprint("e", i)
		all = append(all, s)
	}
	stream := makeStream(h, all)
	stream.Start(func() {})
	defer stream.Close()
	refused := map[string]bool{} // each of the news is, once
	step := func() {
		for again := true; again; {
			again = false
			_, err := stream.Step(t.Context(), func(_ context.Context, event any) error {
				e := event.(*eliminacion.Eliminacion)
				news := fmt.Sprint(e.EventoID, " ", e.Secuencia)
				if again = later && !refused[news]; again {
					refused[news] = true
					return hub.ErrLater
				}
				told = append(told, news)
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	step()
	for range 3 {
		for _, s := range all {
			h.Publish(s.advance(t))
		}
		step()
	}
	for _, s := range all {
		reads += s.count()
	}
	return told, reads
}

package auditoria_test

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// rastro is a trail that can be down.
type rastro struct {
	mu                         sync.Mutex
	down                       bool
	written                    map[string]bool
	noted, refused, lost, most int
	calls                      int
}

func (r *rastro) Anotar(_ context.Context, es ...auditoria.Evento) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.most = max(r.most, len(es))
	r.calls++
	if r.down {
		return errors.New("down")
	}
	for _, e := range es {
		r.written[e.EventoID] = true
	}
	return nil
}

func (r *rastro) LecturasAnotadas(n int) { r.count(&r.noted, n) }
func (r *rastro) LecturasNegadas(n int)  { r.count(&r.refused, n) }
func (r *rastro) LecturasPerdidas(n int) { r.count(&r.lost, n) }

func (r *rastro) count(of *int, n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	*of += n
}

func looks(n int) []auditoria.Evento {
	es := make([]auditoria.Evento, n)
	for i := range es {
		es[i] = auditoria.Evento{Tipo: auditoria.DocumentoVisto, DocumentoID: strconv.Itoa(i)}
	}
	return es
}

func TestStrictReadsAreWrittenOrRefused(t *testing.T) {
	r := &rastro{written: map[string]bool{}}
	l := &auditoria.Lecturas{Rastro: r, Metrics: r}
	if err := l.Anotar(t.Context(), looks(3)...); err != nil || len(r.written) != 3 || r.noted != 3 {
		t.Errorf("%v, %+v", err, r)
	}
	r.down = true
	if err := l.Anotar(t.Context(), looks(2)...); !errors.Is(err, fault.Unavailable) || r.refused != 2 {
		t.Errorf("%v, %+v", err, r)
	}
	if err := l.Anotar(t.Context()); err != nil {
		t.Errorf("nothing to write: %v", err)
	}
}

// TestLaterReadsAreBounded: what is shown first waits for the trail, in a bound of bytes, and what is
// lost is counted: each look is written or lost, none both, none neither.
func TestLaterReadsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &rastro{written: map[string]bool{}, down: true}
		p := auditoria.NewPosterior(r, r, 500<<10)
		l := &auditoria.Lecturas{Rastro: r, Metrics: r, Posterior: p}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			_ = p.Run(ctx)
		}()
		for range 6 {
			if err := l.Anotar(t.Context(), looks(100)...); err != nil {
				t.Errorf("a look waits for its trail: %v", err)
			}
		}
		synctest.Wait()
		if r.lost != 100 || r.most > 100 {
			t.Errorf("lost %d of 600 where 500 have room; %d at a time", r.lost, r.most)
		}
		r.mu.Lock()
		r.down = false
		r.mu.Unlock()
		time.Sleep(5 * time.Second)
		synctest.Wait()
		if len(r.written) != 500 || r.noted != 500 {
			t.Errorf("written %d, counted %d", len(r.written), r.noted)
		}
		if err := l.Anotar(t.Context(), looks(7)...); err != nil {
			t.Error(err)
		}
		cancel()
		<-ended
		if len(r.written) != 507 {
			t.Errorf("the end of the process left %d", 507-len(r.written))
		}
	})
}

// TestLaterReadsAreWrittenTogether: one after the other they would cost a sync each.
func TestLaterReadsAreWrittenTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &rastro{written: map[string]bool{}}
		p := auditoria.NewPosterior(r, r, 1<<20)
		l := &auditoria.Lecturas{Rastro: r, Metrics: r, Posterior: p}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			_ = p.Run(ctx)
		}()
		for range 40 {
			if err := l.Anotar(t.Context(), looks(1)...); err != nil {
				t.Error(err)
			}
			time.Sleep(time.Millisecond)
			synctest.Wait()
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if r.noted != 40 || r.calls != 1 {
			t.Errorf("%d looks in %d calls, want 40 in 1", r.noted, r.calls)
		}
		cancel()
		<-ended
	})
}

package migrar

import (
	"context"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/reconciliacion"
)

// forgetful marks write, and lose the answer when they are told to.
type forgetful struct {
	Target
	m    reconciliacion.Marca
	lose bool
}

func (f *forgetful) LeerMarca(context.Context, string) (reconciliacion.Marca, error) { return f.m, nil }

func (f *forgetful) EscribirMarca(_ context.Context, m reconciliacion.Marca) (reconciliacion.Marca, error) {
	if m.Token != f.m.Token {
		return m, fault.Plain(fault.Conflict)
	}
	m.Token++
	f.m = m
	if f.lose {
		f.lose = false
		return m, fault.Plain(fault.Unavailable)
	}
	return m, nil
}

func (f *forgetful) OperadoresConCarpetas(context.Context) ([]string, error) { return nil, nil }
func (f *forgetful) OperadoresConEventos(context.Context) ([]string, error)  { return nil, nil }

// TestALostAnswerIsNoOtherRun: a run whose renewal was written and not answered knows its own mark again, at the next
// renewal and at the end.
func TestALostAnswerIsNoOtherRun(t *testing.T) {
	marks := &forgetful{}
	r, err := begin(t.Context(), Config{Target: marks, Origin: "o", Holder: "h", Clock: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	for name, next := range map[string]func() error{
		"the next renewal": func() error { return r.write(t.Context(), time.Now().Add(2*lease)) },
		"the end":          func() error { return r.end(t.Context(), true) },
	} {
		r.note.State = UnderWay
		marks.lose = true
		if err := r.write(t.Context(), time.Now().Add(lease)); fault.CodeOf(err) != fault.Unavailable {
			t.Fatalf("%s: %v", name, err)
		}
		if err := next(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, n, err := read(t.Context(), marks); err != nil || n.Runs != 1 {
		t.Errorf("%+v, %v", n, err)
	}
}

// TestAnotherRunIsAnother: who began meanwhile, on another machine or after this one's lease, is not taken for this one.
func TestAnotherRunIsAnother(t *testing.T) {
	for name, other := range map[string]Config{
		"another machine": {Origin: "o", Holder: "h2"}, "the same machine, later": {Origin: "o", Holder: "h"},
	} {
		marks := &forgetful{}
		r, err := begin(t.Context(), Config{Target: marks, Origin: "o", Holder: "h", Clock: func() time.Time { return time.Now().Add(-time.Hour) }})
		if err != nil {
			t.Fatal(name, err)
		}
		other.Target, other.Clock = marks, time.Now
		if _, err := begin(t.Context(), other); err != nil {
			t.Fatal(name, err)
		}
		if err := r.write(t.Context(), time.Now().Add(lease)); err == nil {
			t.Errorf("%s: both go on", name)
		}
	}
}

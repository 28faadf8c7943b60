package sellado_test

import (
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sellado"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// horas lets time go by, with looks at all logs.
func (m *mundo) horas(s *sellado.Sellador, n int) {
	vueltas(m.t.Context(), m, s, 3*n, 20*time.Minute)
}

func TestALogOnlyGrows(t *testing.T) {
	m := nuevo(t)
	m.anota("op-1", 300)
	s := sellado.New(m.config("p-1"))
	s.Vuelta(t.Context())
	antes, err := s.Crecer(t.Context(), "op-1", 0)
	if err != nil {
		t.Fatal(err)
	}
	m.anota("op-1", 300)
	m.horas(s, 1)
	c, err := s.Crecer(t.Context(), "op-1", 300)
	if err != nil || c.Entradas != 600 {
		t.Fatalf("%+v %v", c, err)
	}
	f := verify.Files{Checkpoint: []byte(c.Checkpoint), Older: []byte(antes.Checkpoint), Growth: []byte(c.Crecimiento), Keys: []byte(c.Llaves)}
	if r, err := f.Verify(); err != nil || r.Older == nil || r.Older.Size != 300 {
		t.Errorf("%+v %v", r, err)
	}
	for _, n := range []int64{-1, 601} {
		if _, err := s.Crecer(t.Context(), "op-1", n); fault.CodeOf(err) != fault.BadUserInput {
			t.Errorf("from %d: %v", n, err)
		}
	}
	if _, err := s.Crecer(t.Context(), auditoria.SinOperador+"x", 0); fault.CodeOf(err) != fault.NotFound {
		t.Errorf("a log that was never begun: %v", err)
	}
}

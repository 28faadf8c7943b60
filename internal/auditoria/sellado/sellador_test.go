package sellado_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sellado"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

func TestAnEventIsSealedAfterAMinuteAndALotAtOnce(t *testing.T) {
	m := nuevo(t)
	s := sellado.New(m.config("p-1"))
	m.anota("op-1", 3)
	m.anota("op-2", 256)
	vueltas(t.Context(), m, s, 1, 0)
	m.limpio("op-2", 256)
	if r, _ := m.comprueba("op-1"); r.Sellados != 0 || r.EnEspera != 3 {
		t.Errorf("after a moment: %+v", r)
	}
	vueltas(t.Context(), m, s, 8, 10*time.Second)
	m.limpio("op-1", 3)
	if m.cifras.sellados != 259 || m.cifras.retraso != 0 {
		t.Errorf("figures: %+v", &m.cifras)
	}
}

func TestTheLeaseIsOnesUntilItEnds(t *testing.T) {
	m := nuevo(t)
	one, two := sellado.New(m.config("p-1")), sellado.New(m.config("p-2"))
	m.anota("op-1", 256)
	one.Vuelta(t.Context())
	m.anota("op-1", 256)
	two.Vuelta(t.Context())
	m.limpio2(t, 256)
	m.pasa(6 * time.Minute)
	two.Vuelta(t.Context())
	m.limpio("op-1", 512)

	two.Soltar(t.Context())
	m.anota("op-1", 256)
	one.Vuelta(t.Context()) // at the end of the lease that it saw
	m.pasa(6 * time.Minute)
	one.Vuelta(t.Context())
	m.limpio("op-1", 768)
}

func (m *mundo) limpio2(t *testing.T, sellados int64) {
	t.Helper()
	if r, _ := m.comprueba("op-1"); r.Sellados != sellados {
		t.Errorf("%+v, want %d sealed", r, sellados)
	}
}

// rotos are objects that take no write any more.
type rotos struct {
	sello.Objects
	ya bool
}

func (r *rotos) Put(ctx context.Context, key string, data []byte) error {
	if r.ya {
		return fault.Plain(fault.Unavailable)
	}
	return r.Objects.Put(ctx, key, data)
}

// A process that could not seal, and lost the lease, does not tell for ever of what waited then.
func TestWhoLostTheLeaseTellsOfNoLag(t *testing.T) {
	m := nuevo(t)
	cfg := m.config("p-1")
	broken := &rotos{Objects: cfg.Objetos}
	cfg.Objetos = broken
	one := sellado.New(cfg)
	one.Vuelta(t.Context()) // the logs begin
	broken.ya = true
	m.anota("op-1", 3)
	m.pasa(6 * time.Minute)
	one.Vuelta(t.Context())
	if m.cifras.retraso < 5*time.Minute {
		t.Fatalf("a lag of %s", m.cifras.retraso)
	}
	m.pasa(6 * time.Minute)
	vueltas(t.Context(), m, sellado.New(m.config("p-2")), 2, time.Minute)
	m.limpio("op-1", 3)
	one.Vuelta(t.Context())
	if m.cifras.retraso != 0 {
		t.Errorf("a lag of %s", m.cifras.retraso)
	}
}

// Two processes that both believe themselves to be alone, restarts at any time, and lost memory.
func TestEveryEventIsSealedOnceWhoeverSealsIt(t *testing.T) {
	m := nuevo(t)
	r := rand.New(rand.NewPCG(3, 9))
	total := 0
	ss := []*sellado.Sellador{sellado.New(m.config("p-1")), sellado.New(m.config("p-1"))} // one name: the lease stops neither
	for range 60 {
		n := r.IntN(40)
		ids := m.anota("op-1", n)
		total += n
		k := r.IntN(2)
		if n > 0 && r.IntN(3) == 0 {
			ss[k].Urgente("op-1", ids[r.IntN(n)])
		}
		if r.IntN(10) == 0 {
			ss[k] = sellado.New(m.config("p-1"))
		}
		ss[k].Vuelta(t.Context())
		m.pasa(time.Duration(r.IntN(40)) * time.Second)
	}
	m.pasa(10 * time.Minute)
	vueltas(t.Context(), m, ss[0], 3, time.Minute)
	m.limpio("op-1", total)
}

func TestAProofIsThereAsSoonAsItIsAskedFor(t *testing.T) {
	m := nuevo(t)
	s := sellado.New(m.config("p-1"))
	id := m.anota("op-1", 1)[0]
	m.anota("op-1", 20)
	e, err := m.store.Evento(t.Context(), "op-1", id)
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.Probar(t.Context(), e)
	if err != nil || p.Sellado != nil || p.Motivo != sellado.SinSellar {
		t.Fatalf("before its seal: %+v (%v)", p, err)
	}
	s.Vuelta(t.Context())
	if p, err = s.Probar(t.Context(), e); err != nil || p.Sellado == nil {
		t.Fatalf("after it: %+v (%v)", p, err)
	}
	f := verify.Files{Checkpoint: []byte(p.Sellado.Prueba), Event: []byte(p.Archivo), Keys: []byte(p.Sellado.Llaves)}
	if r, err := f.Verify(); err != nil || r.Index != p.Sellado.Numero || r.Size != 21 {
		t.Errorf("%+v, %v", r, err)
	}
	for i := range f.Event {
		changed := f
		changed.Event = append([]byte(nil), f.Event...)
		changed.Event[i] ^= 1
		if _, err := changed.Verify(); err == nil {
			t.Fatalf("byte %d of the event may be changed", i)
		}
	}
	if strings.Contains(p.Archivo, "funcionaria-7") {
		t.Error("the file names a member of the staff")
	}
}

func TestWithoutKeysNobodyWaits(t *testing.T) {
	m := nuevo(t)
	p, err := (*sellado.Sellador)(nil).Probar(t.Context(), m.evento("op-1"))
	if err != nil || p.Motivo != sellado.Apagado {
		t.Errorf("%+v %v", p, err)
	}
}

// An event from a time when nothing was sealed is sealed once somebody asks for it: late.
func TestAnOldEventIsSealedOnDemand(t *testing.T) {
	m := nuevo(t)
	old := m.anota("op-1", 2)
	m.pasa(90 * 24 * time.Hour)
	m.anota("op-1", 300)
	s := sellado.New(m.config("p-1"))
	s.Vuelta(t.Context())
	if _, hs := m.comprueba("op-1"); len(hs) != 2 || hs[0].Tipo != sellado.Insertado || hs[0].EventoID != old[0] {
		t.Errorf("findings: %+v", hs)
	}
	for _, id := range old {
		e, err := m.store.Evento(t.Context(), "op-1", id)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Probar(t.Context(), e); err != nil {
			t.Fatal(err)
		}
		s.Vuelta(t.Context())
		if p, err := s.Probar(t.Context(), e); err != nil || p.Sellado == nil {
			t.Errorf("%+v %v", p, err)
		}
	}
	r, hs := m.comprueba("op-1")
	if r.Sellados != 302 || r.Tardios != 2 || r.Hallazgos != 0 || len(hs) != 2 || hs[0].Tipo != sellado.Tarde || hs[0].EventoID != old[0] {
		t.Errorf("%+v %+v", r, hs)
	}
}

package sellado_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sellado"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// testigo is a witness: it signs what grows from the log that it knows.
type testigo struct {
	secret ed25519.PrivateKey
	keys   verify.Keys
	known  verify.Checkpoint
	mute   bool
	asked  int
	clock  func() time.Time
}

func (o *testigo) Testigo() verify.Witness {
	return verify.Witness{Name: "testigo.example", Public: o.secret.Public().(ed25519.PublicKey)}
}

func (o *testigo) Preguntar(_ context.Context, question []byte) ([]byte, error) {
	if o.asked++; o.mute {
		return nil, fault.Plain(fault.Unavailable)
	}
	g, err := verify.ParseGrowth(question)
	if err != nil {
		return nil, err
	}
	signed, err := verify.Open(g.Checkpoint, o.keys)
	if err != nil {
		return nil, err
	}
	if g.Old != o.known.Size {
		return nil, sellado.Conoce{Entradas: o.known.Size}
	}
	if err := verify.Consistency(o.known, signed.Checkpoint, g.Hashes); o.known.Size > 0 && err != nil {
		return nil, err
	}
	o.known = signed.Checkpoint
	at := o.clock()
	raw := binary.BigEndian.AppendUint32(nil, verify.KeyID("testigo.example", verify.KindStamped, o.Testigo().Public))
	raw = binary.BigEndian.AppendUint64(raw, uint64(at.Unix()))
	raw = append(raw, ed25519.Sign(o.secret, verify.StampedText(at, []byte(signed.Text())))...)
	return fmt.Appendf(nil, "— testigo.example %s\n", base64.StdEncoding.EncodeToString(raw)), nil
}

func (m *mundo) testigo() *testigo {
	m.t.Helper()
	keys, err := m.llaves().Publicas(sellado.Periodos)
	if err != nil {
		m.t.Fatal(err)
	}
	return &testigo{secret: ed25519.NewKeyFromSeed(bytes.Repeat([]byte{8}, 32)), keys: keys, clock: m.Now}
}

// horas lets time go by, with looks at all logs.
func (m *mundo) horas(s *sellado.Sellador, n int) {
	vueltas(m.t.Context(), m, s, 3*n, 20*time.Minute)
}

func (m *mundo) periodo(s *sellado.Sellador, operadorID string, en time.Time) sellado.PruebaPeriodo {
	m.t.Helper()
	p, err := s.ProbarPeriodo(m.t.Context(), operadorID, en)
	if err != nil {
		m.t.Fatalf("%s at %s: %v\n%s", operadorID, en, err, m.log)
	}
	return p
}

// Each hour has one statement for each log; of two that say the same, nothing was sealed between.
func TestAnEmptyPeriodIsProven(t *testing.T) {
	m := nuevo(t)
	m.anota("op-1", 300)
	m.anota("op-2", 10)
	s := sellado.New(m.config("p-1"))
	m.horas(s, 3)
	m.anota("op-2", 10)
	m.horas(s, 2)
	s = sellado.New(m.config("p-1")) // another process, which remembers nothing
	m.horas(s, 1)
	for hour, quiet := range map[int]bool{1: true, 2: true, 3: false, 4: true} {
		at := inicio.Add(time.Duration(hour)*time.Hour + 30*time.Minute)
		p := m.periodo(s, "op-2", at)
		if p.Quieto != quiet || !p.Desde.Equal(at.Truncate(time.Hour)) || !p.Hasta.Equal(at.Truncate(time.Hour).Add(time.Hour)) {
			t.Errorf("hour %d: %+v, want quiet: %v", hour, p, quiet)
		}
		if one := m.periodo(s, "op-1", at); !one.Quieto || one.Entradas != 300 {
			t.Errorf("hour %d of op-1: %+v", hour, one)
		}
		f := verify.Files{Checkpoint: []byte(p.Prueba), Event: []byte(p.Declaracion), Keys: []byte(p.Llaves), Older: []byte(*p.PruebaAntes), OlderEvent: []byte(*p.Anterior)}
		if r, err := f.Verify(); (err == nil) != quiet || quiet && !r.Quiet {
			t.Errorf("hour %d, offline: %+v, %v", hour, r, err)
		}
	}
	for _, en := range []time.Time{m.Now().Add(time.Hour), {}, time.Unix(-1, 0), time.Date(1500, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2999, 1, 1, 0, 0, 0, 0, time.UTC)} {
		if _, err := s.ProbarPeriodo(t.Context(), "op-1", en); fault.CodeOf(err) != fault.NotFound {
			t.Errorf("of %s: %v", en, err)
		}
	}
	if _, err := s.ProbarPeriodo(t.Context(), "op-9", inicio.Add(90*time.Minute)); fault.CodeOf(err) != fault.NotFound {
		t.Errorf("of nobody: %v", err)
	}
}

// A seal right after the end of a period does not make it look busy, nor the next one quiet.
func TestASealAtTheEndOfAPeriod(t *testing.T) {
	m := nuevo(t)
	m.anota("op-1", 256)
	s := sellado.New(m.config("p-1"))
	m.horas(s, 2)
	m.anota("op-1", 256)
	s = sellado.New(m.config("p-1")) // it seals first, and looks at the hour that just ended then
	vueltas(t.Context(), m, s, 3, 2*time.Minute)
	m.horas(s, 1)
	m.horas(s, 2)
	if p := m.periodo(s, "op-1", inicio.Add(150*time.Minute)); p.Quieto {
		t.Errorf("the hour of the seal is said to be quiet: %+v", p)
	}
	if p := m.periodo(s, "op-1", inicio.Add(210*time.Minute)); !p.Quieto {
		t.Errorf("the hour after it is not: %+v", p)
	}
}

func TestWitnessesSignTheSmallLog(t *testing.T) {
	m := nuevo(t)
	m.anota("op-1", 256)
	cfg := m.config("p-1")
	w := m.testigo()
	cfg.Testigos = []sellado.Testigo{w}
	s := sellado.New(cfg)
	m.horas(s, 2)
	asked := w.asked
	m.horas(sellado.New(m.config("p-1")), 2) // nobody asks it meanwhile
	w.mute = true
	m.horas(s, 1)
	if m.cifras.fallos == 0 {
		t.Error("a witness that does not answer is not told of")
	}
	w.mute = false
	again := sellado.New(cfg) // it does not know what the witness knows
	m.horas(again, 1)
	c, err := again.Crecer(t.Context(), sellado.Periodos, 2)
	if err != nil {
		t.Fatal(err)
	}
	f := verify.Files{Checkpoint: []byte(c.Checkpoint), Keys: []byte(c.Llaves), Witnesses: []byte(verify.FormatKey("testigo.example", verify.KindStamped, w.Testigo().Public)), Quorum: 1}
	if r, err := f.Verify(); err != nil || len(r.Witnesses) != 1 || r.Size != w.known.Size || asked == 0 {
		t.Errorf("%+v, %v; asked %d times\n%s", r, err, asked, m.log)
	}
	w.known.Size += 1000 // what it signed is not there any more
	m.horas(again, 2)
	if m.cifras.danados[sellado.Periodos] == 0 {
		t.Errorf("a log that was rolled back behind its witness goes on: %+v", &m.cifras)
	}
}

// A log that is made anew with its own key is another one than the small log says.
func TestAnotherPastIsFound(t *testing.T) {
	m := nuevo(t)
	m.anota("op-1", 300)
	m.anota("op-2", 300)
	s := sellado.New(m.config("p-1"))
	m.horas(s, 3)
	compruebaPeriodos := func() (hs []sellado.Hallazgo) {
		t.Helper()
		r, err := sellado.New(m.config("auditor")).ComprobarPeriodos(t.Context(), func(h sellado.Hallazgo) error { hs = append(hs, h); return nil })
		if err != nil || r.Sellados == 0 || r.Comparados == 0 {
			t.Fatalf("%+v, %v", r, err)
		}
		return hs
	}
	if hs := compruebaPeriodos(); len(hs) != 0 {
		t.Fatalf("%+v", hs)
	}
	otro := nuevo(t) // the same key, other events
	otro.anota("op-1", 400)
	sellado.New(otro.config("p-1")).Vuelta(t.Context())
	otro.copia("operador/op-1", m)
	if hs := compruebaPeriodos(); len(hs) == 0 || hs[0].Tipo != sellado.PasadoDistinto {
		t.Errorf("findings: %+v", hs)
	}
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

package storetest

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var casesEvento = []testCase{
	{"evento/read back by its id", "", eventoByID},
	{"evento/written once, however often", "", eventoOnce},
	{"evento/refused before anything is written", "", eventoRefused},
	{"evento/many at once", "", eventoBatch},
	{"evento/invisible when its retention is over", "", eventoExpires},
	{"evento/operadores with a trail", "", eventoOperadores},
}

// idAt is a UUID v7 of a moment.
func idAt(t time.Time) string {
	id := uuid.New()
	var ms [8]byte
	binary.BigEndian.PutUint64(ms[:], uint64(t.UnixMilli()))
	copy(id[:6], ms[2:])
	id[6] = 0x70 | id[6]&0x0f
	return id.String()
}

// newEvento is an event of now, with everything that one can have.
func (b *world) newEvento(operadorID string) auditoria.Evento {
	now := b.clock.Now().Truncate(time.Millisecond)
	documentoID := newID()
	return auditoria.Evento{
		EventoID: idAt(now), Tipo: auditoria.DocumentoVisto, Servicio: auditoria.API, CorrelacionID: newID(), Momento: now,
		Resultado: auditoria.Exito, Gravedad: auditoria.Informa, Recurso: auditoria.Recurso{Tipo: "documento", ID: documentoID},
		Actor:      auditoria.Actor{Tipo: "entidad", ID: "funcionario-7", OperadorID: operadorID, EntidadID: "notaria-12"},
		EnNombreDe: newID(), Proposito: "compraventa de un inmueble", BaseLegal: "Ley 1581 de 2012, art. 10",
		OperadorID: operadorID, CarpetaID: newID(), DocumentoID: documentoID,
		Datos: map[string]string{"sha256": strings.Repeat("ab", 32), "bytes": "2048000"}, Sal: []byte(strings.Repeat("s", 32)),
	}
}

func newOperador() string { return "operador-" + uuid.NewString()[:8] }

func (b *world) requireEvento(t testing.TB, want auditoria.Evento) {
	t.Helper()
	got, err := b.Evento(b.ctx, want.OperadorID, want.EventoID)
	require(t, err)
	requireSame(t, "event", got, want)
}

func eventoByID(t *testing.T, b *world) {
	o := newOperador()
	noted, changed := b.newEvento(o), b.newEvento(o)
	bare := auditoria.Evento{EventoID: idAt(b.clock.Now()), Tipo: auditoria.TokenRechazado, Momento: b.clock.Now(), OperadorID: auditoria.SinOperador}
	require(t, b.Anotar(b.ctx, noted, bare))
	require(t, b.tell(changed))
	for _, e := range []auditoria.Evento{noted, changed, bare} {
		b.requireEvento(t, e)
	}
	for _, key := range [][2]string{
		{o, newID()}, {o, ""}, {o, "x"}, {"", noted.EventoID}, {newOperador(), noted.EventoID}, {auditoria.SinOperador, noted.EventoID},
		{o, strings.Replace(noted.EventoID, "-", "_", 1)}, {o, uuid.NewString()},
	} {
		requireCode(t, errOf(b.Evento(b.ctx, key[0], key[1])), fault.NotFound)
	}
}

func eventoOnce(t *testing.T, b *world) {
	e := b.newEvento(newOperador())
	require(t, b.Anotar(b.ctx, e, e))
	b.clock.advance(time.Second)
	require(t, b.Anotar(b.ctx, e))
	require(t, b.tell(e))
	b.requireEvento(t, e)
}

func eventoRefused(t *testing.T, b *world) {
	good := b.newEvento(newOperador())
	for name, spoil := range map[string]func(*auditoria.Evento){
		"no operador":          func(e *auditoria.Evento) { e.OperadorID = "" },
		"no kind":              func(e *auditoria.Evento) { e.Tipo = "" },
		"no id":                func(e *auditoria.Evento) { e.EventoID = "" },
		"an id without a time": func(e *auditoria.Evento) { e.EventoID = uuid.NewString() },
		"another time":         func(e *auditoria.Evento) { e.Momento = e.Momento.Add(time.Millisecond) },
	} {
		bad := good
		bad.EventoID = idAt(good.Momento)
		spoil(&bad)
		requireCode(t, b.Anotar(b.ctx, good, bad), fault.Internal)
		requireCode(t, b.tell(bad), fault.Internal)
		if _, err := b.Evento(b.ctx, good.OperadorID, good.EventoID); err == nil {
			t.Errorf("%s: an event beside it was written", name)
		}
	}
}

func eventoBatch(t *testing.T, b *world) {
	require(t, b.Anotar(b.ctx))
	o := newOperador()
	es := make([]auditoria.Evento, 101)
	for i := range es {
		es[i] = b.newEvento(o)
		es[i].Datos["n"] = fmt.Sprint(i)
	}
	require(t, b.Anotar(b.ctx, es...))
	for _, e := range es {
		b.requireEvento(t, e)
	}
}

// eventoExpires: a look is kept for a year, a change for five.
func eventoExpires(t *testing.T, b *world) {
	look, change := b.newEvento(newOperador()), b.newEvento(newOperador())
	change.Tipo = auditoria.DocumentoEditado
	require(t, b.Anotar(b.ctx, look, change))
	for _, step := range []struct {
		wait         time.Duration
		look, change bool
	}{
		{retenciones.Accesos - time.Millisecond, true, true}, {time.Millisecond, false, true},
		{retenciones.Cambios - retenciones.Accesos - time.Millisecond, false, true}, {time.Millisecond, false, false},
	} {
		b.clock.advance(step.wait)
		for e, kept := range map[*auditoria.Evento]bool{&look: step.look, &change: step.change} {
			if kept {
				b.requireEvento(t, *e)
				continue
			}
			requireCode(t, errOf(b.Evento(b.ctx, e.OperadorID, e.EventoID)), fault.NotFound)
		}
	}
}

func eventoOperadores(t *testing.T, b *world) {
	ids, err := b.OperadoresConEventos(b.ctx)
	require(t, err)
	requireSame(t, "operadores of an empty store", ids, []string(nil))
	want := []string{auditoria.SinOperador, newOperador(), newOperador()}
	for _, o := range want {
		e := b.newEvento(o)
		require(t, b.Anotar(b.ctx, e))
		e.EventoID = idAt(e.Momento)
		require(t, b.tell(e))
	}
	slices.Sort(want)
	ids, err = b.OperadoresConEventos(b.ctx)
	require(t, err)
	requireSame(t, "operadores", ids, want)
}

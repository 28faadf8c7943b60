package eliminacion_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/role"
)

// directo is a world in which one deletion was asked for and taken, without a message.
func directo(t *testing.T) (*mundo, eliminacion.Eliminacion) {
	m := newWorld(t, t.TempDir())
	m.directo, m.lugares = true, 1
	e := m.solicitar(m.documento(false), 0)
	if len(m.enMano) != 1 || len(m.buzon) > 0 {
		t.Fatalf("%d taken, %d messages", len(m.enMano), len(m.buzon))
	}
	return m, e
}

// What a deletion leaves behind does not tell how it was executed: history, receipt and trail are those of
// the queues, with one message in the place of five.
func TestExecutedWithoutMessages(t *testing.T) {
	m, e := directo(t)
	if m.ejecutar() != 1 {
		t.Fatal("it has not ended")
	}
	byQueues := newWorld(t, t.TempDir())
	q := byQueues.solicitar(byQueues.documento(false), 0)
	byQueues.todo()

	got, want := m.saga(e.EventoID), byQueues.saga(q.EventoID)
	if got.Estado != eliminacion.Completada || !slices.Equal(got.Historia, want.Historia) || got.VersionesBorradas != 1 || !got.NoAntesDe.IsZero() {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	m.contado(e)
	told, wanted := m.rastro(e), byQueues.rastro(q)
	for i, h := range told {
		w := wanted[i]
		if h.Tipo != w.Tipo || h.Actor != w.Actor || h.Servicio != w.Servicio || len(h.Datos) != len(w.Datos) || i > 1 && h.ClaveOrden() <= told[i-1].ClaveOrden() {
			t.Errorf("event %d: got  %+v\nwant %+v", i+1, h, w)
		}
	}
	if len(m.buzon) != 1 || m.buzon[0].Type != broker.DeletionCompleted {
		t.Fatalf("messages: %+v", m.buzon)
	}
	a, err := eliminacion.ReadAviso(m.buzon[0])
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range a.Pasos() {
		if c := got.Historia[i]; p.Secuencia != int64(i)+1 || p.Estado != c.Estado || p.Paso != c.Paso || !p.En.Equal(c.En) || len(p.Historia) > 0 {
			t.Errorf("step %d is told as %+v", i+1, p)
		}
	}
	if n := len(a.Pasos()); n != len(eliminacion.Pasos)-1 { // there was no window
		t.Errorf("%d steps are told", n)
	}
	if c, begins := a.Pasos()[0].Comienzo(); !begins || c.EventoID != e.EventoID {
		t.Errorf("the first step does not tell of the beginning: %+v", c)
	}
}

// Whatever keeps a process from ending a deletion is stored, and the next one is told by a command.
func TestNotExecutedAfterAll(t *testing.T) {
	atMetadata := slices.Index(eliminacion.Pasos, eliminacion.MetadataCleanup) // also its secuencia: there was no window
	told := broker.Queues[0].Keys                                              // the request, and the success of each step
	cases := map[string]struct {
		preparar func(m *mundo)
		estado   string // that is stored, with the secuencia
		orden    string // that is sent; empty for none
		intento  int    // of the message
	}{
		"the object store fails": {func(m *mundo) { m.objetos.fallas = []error{caido} },
			"INICIADA/MINIO_CLEANUP#2", "", 0},
		"a locked file": {func(m *mundo) { m.objetos.fallas = []error{bloqueado} },
			"COMPENSANDO/MINIO_CLEANUP#2", "", 0},
		"the end cannot be written": {func(m *mundo) { m.almacen.fallarAntes = 1 },
			fmt.Sprintf("INICIADA/METADATA_CLEANUP#%d", atMetadata+1), "", 0},
		"the store is away": {func(m *mundo) { m.almacen.fallarAntes = 9 },
			"INICIADA/MINIO_CLEANUP#1", broker.DeletionRequested, 1},
		"every race is lost": {func(m *mundo) { m.almacen.chocar = 99 },
			"INICIADA/MINIO_CLEANUP#1", broker.DeletionRequested, 1},
		"another role erases the metadata": {func(m *mundo) { m.servicio.Papeles = role.All.Without(role.Set{role.MetadataEraser}) },
			fmt.Sprintf("INICIADA/METADATA_CLEANUP#%d", atMetadata), broker.MetadataCleanup, 1},
		"other roles decide, and erase the metadata": {func(m *mundo) { m.servicio.Papeles = role.All.Without(role.Set{role.Coordinator, role.MetadataEraser}) },
			fmt.Sprintf("INICIADA/METADATA_CLEANUP#%d", atMetadata), told[len(told)-2], 1},
	}
	for nombre, tc := range cases {
		t.Run(nombre, func(t *testing.T) {
			m, e := directo(t)
			tc.preparar(m)
			if m.ejecutar() != 0 {
				t.Fatal("it is said to have ended")
			}
			s := m.saga(e.EventoID)
			if got := fmt.Sprintf("%s/%s#%d", s.Estado, s.Paso, s.Secuencia); got != tc.estado {
				t.Errorf("stored is %s, want %s", got, tc.estado)
			}
			orden, intento := m.ordenada()
			if orden != tc.orden || intento != tc.intento {
				t.Fatalf("sent %q, attempt %d; want %q, attempt %d", orden, intento, tc.orden, tc.intento)
			}
		})
	}
}

// A step that failed here is tried again after the pause of the broker's first attempt: by its queue, and as any process
// finds it in the store. So is one that failed by the message of an earlier step.
func TestTriedAgainAfterAPause(t *testing.T) {
	for _, lugares := range []int{0, 1} {
		m := newWorld(t, t.TempDir())
		m.directo, m.lugares = true, lugares
		d := m.documento(false)
		e := m.solicitar(d, 0)
		m.objetos.fallas = []error{caido}
		m.todo()
		pausa, _ := m.servicio.Plazos.Reintento.Delay(1)
		s := m.saga(e.EventoID)
		if s.Intento != 1 || !s.ProximoReintento.Equal(m.now.Add(pausa)) || !s.NoAntesDe.Equal(s.ProximoReintento) || !m.despierta.Equal(s.NoAntesDe) {
			t.Fatalf("%d places: attempt %d, next at %v, due at %v, the sweeper looks at %v", lugares, s.Intento, s.ProximoReintento, s.NoAntesDe, m.despierta)
		}
		m.now = s.NoAntesDe
		m.barrer()
		if orden, _ := m.ordenada(); orden != broker.MinioCleanup || len(m.enMano) > 0 {
			t.Fatalf("%d places: %q is sent, %d taken", lugares, orden, len(m.enMano))
		}
		m.hastaElFinal()
		if got := m.quedo(e, d); got != "COMPLETADA/COMPLETED, sin metadatos, sin archivo" {
			t.Fatal(got)
		}
	}
}

// ordenada is the one command in the mailbox, among what only tells.
func (m *mundo) ordenada() (orden string, intento int) {
	for _, msg := range m.buzon {
		if broker.IsPureEvent(msg.Type) {
			continue
		}
		if orden != "" {
			m.t.Fatalf("two commands: %s, %s", orden, msg.Type)
		}
		orden, intento = msg.Type, msg.Intento
	}
	return orden, intento
}

// The first lease is short where processes execute deletions: so long waits what a killed one had in hand. Every later
// lease is as long as ever.
func TestShortFirstLease(t *testing.T) {
	now, plazos := time.Now(), eliminacion.PlazosNormales
	for _, tc := range []struct {
		p       eliminacion.Pendiente
		lugares bool
		want    time.Duration
	}{
		{eliminacion.Pendiente{Secuencia: 1}, true, eliminacion.PrimerPlazo},
		{eliminacion.Pendiente{Secuencia: 1}, false, plazos.Respuesta},
		{eliminacion.Pendiente{Secuencia: 1, Arriendos: 1}, true, 2 * plazos.Respuesta},
		{eliminacion.Pendiente{Secuencia: 2}, true, plazos.Respuesta},
	} {
		if got := plazos.Pausa(tc.p, tc.lugares, now).Sub(now); got != tc.want {
			t.Errorf("%+v, places %v: %v, want %v", tc.p, tc.lugares, got, tc.want)
		}
	}
}

// What waits, for whatever reason, is not taken.
func TestNotTaken(t *testing.T) {
	cases := map[string]func(m *mundo) eliminacion.Eliminacion{
		"undo window": func(m *mundo) eliminacion.Eliminacion { return m.solicitar(m.documento(false), time.Minute) },
		"it waits for its turn": func(m *mundo) eliminacion.Eliminacion {
			m.lleno = true
			e := m.solicitar(m.documento(false), 0)
			if !e.NoAntesDe.Equal(m.now) || len(m.buzon) > 0 {
				m.t.Errorf("it is due at %v, with %d messages: any process may take it", e.NoAntesDe, len(m.buzon))
			}
			return e
		},
		"approval": func(m *mundo) eliminacion.Eliminacion {
			d := m.documento(true)
			e, err := m.servicio.SolicitarAprobacion(context.Background(), m.dueno, eliminacion.Pedido{Clave: d.Clave(), Motivo: "un motivo"})
			if err != nil {
				m.t.Fatal(err)
			}
			return e
		},
	}
	for nombre, solicitar := range cases {
		t.Run(nombre, func(t *testing.T) {
			m := newWorld(t, t.TempDir())
			m.directo, m.lugares = true, 9
			if e := solicitar(m); len(m.enMano) > 0 {
				t.Fatalf("%s/%s was taken", e.Estado, e.Paso)
			}
		})
	}
}

// A file that went in part is counted for the receipt, although nobody erases those versions again.
func TestReceiptCountsWhatWasErasedBefore(t *testing.T) {
	m, e := directo(t)
	m.objetos.mudo = 1
	m.ejecutar()
	if s := m.saga(e.EventoID); s.Intento != 1 || s.VersionesBorradas != 1 {
		t.Fatalf("%+v", s)
	}
	m.hastaElFinal()
	hs := m.rastro(e)
	if h := hs[len(hs)-1]; h.Tipo != auditoria.EliminacionCompletada || h.Datos["versiones"] != "1" {
		t.Fatalf("%+v", h)
	}
	m.contado(e)
}

// TestTheLastMessageHasThePayload: whoever hears of the end alone knows which deletion it was, of what, when, and how it
// went. A command for a deletion that has ended tells its end again: whoever executed it may have died before.
func TestTheLastMessageHasThePayload(t *testing.T) {
	m, e := directo(t)
	m.now = m.now.Add(time.Second)
	m.ejecutar()
	told := m.buzon
	m.buzon = nil
	if err := m.entregar(eliminacion.Mensaje(e, broker.MinioCleanup, m.now)); err != nil {
		t.Fatal(err)
	}
	end := m.saga(e.EventoID)
	const asked, done = "2026-03-01T12:00:00Z", "2026-03-01T12:00:01Z"
	var historia []any
	for i, paso := range eliminacion.Pasos[1:] { // there was no window
		estado, en := "INICIADA", done
		switch paso {
		case eliminacion.MinioCleanup:
			en = asked
		case eliminacion.Completed:
			estado = "COMPLETADA"
		}
		historia = append(historia, map[string]any{"secuencia": float64(i + 1), "estado": estado, "paso": string(paso), "intento": 0.0, "en": en})
	}
	want := map[string]any{
		"version": 1.0, "eventoId": e.EventoID, "carpetaId": e.CarpetaID, "documentoId": e.DocumentoID, "operadorId": "op",
		"estado": "COMPLETADA", "paso": "COMPLETED", "secuencia": float64(end.Secuencia), "intento": 0.0,
		"en": done, "solicitadaEn": asked, "completadaEn": done,
		"historia": historia,
	}
	for what, box := range map[string][]broker.Message{"told": told, "told again": m.buzon} {
		if len(box) != 1 || box[0].Type != broker.DeletionCompleted {
			t.Fatalf("%s: %+v", what, box)
		}
		var got map[string]any
		if err := json.Unmarshal(box[0].Data, &got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", what, diff)
		}
	}
}

// grupo asks for the deletion of n documents of one carpeta, all taken.
func grupo(t *testing.T, n int) (m *mundo, es []eliminacion.Eliminacion) {
	m = newWorld(t, t.TempDir())
	m.directo, m.lugares = true, n
	for range n {
		es = append(es, m.solicitar(m.documento(false), 0))
	}
	return m, es
}

func (m *mundo) total() int64 {
	m.t.Helper()
	c, err := m.almacen.Carpeta(context.Background(), m.carpeta.CarpetaID)
	if err != nil {
		m.t.Fatal(err)
	}
	return c.TotalDocumentos
}

// Several of one carpeta end in one write, each with its own history, events and message.
func TestAGroupEndsTogether(t *testing.T) {
	m, es := grupo(t, eliminacion.MaxCierres)
	if n := m.ejecutar(); n != len(es) || len(m.buzon) != n || m.total() != 0 {
		t.Fatalf("%d ended, %d messages, %d documents left", n, len(m.buzon), m.total())
	}
	for _, e := range es {
		m.contado(e)
	}
}

// One that is not as it should be costs the others nothing but their own write.
func TestAGroupWithOneThatIsNot(t *testing.T) {
	cases := map[string]struct {
		pasa func(m *mundo, e eliminacion.Eliminacion)
		n    int // that end at once
	}{
		"somebody was faster": {func(m *mundo, e eliminacion.Eliminacion) {
			if err := m.entregar(eliminacion.Mensaje(e, broker.MinioCleanup, m.now)); err != nil {
				t.Fatal(err)
			}
		}, 4},
		"its file stays":           {func(m *mundo, _ eliminacion.Eliminacion) { m.objetos.fallas = []error{nil, caido} }, 3},
		"the store does not write": {func(m *mundo, _ eliminacion.Eliminacion) { m.almacen.fallarAntes = 1 }, 0},
		"the answer is lost":       {func(m *mundo, _ eliminacion.Eliminacion) { m.almacen.perderRespuesta = 1 }, 4},
	}
	for nombre, tc := range cases {
		t.Run(nombre, func(t *testing.T) {
			m, es := grupo(t, 4)
			tc.pasa(m, es[1])
			if n := m.ejecutar(); n != tc.n {
				t.Errorf("%d ended at once, want %d", n, tc.n)
			}
			m.hastaElFinal()
			for _, e := range es {
				if s := m.saga(e.EventoID); s.Estado != eliminacion.Completada {
					t.Errorf("%s/%s", s.Estado, s.Paso)
				}
				m.contado(e)
			}
			if m.total() != 0 {
				t.Errorf("%d documents left", m.total())
			}
		})
	}
}

// The copy of an upload had no answer, so the file may appear once more: a deletion begins, and erases the file when
// no copy can land any more. Nothing makes it do so earlier: asking again, a message, or the end of its undo window.
func TestAFileIsErasedWhenNoCopyCanLandAnyMore(t *testing.T) {
	for name, ventana := range map[string]time.Duration{"at once": 0, "after a window": 10 * time.Second, "its window is ended": time.Hour} {
		for lugares := range 2 {
			t.Run(fmt.Sprintf("%s, %d places", name, lugares), func(t *testing.T) {
				m := newWorld(t, t.TempDir())
				m.directo, m.lugares = true, lugares
				llega := m.now.Add(3 * time.Minute)
				d := m.documento(false, func(d *documento.Documento) { d.CopiaHasta = llega })
				m.objetos.antes = func() {
					if m.now.Before(llega) {
						t.Error("the file is erased while a copy of it may land")
					}
				}
				e := m.solicitar(d, ventana)
				if ventana == time.Hour {
					if _, err := m.servicio.BorrarYa(t.Context(), m.dueno, e.EventoID); err != nil {
						t.Fatal(err)
					}
				}
				for m.now.Before(llega.Add(-15 * time.Second)) {
					m.solicitar(d, 0)
					m.todo()
					m.barrer()
					m.todo()
					m.now = m.now.Add(15 * time.Second)
				}
				if got := m.quedo(e, d); got != "INICIADA/MINIO_CLEANUP, ELIMINANDO, archivo" {
					t.Errorf("before: %s", got)
				}
				if vano := m.saga(e.EventoID).Entregas; vano > 0 {
					t.Errorf("its command was sent %d times in vain", vano)
				}
				m.now = llega.Add(10 * time.Second)
				if m.barrer() != 1 {
					t.Errorf("it is due at %v, and not at %v", m.saga(e.EventoID).NoAntesDe, m.now)
				}
				m.todo()
				if got := m.quedo(e, d); got != "COMPLETADA/COMPLETED, sin metadatos, sin archivo" {
					t.Errorf("after: %s", got)
				}
			})
		}
	}
}

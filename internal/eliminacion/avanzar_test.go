package eliminacion_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/role"
)

// Whatever a deletion waited for, it runs to its end where it is leased or approved, and tells of it once. What was
// decided is stored before the file is touched: it may be taken back until then.
func TestWhatWaitedRunsToItsEndHere(t *testing.T) {
	for nombre, empieza := range map[string]func(m *mundo) eliminacion.Eliminacion{
		"an undo window": func(m *mundo) eliminacion.Eliminacion {
			e := m.solicitar(m.documento(false), 10*time.Second)
			m.now = m.now.Add(10 * time.Second)
			m.barrer()
			return e
		},
		"an approval": func(m *mundo) eliminacion.Eliminacion {
			e := m.solicitarAprobacion(m.dueno, m.documento(true))
			if _, err := m.decidir("aprobar", bruno, e.EventoID); err != nil {
				t.Fatal(err)
			}
			return e
		},
	} {
		t.Run(nombre, func(t *testing.T) {
			m := newWorld(t, t.TempDir())
			m.directo, m.lugares = true, 1
			e := empieza(m)
			m.buzon = nil
			m.objetos.antes = func() {
				if s := m.saga(e.EventoID); s.Paso != eliminacion.MinioCleanup || s.Secuencia != 2 {
					t.Errorf("the file is erased while %s/%s#%d is stored", s.Estado, s.Paso, s.Secuencia)
				}
				if due := m.saga(e.EventoID).NoAntesDe.Sub(m.now); due != eliminacion.PrimerPlazo {
					t.Errorf("if the process died now, it would be due after %v", due)
				}
			}
			if m.ejecutar() != 1 || len(m.buzon) != 1 || m.buzon[0].Type != broker.DeletionCompleted {
				t.Fatalf("messages: %+v", m.buzon)
			}
			a, err := eliminacion.ReadAviso(m.buzon[0])
			if err != nil || len(a.Pasos()) != len(eliminacion.Pasos) {
				t.Fatalf("%d steps are told (%v)", len(a.Pasos()), err)
			}
			m.contado(e)
		})
	}
}

// A document whose metadata cannot go is a failure of that step, although its process does all steps at once: the
// deletion is FALLIDA after its attempts, and a person has it tried again.
func TestMetadataThatCannotGo(t *testing.T) {
	for lugares := range 2 {
		m := newWorld(t, t.TempDir())
		m.directo, m.lugares = true, lugares
		d := m.documento(false)
		e := m.solicitar(d, 0)
		m.almacen.sinFin = true
		m.hastaElFinal()
		if got := m.quedo(e, d); got != "FALLIDA/METADATA_CLEANUP, ELIMINANDO, sin archivo" {
			t.Fatalf("%d places: %s", lugares, got)
		}
		m.almacen.sinFin = false
		operador := auth.Principal{Sub: "funcionaria", Roles: []auth.Role{auth.Operador}, OperadorID: "op"}
		if _, err := m.servicio.Reintentar(t.Context(), operador, e.EventoID); err != nil {
			t.Fatal(err)
		}
		m.hastaElFinal()
		if got := m.quedo(e, d); got != "COMPLETADA/COMPLETED, sin metadatos, sin archivo" {
			t.Fatalf("%d places, tried again: %s", lugares, got)
		}
		m.contado(e)
	}
}

// The answer to an approval was lost, and the person approves again: that moves it.
func TestApprovingAgainMovesWhatNobodyPublished(t *testing.T) {
	m := newWorld(t, t.TempDir())
	d := m.documento(true)
	e := m.solicitarAprobacion(m.dueno, d)
	for range 2 {
		m.buzon, m.now = nil, m.now.Add(3*time.Second)
		if _, err := m.decidir("aprobar", bruno, e.EventoID); err != nil {
			t.Fatal(err)
		}
	}
	m.todo()
	if got := m.quedo(e, d); got != "COMPLETADA/COMPLETED, sin metadatos, sin archivo" {
		t.Error(got)
	}
}

// A process with some of the roles does what they allow, and its message finds the process that has the others: in any
// division the deletion ends, after as many messages as there are changes of hands.
func TestEachRoleDoesItsStepAndHandsOn(t *testing.T) {
	c, o, d := role.Coordinator, role.ObjectEraser, role.MetadataEraser
	for _, tc := range []struct {
		division []role.Set
		messages string // that were handled
	}{
		{[]role.Set{{c, o, d}}, "[documento.deletion.requested]"},
		{[]role.Set{{c}, {o, d}}, "[documento.deletion.requested documento.minio.cleanup documento.metadata.cleanup.success]"},
		{[]role.Set{{c, o}, {d}}, "[documento.deletion.requested documento.metadata.cleanup documento.metadata.cleanup.success]"},
		{[]role.Set{{c, d}, {o}}, "[documento.deletion.requested documento.minio.cleanup documento.minio.cleanup.success]"},
		{[]role.Set{{c}, {o}, {d}}, "[documento.deletion.requested documento.minio.cleanup documento.minio.cleanup.success" +
			" documento.metadata.cleanup documento.metadata.cleanup.success]"},
	} {
		t.Run(fmt.Sprint(tc.division), func(t *testing.T) {
			m := newWorld(t, t.TempDir())
			doc := m.documento(false)
			e := m.solicitar(doc, 0)
			var handled []string
			for len(m.buzon) > 0 {
				msg := m.buzon[0]
				m.buzon = m.buzon[1:]
				q, work := broker.QueueFor(msg.Type)
				if !work {
					continue
				}
				handled = append(handled, msg.Type)
				for _, roles := range tc.division {
					if roles.Has(q.Role) {
						m.servicio.Papeles = roles
					}
				}
				for range 2 { // and the broker delivers it twice
					if err := m.entregar(msg); err != nil {
						t.Fatal(err)
					}
					m.buzon = onlyNew(m.buzon)
				}
			}
			if got := m.quedo(e, doc); got != "COMPLETADA/COMPLETED, sin metadatos, sin archivo" {
				t.Fatal(got)
			}
			if got := fmt.Sprint(handled); got != tc.messages {
				t.Errorf("handled %s\nwant    %s", got, tc.messages)
			}
			m.contado(e)
		})
	}
}

// onlyNew leaves out what was sent again: the same step has the same id.
func onlyNew(msgs []broker.Message) (kept []broker.Message) {
	seen := map[string]bool{}
	for _, msg := range msgs {
		if !seen[msg.ID] {
			kept = append(kept, msg)
		}
		seen[msg.ID] = true
	}
	return kept
}

// leisurely is a store whose readings of a deletion take four seconds.
type leisurely struct {
	eliminacion.Store
	m *mundo
}

func (l leisurely) Eliminacion(ctx context.Context, id string) (eliminacion.Eliminacion, error) {
	e, err := l.Store.Eliminacion(ctx, id)
	l.m.now = l.m.now.Add(4 * time.Second)
	return e, err
}

// What a person's request found unchanged is known since before the reading: nobody erases on what may be old.
func TestARequestThatChangesNothingKnowsSinceItsReading(t *testing.T) {
	m := newWorld(t, t.TempDir())
	e := m.solicitarAprobacion(m.dueno, m.documento(true))
	if _, err := m.decidir("aprobar", bruno, e.EventoID); err != nil {
		t.Fatal(err)
	}
	m.directo, m.lugares, m.servicio.Store = true, 1, leisurely{m.almacen, m}
	before := m.now
	if _, err := m.decidir("aprobar", bruno, e.EventoID); err != nil {
		t.Fatal(err)
	}
	if len(m.enMano) != 1 || m.enMano[0].Leida.After(before) {
		t.Errorf("taken %d, known since %v after the request", len(m.enMano), m.enMano[0].Leida.Sub(before))
	}
}

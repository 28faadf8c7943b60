package auditoria_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
)

// TestLooksThatWereJustWritten: the owner is told of looks at their own carpeta, and not of what is hidden.
func TestLooksThatWereJustWritten(t *testing.T) {
	i := newInquiry(t)
	own := auditoria.Actor{Tipo: "ciudadano", ID: "ana"}
	before := i.now()
	seen := i.happens(auditoria.DocumentoVisto, own, documentoA)
	change := i.happens(auditoria.DocumentoEditado, own, documentoA)
	i.order(auditoria.Mandato{Oficina: &auditoria.Oficina{Rol: "auditor"}})
	hidden := i.happens(auditoria.NodoLeido, auditoria.Actor{Tipo: "auditor", ID: "eva"}, documentoA)
	as, err := i.accesos.Nuevos(t.Context(), anaCarpeta, "op1", []string{seen.EventoID, change.EventoID, hidden.EventoID, documentoB})
	i.must(err)
	if len(as) != 1 || as[0].EventoID != seen.EventoID {
		t.Errorf("told of %v", as)
	}
	if as, err := i.accesos.Nuevos(t.Context(), documentoB, "op1", []string{seen.EventoID}); err != nil || len(as) != 0 {
		t.Errorf("of another carpeta: %v, %v", as, err)
	}
	since, err := i.accesos.Desde(t.Context(), anaCarpeta, before, 10)
	i.must(err)
	if len(since.Accesos) != 1 || !since.Todos {
		t.Errorf("since then: %+v", since)
	}
}

// TestWhatIsWrittenIsTold: looks by carpeta, in messages of ten at most; nothing of what is no look, and
// nothing that was not written.
func TestWhatIsWrittenIsTold(t *testing.T) {
	i := newInquiry(t)
	var told []string
	trail := auditoria.ConAviso{Anotador: i.Store, Avisar: func(m auditoria.Miradas) {
		told = append(told, fmt.Sprint(m.CarpetaID[34:], " ", m.OperadorID, " ", len(m.EventoIDs)))
	}}
	var es []auditoria.Evento
	for n := range 25 {
		e := auditoria.Evento{Tipo: auditoria.DocumentoVisto, OperadorID: "op1", CarpetaID: anaCarpeta}
		switch n {
		case 3:
			e.CarpetaID = documentoB
		case 4:
			e.Tipo = auditoria.DocumentoEditado
		case 5:
			e.CarpetaID = ""
		}
		es = append(es, i.scribe.Levantar(t.Context(), e))
	}
	i.must(trail.Anotar(t.Context(), es...))
	if got, want := fmt.Sprint(told), "[00 op1 10 0b op1 1 00 op1 10 00 op1 2]"; got != want {
		t.Errorf("told %s, want %s", got, want)
	}
	told = nil
	es[0].OperadorID = ""
	if err := trail.Anotar(t.Context(), es[0]); err == nil || told != nil {
		t.Errorf("%v, told %v", err, told)
	}
}

func FuzzMomentoDeCursor(f *testing.F) {
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	f.Add(auditoria.CursorDeAccesos(anaCarpeta, now))
	f.Add("n1-000000000000-0")
	f.Add("a1--")
	f.Fuzz(func(t *testing.T, cursor string) {
		at, ok := auditoria.MomentoDeCursor(anaCarpeta, cursor, now)
		if !ok {
			return
		}
		if at.After(now.Add(time.Minute)) || at.Before(now.Add(-25*time.Hour)) {
			t.Fatalf("%q is %s", cursor, at)
		}
		if again, ok := auditoria.MomentoDeCursor(anaCarpeta, auditoria.CursorDeAccesos(anaCarpeta, at), now); !ok || !again.Equal(at) {
			t.Fatalf("%q is %s, and its own cursor %s", cursor, at, again)
		}
		if _, ok := auditoria.MomentoDeCursor(documentoB, cursor, now); ok {
			t.Fatalf("%q is of two carpetas", cursor)
		}
	})
}

package eliminacion_test

import (
	"context"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// The store had no answer for the writer of the saga, so that nothing was published
// and the citizen was told to try again: that moves it, and no lease has to end.
func TestAskingAgainMovesWhatNobodyPublished(t *testing.T) {
	m := newWorld(t, t.TempDir())
	d := m.documento(false)
	e := m.solicitar(d, 0)
	m.buzon = nil
	if m.solicitar(d, 0); len(m.buzon) > 0 {
		t.Error("published again at once: that it was published is more likely than not")
	}
	m.now = m.now.Add(3 * time.Second)
	if otra := m.solicitar(d, 0); otra.EventoID != e.EventoID {
		t.Errorf("another deletion, %s", otra.EventoID)
	}
	m.todo()
	if q := m.quedo(e, d); q != "COMPLETADA/COMPLETED, sin metadatos, sin archivo" {
		t.Error(q)
	}
}

// The answer to a request was lost, and the deletion ended before the request came again: it is answered with the same
// deletion. A stranger learns nothing of it, and a document that never was is not found.
func TestAskingAgainAfterTheEnd(t *testing.T) {
	m := newWorld(t, t.TempDir())
	d, otro := m.documento(false), m.documento(false)
	e := m.solicitar(d, 0)
	cancelada := m.solicitar(otro, time.Hour)
	if _, err := m.servicio.Cancelar(t.Context(), m.dueno, cancelada.EventoID); err != nil {
		t.Fatal(err)
	}
	m.hastaElFinal()
	m.now = m.now.Add(time.Hour)
	if otra := m.solicitar(d, 0); otra.EventoID != e.EventoID || otra.Estado != eliminacion.Completada {
		t.Errorf("asked again: %s %s, want %s", otra.EventoID, otra.Estado, e.EventoID)
	}
	if otra := m.solicitar(otro, 0); otra.EventoID == cancelada.EventoID {
		t.Error("a document that was given back is not deleted")
	}
	ajeno := auth.Principal{Sub: m.id(), Roles: []auth.Role{auth.Ciudadano}}
	nunca := documento.Clave{CarpetaID: d.CarpetaID, DocumentoID: m.id()}
	for nombre, pide := range map[string]struct {
		quien auth.Principal
		clave documento.Clave
	}{"a stranger": {ajeno, d.Clave()}, "never there": {m.dueno, nunca}} {
		if _, err := m.servicio.Solicitar(t.Context(), pide.quien, eliminacion.Pedido{Clave: pide.clave}); fault.CodeOf(err) != fault.NotFound {
			t.Errorf("%s: %v, want NOT_FOUND", nombre, err)
		}
	}
}

// leidas counts the carpetas that are read.
type leidas struct {
	carpeta.Store
	n int
}

func (l *leidas) Carpeta(ctx context.Context, id string) (carpeta.Carpeta, error) {
	l.n++
	return l.Store.Carpeta(ctx, id)
}

// Whoever was shown their carpeta deletes in it without another reading of it; a stranger is refused after the same
// reading as ever.
func TestAKnownCarpetaIsNotReadToDelete(t *testing.T) {
	m := newWorld(t, t.TempDir())
	cuenta := &leidas{Store: m.almacen}
	m.servicio.Carpetas, m.servicio.Conocidas = cuenta, carpeta.NewConocidas(func() time.Time { return m.now })
	unas := m.solicitar(m.documento(false), 0)
	if cuenta.n != 1 {
		t.Fatalf("an unknown carpeta is read %d times", cuenta.n)
	}
	if _, err := (&carpeta.Servicio{Store: m.almacen, Conocidas: m.servicio.Conocidas}).Ver(t.Context(), m.dueno, m.carpeta.CarpetaID); err != nil {
		t.Fatal(err)
	}
	d := m.documento(false)
	e := m.solicitar(d, 0)
	if cuenta.n != 1 || e.OperadorID != unas.OperadorID || e.CarpetaID != unas.CarpetaID {
		t.Errorf("%d readings; %+v", cuenta.n, e)
	}
	otro := auth.Principal{Sub: m.id(), Roles: []auth.Role{auth.Ciudadano}}
	_, err := m.servicio.Solicitar(t.Context(), otro, eliminacion.Pedido{Clave: d.Clave()})
	if fault.CodeOf(err) != fault.NotFound || cuenta.n != 2 {
		t.Errorf("a stranger: %v, after %d readings", err, cuenta.n)
	}
	m.todo()
	if q := m.quedo(e, d); q != "COMPLETADA/COMPLETED, sin metadatos, sin archivo" {
		t.Error(q)
	}
}

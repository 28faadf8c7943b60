package entrega_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

func (m *mundo) anunciar(s world.Signer, contenido string, change func(*documento.Nuevo)) (entrega.Entrega, error) {
	e, _, err := m.Entregas.Entregar(m.t.Context(), s.Principal(), m.pedido(s, contenido, change))
	return e, err
}

func (m *mundo) cancelar(quien auth.Principal, e entrega.Entrega) (entrega.Entrega, error) {
	return m.Entregas.Cancelar(m.t.Context(), quien, e.EntregaID)
}

// TestAWrongAnnouncementIsCancelled: the refusal of another statement names the announcement and what differs, and after
// its cancellation nothing of it is in the way.
func TestAWrongAnnouncementIsCancelled(t *testing.T) {
	m := newMundo(t, world.Config{})
	wrong, err := m.anunciar(m.uni, "contenido", nil)
	m.bien(err)
	m.subir(wrong, "contenido")
	other := func(n *documento.Nuevo) { n.Titulo = "Otro título" }
	_, err = m.anunciar(m.uni, "contenido", other)
	m.quiere("another statement", err, fault.OtraDeclaracion)
	for _, want := range []string{"titulo", wrong.EntregaID, "cancélela"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not say %s", err, want)
		}
	}
	for range 2 { // the same again changes nothing
		e, err := m.cancelar(m.uni.Principal(), wrong)
		m.bien(err)
		if e.Estado(m.now()) != entrega.Cancelada || !e.CanceladaEn.Equal(m.now()) {
			t.Fatalf("cancelled: %+v", e)
		}
	}
	c, err := m.Store.Carpeta(t.Context(), m.c.CarpetaID)
	m.bien(err)
	if c.Uso != (carpeta.Uso{}) {
		t.Errorf("its place is still taken: %+v", c.Uso)
	}
	es, err := m.Store.Eventos(t.Context(), auditoria.Consulta{
		Filtro: auditoria.Filtro{CarpetaID: m.c.CarpetaID, DocumentoID: wrong.EntregaID, Tipo: auditoria.CargaCancelada}, Limite: 10,
	})
	m.bien(err)
	if len(es) != 1 || es[0].Actor.ID != m.uni.Principal().Sub {
		t.Errorf("the trail tells of it: %+v", es)
	}
	_, err = m.Entregas.Confirmar(t.Context(), m.uni.Principal(), wrong.EntregaID)
	m.quiere("confirmed after all", err, fault.EntregaCancelada)
	_, err = m.Entregas.Revocar(t.Context(), m.uni.Principal(), m.uni.Revoke(t, wrong.EntregaID, "Está mal.", m.now()))
	m.quiere("revoked after all", err, fault.EntregaCancelada)

	right, err := m.anunciar(m.uni, "contenido", other)
	m.bien(err)
	m.subir(right, "contenido")
	right, err = m.Entregas.Confirmar(t.Context(), m.uni.Principal(), right.EntregaID)
	m.bien(err)
	_, err = m.cancelar(m.uni.Principal(), right)
	m.quiere("confirmed", err, fault.EntregaConfirmada)
	_, err = m.anunciar(m.uni, "contenido", nil)
	if m.quiere("delivered with another statement", err, fault.OtraDeclaracion); !strings.Contains(err.Error(), "Ya entregó") {
		t.Error(err)
	}

	_, err = m.Entregas.Revocar(t.Context(), m.uni.Principal(), m.uni.Revoke(t, right.EntregaID, "Está mal.", m.now()))
	m.bien(err)
	_, err = m.anunciar(m.uni, "contenido", nil)
	if m.quiere("revoked, then another statement", err, fault.OtraDeclaracion); !strings.Contains(err.Error(), "y la revocó") {
		t.Error(err)
	}
}

// TestTheSameAgainAfterARevocation: a success would tell the entity that the citizen has a good document. Who repeats a
// confirmation still hears that it was delivered; another file is delivered.
func TestTheSameAgainAfterARevocation(t *testing.T) {
	for what, revoke := range map[string]func(m *mundo, e entrega.Entrega) error{
		"by its entity": func(m *mundo, e entrega.Entrega) error {
			_, err := m.Entregas.Revocar(t.Context(), m.uni.Principal(), m.uni.Revoke(t, e.EntregaID, "Está mal.", m.now()))
			return err
		},
		"with its key": func(m *mundo, _ entrega.Entrega) error {
			_, err := m.Entidades.Revocar(t.Context(), world.Administrador(), "universidad", "k1", m.now().Add(-time.Hour))
			if err == nil {
				m.uni = world.NewSigner(t, "universidad", "k2")
				m.registrar(m.uni)
				r := entrega.Revocador{Servicio: m.Entregas, Log: slog.New(slog.DiscardHandler)}
				err = r.Vuelta(t.Context())
			}
			return err
		},
	} {
		m := newMundo(t, world.Config{})
		e := m.entregar(m.uni, "contenido")
		m.bien(revoke(m, e))
		_, err := m.anunciar(m.uni, "contenido", nil)
		m.quiere(what, err, fault.EntregaRevocada)
		for _, want := range []string{"revocada", e.EntregaID, "otro archivo"} {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v does not say %s", what, err, want)
			}
		}
		again, err := m.Entregas.Confirmar(t.Context(), m.uni.Principal(), e.EntregaID)
		if err != nil || again.EntregaID != e.EntregaID || again.RevocadaEn.IsZero() {
			t.Errorf("%s, confirmed again: %+v, %v", what, again, err)
		}
		if other := m.entregar(m.uni, "otro contenido"); other.EntregaID == e.EntregaID {
			t.Errorf("%s: another file is the first delivery", what)
		}
		c, err := m.Store.Carpeta(t.Context(), m.c.CarpetaID)
		m.bien(err)
		if c.Uso.Documentos != 2 {
			t.Errorf("%s: %d documents take up room", what, c.Uso.Documentos)
		}
	}
}

// TestWhoMayCancel: another entity's delivery is as one that does not exist; one that is being confirmed is in use.
func TestWhoMayCancel(t *testing.T) {
	m := newMundo(t, world.Config{})
	notaria := world.NewSigner(t, "notaria", "k1")
	m.registrar(notaria)
	e, err := m.anunciar(m.uni, "contenido", nil)
	m.bien(err)
	_, foreign := m.cancelar(notaria.Principal(), e)
	_, absent := m.cancelar(notaria.Principal(), entrega.Entrega{EntregaID: m.c.CarpetaID})
	m.quiere("another entity's", foreign, fault.NotFound)
	if absent == nil || foreign.Error() != absent.Error() {
		t.Errorf("another entity's: %v; one that does not exist: %v", foreign, absent)
	}
	_, err = m.cancelar(world.Owner(m.c), e)
	m.quiere("a citizen", err, fault.Forbidden)
	_, err = m.Documentos.CancelarCarga(t.Context(), world.Owner(m.c), e.Clave())
	m.quiere("as an upload of the citizen", err, fault.NotFound)
	d, err := m.Store.Documento(t.Context(), e.Clave())
	m.bien(err)
	_, err = m.Store.ReservarCarga(t.Context(), d, m.now().Add(time.Minute))
	m.bien(err)
	_, err = m.cancelar(m.uni.Principal(), e)
	if m.quiere("being confirmed", err, fault.Conflict); err == nil || !strings.Contains(err.Error(), "se está confirmando") {
		t.Error(err)
	}
	m.pasa(2 * time.Minute)
	_, err = m.cancelar(m.uni.Principal(), e)
	m.bien(err)
}

// TestConfirmedWhatEnded: the answer says that the delivery was cancelled or has expired, and what to do. Another entity
// learns nothing of it.
func TestConfirmedWhatEnded(t *testing.T) {
	for what, c := range map[string]struct {
		end          func(m *mundo, e entrega.Entrega) // what happens before the confirmation, or while the file is looked at
		late, copies bool
		want         fault.Code
	}{
		"expired": {func(m *mundo, _ entrega.Entrega) { m.pasa(documento.VigenciaSinConfirmar) }, false, false, fault.EntregaVencida},
		"expired and swept": {func(m *mundo, _ entrega.Entrega) {
			m.pasa(documento.VigenciaSinConfirmar + 2*documento.MargenVencida)
			_, err := m.Documentos.BarrerVencidas(t.Context())
			m.bien(err)
		}, false, false, fault.EntregaVencida},
		"expired meanwhile": {func(m *mundo, _ entrega.Entrega) { m.pasa(documento.VigenciaSinConfirmar) }, true, false, fault.EntregaVencida},
		"cancelled meanwhile": {func(m *mundo, e entrega.Entrega) {
			_, err := m.cancelar(m.uni.Principal(), e)
			m.bien(err)
		}, true, false, fault.EntregaCancelada},
		"cancelled meanwhile, where a file is copied": {func(m *mundo, e entrega.Entrega) {
			_, err := m.cancelar(m.uni.Principal(), e)
			m.bien(err)
		}, true, true, fault.EntregaCancelada},
	} {
		t.Run(what, func(t *testing.T) {
			m := newMundo(t, world.Config{})
			notaria := world.NewSigner(t, "notaria", "k1")
			m.registrar(notaria)
			e, err := m.anunciar(m.uni, "contenido", nil)
			m.bien(err)
			m.subir(e, "contenido")
			if c.late {
				m.Documentos.Objetos = interrupted{m.Documentos.Objetos, func() { c.end(m, e) }, c.copies}
			} else {
				c.end(m, e)
			}
			_, err = m.Entregas.Confirmar(t.Context(), m.uni.Principal(), e.EntregaID)
			if m.quiere("its entity", err, c.want); err == nil || !strings.Contains(err.Error(), "de nuevo") {
				t.Errorf("%v does not say what to do", err)
			}
			_, err = m.Entregas.Confirmar(t.Context(), notaria.Principal(), e.EntregaID)
			m.quiere("another entity", err, fault.NotFound)
			m.pasa(entrega.Retencion)
			_, err = m.Entregas.Confirmar(t.Context(), m.uni.Principal(), e.EntregaID)
			m.quiere("long afterwards", err, fault.NotFound)
		})
	}
}

// interrupted is an object store in which something happens once a confirmation looks at the file.
type interrupted struct {
	documento.Objetos
	then   func()
	copies bool // a received file gets its name by a copy, as in S3
}

func (o interrupted) Recibida(ctx context.Context, obj documento.Objeto) (func(context.Context) error, error) {
	if o.then(); o.copies {
		return func(context.Context) error { return nil }, nil
	}
	return o.Objetos.Recibida(ctx, obj)
}

// TestAnExpiredAnnouncementIsCancelled: with what is left of it, or when nothing is.
func TestAnExpiredAnnouncementIsCancelled(t *testing.T) {
	m := newMundo(t, world.Config{})
	for swept, want := range map[bool]entrega.Estado{false: entrega.Cancelada, true: entrega.Vencida} {
		e, err := m.anunciar(m.uni, "contenido", nil)
		m.bien(err)
		m.pasa(documento.VigenciaSinConfirmar + 2*documento.MargenVencida)
		if swept {
			_, err := m.Documentos.BarrerVencidas(t.Context())
			m.bien(err)
		}
		_, err = m.Entregas.Revocar(t.Context(), m.uni.Principal(), m.uni.Revoke(t, e.EntregaID, "Está mal.", m.now()))
		m.quiere("revoked instead", err, fault.EntregaVencida)
		e, err = m.cancelar(m.uni.Principal(), e)
		if err != nil || e.Estado(m.now()) != want {
			t.Errorf("swept %t: %s, %v; want %s", swept, e.Estado(m.now()), err, want)
		}
	}
}

// TestACancellationThatBrokeOff: the way is free at once, and the repetition removes what the first one left.
func TestACancellationThatBrokeOff(t *testing.T) {
	m := newMundo(t, world.Config{})
	e, err := m.anunciar(m.uni, "contenido", nil)
	m.bien(err)
	m.subir(e, "contenido")
	objetos := m.Documentos.Objetos
	m.Documentos.Objetos = broken{objetos}
	_, err = m.cancelar(m.uni.Principal(), e)
	if !errors.Is(err, errBroken) {
		t.Fatalf("the object store is away: %v", err)
	}
	m.Documentos.Objetos = objetos
	_, err = m.anunciar(m.uni, "contenido", func(n *documento.Nuevo) { n.Titulo = "Otro título" })
	m.bien(err)
	_, err = m.cancelar(m.uni.Principal(), e)
	m.bien(err)
	_, err = m.Store.AunVencido(t.Context(), e.Clave())
	m.quiere("what it left", err, fault.NotFound)
}

var errBroken = errors.New("the object store is away")

type broken struct{ documento.Objetos }

func (broken) AnularCarga(context.Context, string) error { return errBroken }

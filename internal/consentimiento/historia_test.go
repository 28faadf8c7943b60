package consentimiento_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// TestTheStory: a company asks, the citizen gives two papers, the company looks, the citizen sees it and ends it; and of each of
// these there is one event.
func TestTheStory(t *testing.T) {
	m := newMundo(t)
	s := m.Consentimiento
	r := m.pide("RH-1")
	lista, err := s.SolicitudesDeCarpeta(t.Context(), m.duena, m.maria.CarpetaID, consentimiento.Filtro{Abiertas: true}, todo)
	m.bien(err)
	if got := lista.Nodes(); len(got) != 1 || got[0].EntidadNombre != "Transportes Andes" || got[0].NIT != "900123456-8" || got[0].Estado(m.ahora()) != consentimiento.Pendiente {
		t.Fatalf("María is asked: %+v", got)
	}
	resp := m.contesta(m.completa(r))
	a := *resp.Autorizacion
	if resp.Solicitud.Estado(m.ahora()) != consentimiento.Completa || a.Estado(m.ahora()) != consentimiento.Vigente || !a.Hasta.Equal(m.ahora().AddDate(0, 0, 30)) {
		t.Fatalf("answered: %+v", resp)
	}
	todos := m.recibidos(consentimiento.Filtro{}, todo)
	if len(todos) != 2 || todos[0].Autorizado.Requisito != "DIPLOMA" || todos[1].Autorizado.Requisito != "CEDULA" || todos[0].Autorizado.Hash+todos[1].Autorizado.Hash != "" {
		t.Errorf("the entity's list: %+v", todos)
	}
	v, err := m.abre(a, diploma)
	m.bien(err)
	if v.Disponibilidad != consentimiento.Disponible || v.Pase == "" || v.Documento.Hash != m.ds[diploma].Hash || v.ConCopia {
		t.Errorf("a look: %+v", v)
	}
	n, err := s.MiradasDe(t.Context(), a)
	m.bien(err)
	if n.Cuantas != 1 || n.Ultima.IsZero() {
		t.Errorf("looks: %+v", n)
	}
	ultima, err := s.UltimaMirada(t.Context(), todos[0])
	m.bien(err)
	sin, err := s.UltimaMirada(t.Context(), todos[1])
	m.bien(err)
	if ultima.Por != "ana" || sin.Cuantas != 0 {
		t.Errorf("who looked last: %+v; at the other: %+v", ultima, sin)
	}
	m.pasa(time.Second)
	fin, err := s.Terminar(t.Context(), m.duena, a.Nombre())
	m.bien(err)
	m.pasa(time.Second)
	if _, err := m.abre(a, diploma); fin.Estado(m.ahora()) != consentimiento.Terminada || fault.CodeOf(err) != fault.AutorizacionOver {
		t.Errorf("after the end: %+v, a look: %v", fin, err)
	}
	m.bien(fallo(s.PedirBorrado(t.Context(), m.duena, a.Nombre())))
	m.bien(fallo(s.PedirBorrado(t.Context(), m.duena, a.Nombre())))
	if got := m.recibidos(consentimiento.Filtro{Estado: "TERMINADA"}, todo); len(got) != 2 || got[0].Autorizacion.BorradoPedidoEn.IsZero() {
		t.Errorf("what ended is still listed: %+v", got)
	}
	m.anotadas()
	hechos := m.contados()
	delete(hechos, auditoria.CarpetaAbierta) // of the world
	if diff := cmp.Diff(map[auditoria.Tipo]int{
		auditoria.SolicitudCreada: 1, auditoria.AutorizacionOtorgada: 1, auditoria.AutorizacionUsada: 1, auditoria.AutorizacionTerminada: 1,
		auditoria.AutorizacionNegada: 1, auditoria.AutorizacionBorradoPedido: 1,
	}, hechos); diff != "" {
		t.Errorf("the trail (-want +got):\n%s", diff)
	}
}

// TestTheEventOfAnAuthorisationHasWhatItsConstanciaSays.
func TestTheEventOfAnAuthorisationHasWhatItsConstanciaSays(t *testing.T) {
	m := newMundo(t)
	c := m.completa(m.pide("RH/1"))
	c.Lengua, c.ConCopiaVerificable = "en", true
	a := *m.contesta(c).Autorizacion
	h, err := m.Store.Evento(t.Context(), "op-1", a.EventoID)
	m.bien(err)
	tr, err := m.Tramites.De(t.Context(), a.Tramite, a.TramiteVersion)
	m.bien(err)
	want := map[string]string{
		"entidad": "transportes", "nit": "900123456-8", "tramite": "CONTRATACION", "version": "1", "lengua": "en", "finalidadSha256": tr.ResumenFinalidad("en"),
		"solicitud": a.SolicitudID, "numeroInterno": "RH/1", "conCopiaVerificable": "true", "conservacionDias": "90",
		"desde": a.DesdeEn.Format("2006-01-02T15:04:05.000Z"), "hasta": a.Hasta.Format("2006-01-02T15:04:05.000Z"),
		"documentos": "DIPLOMA=" + m.ds[diploma].DocumentoID + "=" + m.ds[diploma].Hash + " CEDULA=" + m.ds[cedula].DocumentoID + "=" + m.ds[cedula].Hash,
	}
	if diff := cmp.Diff(want, h.Datos); diff != "" {
		t.Error(diff)
	}
	if tr.ResumenFinalidad("en") == tr.ResumenFinalidad("es") {
		t.Error("both languages have one purpose")
	}
	leida, err := m.Consentimiento.FinalidadLeida(t.Context(), a)
	m.bien(err)
	if leida != "To check your studies" {
		t.Errorf("read: %q", leida)
	}
}

// TestAPartialAnswerStaysOpen: what is still missing may come later, in an authorisation of its own; "no" may become a document.
func TestAPartialAnswerStaysOpen(t *testing.T) {
	m := newMundo(t)
	r := m.pide("1")
	c := m.completa(r)
	c.Respuestas = []consentimiento.RespuestaA{m.da("DIPLOMA", diploma), no("CEDULA"), no("NOTAS")}
	una := m.contesta(c)
	if e := m.estado(r); e != consentimiento.Parcial {
		t.Fatal(e)
	}
	otra := m.contesta(consentimiento.Contestacion{Nombre: r.Nombre(), Version: una.Solicitud.Version, Dias: 5, Respuestas: []consentimiento.RespuestaA{m.da("CEDULA", cedula)}})
	if e := m.estado(r); e != consentimiento.Completa || otra.Autorizacion.AutorizacionID == una.Autorizacion.AutorizacionID || len(otra.Autorizacion.Documentos) != 1 {
		t.Errorf("%s: %+v", e, otra.Autorizacion)
	}
	// A complete request leaves its place: the entity may ask again.
	m.pide("2")
}

// TestWhatEndsARequest: refused and withdrawn ones are closed, what was authorised goes on; time alone ends a partial one.
func TestWhatEndsARequest(t *testing.T) {
	s := func(m *mundo) *consentimiento.Servicio { return m.Consentimiento }
	for nombre, c := range map[string]struct {
		fin  func(*mundo, consentimiento.Solicitud) error
		want consentimiento.EstadoSolicitud
	}{
		"refused": {func(m *mundo, r consentimiento.Solicitud) error {
			return fallo(s(m).Rechazar(m.t.Context(), m.duena, r.Nombre()))
		}, consentimiento.Rechazada},
		"withdrawn": {func(m *mundo, r consentimiento.Solicitud) error {
			return fallo(s(m).Retirar(m.t.Context(), ana, r.Nombre()))
		}, consentimiento.Retirada},
		"over": {func(m *mundo, _ consentimiento.Solicitud) error { m.pasa(consentimiento.VidaSolicitud); return nil }, consentimiento.Vencida},
	} {
		t.Run(nombre, func(t *testing.T) {
			m := newMundo(t)
			r := m.pide("1")
			p := m.completa(r)
			p.Respuestas, p.Dias = []consentimiento.RespuestaA{m.da("DIPLOMA", diploma), no("CEDULA"), no("NOTAS")}, 60
			a := *m.contesta(p).Autorizacion
			m.bien(c.fin(m, r))
			hechos := m.contados()
			m.bien(c.fin(m, r)) // again: nothing changes
			if nombre != "over" && cmp.Diff(hechos, m.contados()) != "" {
				t.Errorf("a repetition wrote: %s", cmp.Diff(hechos, m.contados()))
			}
			if nombre == "over" {
				m.pasa(-consentimiento.VidaSolicitud)
			}
			if e := m.estado(r); e != c.want {
				t.Errorf("%s, want %s", e, c.want)
			}
			p.Version = 2
			if nombre != "over" {
				p.Version = 3
			}
			p.Respuestas = []consentimiento.RespuestaA{m.da("CEDULA", cedula)}
			m.niega("an answer", fallo(s(m).Responder(t.Context(), m.duena, p)), fault.SolicitudCerrada, "")
			m.bien(fallo(m.abre(a, diploma)))
		})
	}
	m := newMundo(t)
	r := m.pide("1")
	p := m.completa(r)
	p.Respuestas = []consentimiento.RespuestaA{no("DIPLOMA"), no("CEDULA"), no("NOTAS")}
	if resp := m.contesta(p); resp.Autorizacion != nil || m.estado(r) != consentimiento.Rechazada || m.contados()[auditoria.SolicitudRechazada] != 1 {
		t.Errorf("no to everything: %+v, %s", resp, m.estado(r))
	}
}

// TestTenLooksAtOnce: all of them succeed, and each has its event.
func TestTenLooksAtOnce(t *testing.T) {
	m := newMundo(t)
	a := m.autoriza("1")
	var wg sync.WaitGroup
	errs := make([]error, 10)
	for i := range errs {
		wg.Go(func() { _, errs[i] = m.abre(a, diploma) })
	}
	wg.Wait()
	for _, err := range errs {
		m.bien(err)
	}
	if n, err := m.Consentimiento.MiradasDe(t.Context(), a); err != nil || n.Cuantas != 10 {
		t.Errorf("%+v, %v", n, err)
	}
}

// TestAnEndWhileLooksAreUnderWay: what began after the answer of the end is refused, and what succeeded is in the trail.
func TestAnEndWhileLooksAreUnderWay(t *testing.T) {
	m := newMundo(t)
	a := m.autoriza("1")
	var wg sync.WaitGroup
	var mu sync.Mutex
	vistas, terminada := 0, make(chan struct{})
	for range 4 {
		wg.Go(func() {
			for {
				despues := false
				select {
				case <-terminada:
					despues = true
				default:
				}
				_, err := m.abre(a, diploma)
				switch {
				case err == nil && despues:
					t.Error("a look began after the end")
				case err == nil:
					mu.Lock()
					vistas++
					mu.Unlock()
					continue
				case fault.CodeOf(err) != fault.AutorizacionOver:
					t.Error(err)
				}
				return
			}
		})
	}
	fallida := fallo(m.Consentimiento.Terminar(t.Context(), m.duena, a.Nombre()))
	close(terminada)
	wg.Wait()
	m.bien(fallida)
	if n := m.contados()[auditoria.AutorizacionUsada]; n != vistas {
		t.Errorf("%d looks, %d events", vistas, n)
	}
}

// TestListsAreWalkedInBothDirections: the documents of an authorisation come in their order, page after page of one.
func TestListsAreWalkedInBothDirections(t *testing.T) {
	m := newMundo(t)
	for i, tr := range []string{"CONTRATACION", "SEGUNDO"} {
		m.contesta(m.completa(m.pideCon(tr, strings.Repeat("A", i+1))))
		m.pasa(time.Millisecond)
	}
	clave := func(r consentimiento.Recibido) string { return r.Autorizacion.Tramite + " " + r.Autorizado.Requisito }
	want := []string{"SEGUNDO DIPLOMA", "SEGUNDO CEDULA", "CONTRATACION DIPLOMA", "CONTRATACION CEDULA"}
	var adelante, atras []string
	uno := int32(1)
	hay := func(mas bool, err error) bool { m.bien(err); return mas }
	for args := (relay.Args{First: &uno}); ; {
		p, err := m.Consentimiento.Recibidos(t.Context(), ana, consentimiento.Filtro{}, args)
		m.bien(err)
		adelante = append(adelante, clave(p.Nodes()[0]))
		if !hay(p.PageInfo.HasNextPage(t.Context())) {
			break
		}
		args.After = p.PageInfo.EndCursor
	}
	for args := (relay.Args{Last: &uno}); ; {
		p, err := m.Consentimiento.Recibidos(t.Context(), ana, consentimiento.Filtro{}, args)
		m.bien(err)
		atras = append([]string{clave(p.Nodes()[0])}, atras...)
		if !hay(p.PageInfo.HasPreviousPage(t.Context())) {
			break
		}
		args.Before = p.PageInfo.StartCursor
	}
	if cmp.Diff(want, adelante) != "" || cmp.Diff(want, atras) != "" {
		t.Errorf("forwards %q, backwards %q", adelante, atras)
	}
}

package consentimiento_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

// uni is a university that delivers diplomas to María.
func (m *mundo) uni() world.Signer {
	m.t.Helper()
	uni := world.NewSigner(m.t, "uni", "k1")
	m.bien(fallo(m.Entidades.Registrar(m.t.Context(), world.Administrador(), entidad.Alta{EntidadID: "uni", Nombre: "La uni", Llaves: uni.JWKS(m.t)})))
	return uni
}

// entrega is one more document of María's, by its number.
func (m *mundo) entrega(uni world.Signer, contenido, reemplazaA string) int {
	m.t.Helper()
	n := documento.Nuevo{
		Titulo: "Diploma", Tipo: documento.Diploma, NombreArchivo: "diploma.pdf", TipoContenido: "application/pdf", TamanoBytes: int64(len(contenido)),
		Hash: world.Hash([]byte(contenido)),
	}
	d := &entrega.Declarado{FechaEmision: "2020-05-03", Nombre: "María Gómez", Sal: strings.Repeat("A", 22), ReemplazaA: reemplazaA}
	e, _, err := m.Entregas.Entregar(m.t.Context(), uni.Principal(), uni.Declare(m.t, entrega.Pedido{CiudadanoID: m.maria.CiudadanoID, Nuevo: n, Declarado: d}, m.ahora()))
	m.bien(err)
	doc, err := m.Store.Documento(m.t.Context(), e.Clave())
	m.bien(err)
	m.bien(m.Objetos.Guardar(m.t.Context(), doc.Objeto(), strings.NewReader(contenido)))
	m.bien(fallo(m.Entregas.Confirmar(m.t.Context(), uni.Principal(), e.EntregaID)))
	doc, err = m.Store.Documento(m.t.Context(), e.Clave())
	m.bien(err)
	m.ds = append(m.ds, doc)
	return len(m.ds) - 1
}

// TestWhatBecomesOfADocument: nothing is written of it. In the bin or locked it is not available, and neither is what is gone; what
// its issuer replaced or took back shows its data and no file. Restored, all is as it was.
func TestWhatBecomesOfADocument(t *testing.T) {
	m := newMundo(t)
	uni := m.uni()
	primero := m.entrega(uni, "primero", "")
	r := m.pide("1")
	c := m.completa(r)
	c.Respuestas[0] = m.da("DIPLOMA", primero)
	a := *m.contesta(c).Autorizacion
	estado := func(que string, n int, want consentimiento.Disponibilidad, code fault.Code) {
		t.Helper()
		d, _ := a.De(m.ds[n].DocumentoID)
		ahora, err := m.Store.Documento(t.Context(), m.ds[n].Clave())
		if fault.CodeOf(err) != fault.NotFound {
			m.bien(err)
		}
		if got := d.Disponibilidad(ahora); got != want {
			t.Errorf("%s: %s, want %s", que, got, want)
		}
		v, err := m.abre(a, n)
		if fault.CodeOf(err) != code {
			t.Errorf("%s: a look: %v, want %q", que, err, code)
		}
		if err == nil && (v.Disponibilidad != want || (v.Pase != "") != (want == consentimiento.Disponible)) {
			t.Errorf("%s: %s, pass %q", que, v.Disponibilidad, v.Pase)
		}
	}
	estado("authorised", primero, consentimiento.Disponible, "")
	e, err := m.Eliminaciones.Solicitar(t.Context(), m.duena, eliminacion.Pedido{Clave: m.ds[cedula].Clave(), Ventana: time.Hour})
	m.bien(err)
	estado("in the bin", cedula, consentimiento.Suspendido, fault.NoDisponible)
	m.bien(fallo(m.Eliminaciones.Cancelar(t.Context(), m.duena, e.EventoID)))
	estado("restored", cedula, consentimiento.Disponible, "")
	m.bien(fallo(m.Eliminaciones.SolicitarAprobacion(t.Context(), m.duena, eliminacion.Pedido{Clave: m.ds[primero].Clave(), Motivo: "Ya no lo necesito"})))
	estado("locked", primero, consentimiento.Suspendido, fault.NoDisponible)
	es, err := m.Store.Documento(t.Context(), m.ds[primero].Clave())
	m.bien(err)
	m.bien(fallo(m.Eliminaciones.Cancelar(t.Context(), m.duena, es.EliminacionID)))
	segundo := m.entrega(uni, "segundo", m.ds[primero].DocumentoID)
	estado("replaced", primero, consentimiento.Reemplazado, "")
	if _, tiene := a.De(m.ds[segundo].DocumentoID); tiene {
		t.Error("a replacement needs a new consent")
	}
	m.niega("a look at the replacement", fallo(m.abre(a, segundo)), fault.NotFound, "")

	otra := m.completa(m.pideCon("SEGUNDO", "2"))
	otra.Respuestas[0] = m.da("DIPLOMA", segundo)
	a = *m.contesta(otra).Autorizacion
	m.bien(fallo(m.Entregas.Revocar(t.Context(), uni.Principal(), uni.Revoke(t, m.ds[segundo].DocumentoID, "Error", m.ahora()))))
	estado("revoked", segundo, consentimiento.Revocado, "")

	stop := world.Run(t, append(m.Consumers(), m.Dispatcher.Run)...)
	m.bien(fallo(m.Eliminaciones.Solicitar(t.Context(), m.duena, eliminacion.Pedido{Clave: m.ds[cedula].Clave()})))
	world.WaitFor(t, "the deletion", func() bool {
		return fault.CodeOf(fallo(m.Store.Documento(t.Context(), m.ds[cedula].Clave()))) == fault.NotFound
	})
	stop()
	estado("gone", cedula, consentimiento.Borrado, fault.NoDisponible)
	ds := m.Consentimiento.DocumentosDe(t.Context(), m.duena, []documento.Clave{m.ds[segundo].Clave(), m.ds[cedula].Clave()})
	if ds[0].Value.DocumentoID != m.ds[segundo].DocumentoID || ds[1].Value.DocumentoID != "" || ds[0].Err != nil || ds[1].Err != nil {
		t.Errorf("the owner's list: %+v", ds)
	}
	otra = m.completa(m.pideCon("TERCERO", "3"))
	for que, n := range map[string]int{"a replaced one": primero, "a revoked one": segundo} {
		otra.Respuestas[0] = m.da("DIPLOMA", n)
		m.niega("to give "+que, fallo(m.Consentimiento.Responder(t.Context(), m.duena, otra)), fault.BadUserInput, "respuestas[0].documentoId")
	}
}

// TestWhoMayLook: whoever works for the entity with the permission, while the authorisation is in force; for others there is nothing.
func TestWhoMayLook(t *testing.T) {
	m := newMundo(t)
	a := m.autoriza("1")
	n := consentimiento.NombreRecibido{NombreAutorizacion: a.Nombre(), DocumentoID: m.ds[diploma].DocumentoID}
	ausente, sinEl := n, n
	ausente.AutorizacionID, sinEl.DocumentoID = world.NewID(), m.ds[notas].DocumentoID
	for que, c := range map[string]struct {
		quien auth.Principal
		n     consentimiento.NombreRecibido
		code  fault.Code
	}{
		"without the permission":           {persona("eva", "transportes", auth.Solicitar, auth.Emision), n, fault.Forbidden},
		"the owner":                        {m.duena, n, fault.Forbidden},
		"an auditor":                       {iris, n, fault.Forbidden},
		"another entity":                   {ciro, n, fault.NotFound},
		"one that is not there":            {ana, ausente, fault.NotFound},
		"a document that was not given":    {ana, sinEl, fault.NotFound},
		"an id that is none":               {ana, consentimiento.NombreRecibido{}, fault.NotFound},
		"another entity, one that is none": {ciro, ausente, fault.NotFound},
	} {
		m.niega(que, fallo(m.Consentimiento.Abrir(t.Context(), c.quien, c.n)), c.code, "")
	}
	if n := m.contados()[auditoria.AutorizacionUsada]; n != 0 {
		t.Errorf("%d looks in the trail", n)
	}
	m.pasa(30*dia - time.Millisecond)
	m.bien(fallo(m.abre(a, diploma)))
	m.pasa(time.Millisecond)
	m.niega("over by its date", fallo(m.abre(a, diploma)), fault.AutorizacionOver, "")
	if got, err := m.Consentimiento.Terminar(t.Context(), m.duena, a.Nombre()); err != nil || got.Estado(m.ahora()) != consentimiento.VencidaPorTiempo {
		t.Errorf("an end after the end: %+v, %v", got, err)
	}
	m.bien(fallo(m.Consentimiento.PedirBorrado(t.Context(), m.duena, a.Nombre())))
}

// TestTheEndIsTheOwners: nobody else ends it, asks for erasure or reads it; to end it twice is one event.
func TestTheEndIsTheOwners(t *testing.T) {
	m := newMundo(t)
	a := m.autoriza("1")
	s := m.Consentimiento
	oficial := auth.Principal{Sub: "oto", Roles: []auth.Role{auth.Operador}, OperadorID: "op-1"}
	for _, quien := range []auth.Principal{otro, ana, iris, oficial} {
		ausente := a.Nombre()
		ausente.AutorizacionID = world.NewID()
		for que, err := range map[string]error{
			"ends":           fallo(s.Terminar(t.Context(), quien, a.Nombre())),
			"ends none":      fallo(s.Terminar(t.Context(), quien, ausente)),
			"asks":           fallo(s.PedirBorrado(t.Context(), quien, a.Nombre())),
			"reads":          fallo(s.Autorizacion(t.Context(), quien, a.Nombre())),
			"reads the list": fallo(s.Autorizaciones(t.Context(), quien, documento.Clave{CarpetaID: a.CarpetaID}, consentimiento.Filtro{}, todo)),
		} {
			m.niega(quien.Sub+" "+que, err, fault.NotFound, "")
		}
	}
	m.niega("erasure before the end", fallo(s.PedirBorrado(t.Context(), m.duena, a.Nombre())), fault.AutorizacionInForce, "")
	una, err := s.Terminar(t.Context(), m.duena, a.Nombre())
	m.bien(err)
	m.pasa(time.Second)
	otra, err := s.Terminar(t.Context(), m.duena, a.Nombre())
	m.bien(err)
	if !otra.TerminadaEn.Equal(una.TerminadaEn) || otra.FinID != una.FinID || m.contados()[auditoria.AutorizacionTerminada] != 1 {
		t.Errorf("%+v\n%+v\n%v", una, otra, m.contados())
	}
}

// TestALegalOrderHidesLooks: from the number and from the last look, whether it names a look or an office; more looks than are counted
// do not tell of it. An end ends all the same.
func TestALegalOrderHidesLooks(t *testing.T) {
	m := newMundo(t)
	a := m.autoriza("1")
	guarda := func(context.Context, string) (auditoria.Guarda, error) {
		return auditoria.Guarda{CarpetaID: m.maria.CarpetaID, CiudadanoID: m.maria.CiudadanoID, OperadorID: "op-1"}, nil
	}
	ordena := func(mandato auditoria.Mandato) auditoria.Embargo {
		t.Helper()
		e := &auditoria.Embargador{Rastro: m.Store, Clock: m.ahora, Escribano: m.Consentimiento.Escribano, Guarda: guarda}
		mandato.CarpetaID, mandato.Motivo, mandato.BaseLegal, mandato.Hasta = m.maria.CarpetaID, "Investigación 2026-01", "Juez 4 penal", m.ahora().Add(100*dia)
		o, err := e.Ordenar(t.Context(), iris, mandato)
		m.bien(err)
		return o
	}
	cuenta := func(que string, want int, ultima time.Time) {
		t.Helper()
		n, err := m.Consentimiento.MiradasDe(t.Context(), a)
		m.bien(err)
		if n.Cuantas != want || !n.Ultima.Equal(ultima) {
			t.Errorf("%s: %d looks, the last at %s, want %d and %s", que, n.Cuantas, n.Ultima, want, ultima)
		}
	}
	m.bien(fallo(m.abre(a, cedula)))
	primera := m.ahora()
	m.pasa(time.Minute)
	m.bien(fallo(m.abre(a, diploma)))
	cuenta("seen", 2, m.ahora())
	miradas := m.eventos(auditoria.Filtro{CorrelacionID: a.AutorizacionID, Tipo: auditoria.AutorizacionUsada})
	ordena(auditoria.Mandato{Eventos: []string{miradas[1].EventoID}})
	cuenta("one is hidden", 1, primera)
	m.pasa(time.Minute)
	desde := m.ahora()
	ordena(auditoria.Mandato{Oficina: &auditoria.Oficina{Rol: "entidad", EntidadID: "transportes"}, Desde: desde})
	for range consentimiento.MaxMiradas + 5 {
		m.pasa(time.Second)
		m.bien(fallo(m.abre(a, diploma)))
	}
	cuenta("an office is hidden", 1, primera)
	suya, err := m.Consentimiento.UltimaMirada(t.Context(), consentimiento.Recibido{Autorizacion: a, Autorizado: a.Documentos[1]})
	m.bien(err)
	if !suya.Ultima.Equal(primera) {
		t.Errorf("the entity's last look at the identity card: %+v", suya)
	}
	accesos := &auditoria.Accesos{Rastro: m.Store, Cursores: m.Documentos.Cursores, Clock: m.ahora}
	p, err := accesos.De(t.Context(), m.duena, m.maria.CarpetaID, "", todo)
	m.bien(err)
	usadas := 0
	for _, x := range p.Nodes() {
		if x.Tipo == string(auditoria.AutorizacionUsada) {
			usadas++
		}
	}
	if usadas != 1 {
		t.Errorf("the owner reads of %d looks, want the one that no order hides", usadas)
	}
	m.bien(fallo(m.Consentimiento.Terminar(t.Context(), m.duena, a.Nombre())))
	m.niega("a look after the end", fallo(m.abre(a, diploma)), fault.AutorizacionOver, "")
	m.pasa(101 * dia) // the orders are over: the number is that of all
	n, err := m.Consentimiento.MiradasDe(t.Context(), a)
	m.bien(err)
	if n.Cuantas != consentimiento.MaxMiradas {
		t.Errorf("%d looks after the orders, want %d", n.Cuantas, consentimiento.MaxMiradas)
	}
}

// TestNoWordsOfAnEntityReachACitizen: whatever purpose its requests state, the trail has that of the procedure, or none.
func TestNoWordsOfAnEntityReachACitizen(t *testing.T) {
	m := newMundo(t)
	locuaz := ana
	locuaz.Finalidad = auth.Finalidad{Proposito: "Pague ya", BaseLegal: "Porque sí"}
	r, err := m.Consentimiento.Pedir(t.Context(), locuaz, m.nueva("1"))
	m.bien(err)
	a := *m.contesta(m.completa(r)).Autorizacion
	m.bien(fallo(m.Consentimiento.Abrir(t.Context(), locuaz, consentimiento.NombreRecibido{NombreAutorizacion: a.Nombre(), DocumentoID: m.ds[diploma].DocumentoID})))
	r = m.pideCon("SEGUNDO", "2")
	m.pasa(dia)
	m.bien(fallo(m.Consentimiento.Recordar(t.Context(), locuaz, r.Nombre())))
	m.bien(fallo(m.Consentimiento.Retirar(t.Context(), locuaz, r.Nombre())))
	for _, e := range m.eventos(auditoria.Filtro{CarpetaID: m.maria.CarpetaID}) {
		want := auth.Finalidad{}
		if e.Tipo == auditoria.AutorizacionUsada {
			want = auth.Finalidad{Proposito: "Contratación laboral", BaseLegal: "Ley 1581 de 2012"}
		}
		if e.Proposito != want.Proposito || e.BaseLegal != want.BaseLegal {
			t.Errorf("%s: %q %q", e.Tipo, e.Proposito, e.BaseLegal)
		}
	}
}

package consentimiento_test

import (
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento/tramite"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

// enPapelera puts one of María's documents in the bin.
func (m *mundo) enPapelera(n int) {
	m.t.Helper()
	m.bien(fallo(m.Eliminaciones.Solicitar(m.t.Context(), m.duena, eliminacion.Pedido{Clave: m.ds[n].Clave(), Ventana: dia / 24})))
}

// TestEachWrongAnswerIsNamed: a clear error, and nothing is written.
func TestEachWrongAnswerIsNamed(t *testing.T) {
	m := newMundo(t)
	_, ajenos := world.Carpeta(t, m.Store, "op-1", 1, func(_ int, d *documento.Documento) { d.Tipo, d.Hash = "CEDULA_CIUDADANIA", world.Hash([]byte("x")) })
	r := m.pide("1")
	m.enPapelera(suyo)
	otroR := m.pideCon("SEGUNDO", "2")
	otro2 := m.pideCon("TERCERO", "3")
	m.bien(fallo(m.Consentimiento.Retirar(t.Context(), ana, otro2.Nombre())))
	antes := m.contados()
	con := func(rs ...consentimiento.RespuestaA) func(*consentimiento.Contestacion) {
		return func(c *consentimiento.Contestacion) { c.Respuestas = rs }
	}
	doc := func(requisito, id string) consentimiento.RespuestaA {
		return consentimiento.RespuestaA{Requisito: requisito, DocumentoID: id}
	}
	for que, c := range map[string]struct {
		quien  auth.Principal
		cambia func(*consentimiento.Contestacion)
		code   fault.Code
		campo  string
	}{
		"a requirement of no request": {m.duena, con(m.da("RUT", cedula), m.da("DIPLOMA", diploma), m.da("CEDULA", cedula), no("NOTAS")), fault.BadUserInput, "respuestas[0].requisito"},
		"one twice":                   {m.duena, con(m.da("DIPLOMA", diploma), m.da("CEDULA", cedula), no("NOTAS"), no("NOTAS")), fault.BadUserInput, "respuestas[3].requisito"},
		"one without an answer":       {m.duena, con(m.da("DIPLOMA", diploma), m.da("CEDULA", cedula)), fault.BadUserInput, "respuestas"},
		"nothing":                     {m.duena, con(), fault.BadUserInput, "respuestas"},
		"a document of somebody else": {m.duena, con(m.da("DIPLOMA", diploma), doc("CEDULA", ajenos[0].DocumentoID), no("NOTAS")), fault.BadUserInput, "respuestas[1].documentoId"},
		"one that is none":            {m.duena, con(m.da("DIPLOMA", diploma), doc("CEDULA", "x"), no("NOTAS")), fault.BadUserInput, "respuestas[1].documentoId"},
		"one in the bin":              {m.duena, con(m.da("DIPLOMA", suyo), m.da("CEDULA", cedula), no("NOTAS")), fault.BadUserInput, "respuestas[0].documentoId"},
		"one of another kind":         {m.duena, con(m.da("DIPLOMA", notas), m.da("CEDULA", cedula), no("NOTAS")), fault.BadUserInput, "respuestas[0].documentoId"},
		"one document twice":          {m.duena, con(m.da("DIPLOMA", diploma), m.da("CEDULA", diploma), no("NOTAS")), fault.BadUserInput, "respuestas[1].documentoId"},
		"no time":                     {m.duena, func(c *consentimiento.Contestacion) { c.Dias = 0 }, fault.BadUserInput, "dias"},
		"a day too many":              {m.duena, func(c *consentimiento.Contestacion) { c.Dias = 61 }, fault.BadUserInput, "dias"},
		"a version that passed":       {m.duena, func(c *consentimiento.Contestacion) { c.Version = 0 }, fault.SolicitudCambiada, ""},
		"a request that is none":      {m.duena, func(c *consentimiento.Contestacion) { c.Nombre.SolicitudID = world.NewID() }, fault.NotFound, ""},
		"somebody else's":             {otro, func(*consentimiento.Contestacion) {}, fault.NotFound, ""},
		"one for somebody else":       {otro, func(c *consentimiento.Contestacion) { c.Nombre.CiudadanoID = otro.Sub }, fault.NotFound, ""},
		"by the entity":               {ana, func(*consentimiento.Contestacion) {}, fault.NotFound, ""},
		"one that was withdrawn":      {m.duena, func(c *consentimiento.Contestacion) { c.Nombre, c.Version = otro2.Nombre(), 2 }, fault.SolicitudCerrada, ""},
	} {
		p := m.completa(r)
		c.cambia(&p)
		m.niega(que, fallo(m.Consentimiento.Responder(t.Context(), c.quien, p)), c.code, c.campo)
	}
	m.bien(fallo(m.Tramites.Terminar(t.Context(), world.Administrador(), "SEGUNDO")))
	m.niega("an ended procedure", fallo(m.Consentimiento.Responder(t.Context(), m.duena, m.completa(otroR))), fault.BadUserInput, "tramite")
	if diff := cmp.Diff(antes, m.contados()); diff != "" {
		t.Error(diff)
	}
	if as, err := m.Store.Autorizaciones(t.Context(), consentimiento.Consulta{Parte: consentimiento.Parte{CarpetaID: m.maria.CarpetaID}, Limite: 10}); err != nil || len(as) != 0 {
		t.Errorf("%v %v", as, err)
	}
}

// TestACertifiedDocumentIsAsked: what the citizen uploaded herself does not do, and neither does what its issuer took back; where
// nobody asks for a certified one, her own does.
func TestACertifiedDocumentIsAsked(t *testing.T) {
	m := newMundo(t)
	r := m.pide("1")
	p := m.completa(r)
	p.Respuestas[0] = m.da("DIPLOMA", suyo)
	m.niega("her own", fallo(m.Consentimiento.Responder(t.Context(), m.duena, p)), fault.BadUserInput, "respuestas[0].documentoId")
	filas, err := m.Consentimiento.Candidatos(t.Context(), m.duena, r, "DIPLOMA")
	m.bien(err)
	if len(filas) != 1 || filas[0].DocumentoID != m.ds[diploma].DocumentoID {
		t.Errorf("offered: %+v", filas)
	}
	libre := contratacion()
	libre.Codigo, libre.Requisitos = "LIBRE", []tramite.Requisito{libre.Requisitos[0]}
	libre.Requisitos[0].Certificado = false
	m.registrar(libre)
	r = m.pideCon("LIBRE", "2")
	filas, err = m.Consentimiento.Candidatos(t.Context(), m.duena, r, "DIPLOMA")
	m.bien(err)
	if len(filas) != 2 || filas[0].DocumentoID != m.ds[diploma].DocumentoID {
		t.Errorf("offered, certified first: %+v", filas)
	}
	p = m.completa(r)
	p.Respuestas = []consentimiento.RespuestaA{m.da("DIPLOMA", suyo)}
	m.contesta(p)
	for _, quien := range []auth.Principal{otro, ana, iris} {
		m.niega("candidates for "+quien.Sub, fallo(m.Consentimiento.Candidatos(t.Context(), quien, r, "DIPLOMA")), fault.NotFound, "")
	}
}

// TestTwoTabsAnswer: one of them does, and there is one authorisation.
func TestTwoTabsAnswer(t *testing.T) {
	m := newMundo(t)
	c := m.completa(m.pide("1"))
	var wg sync.WaitGroup
	errs := make([]error, 2)
	for i := range errs {
		wg.Go(func() { _, errs[i] = m.Consentimiento.Responder(t.Context(), m.duena, c) })
	}
	wg.Wait()
	if (errs[0] == nil) == (errs[1] == nil) {
		t.Fatal(errs)
	}
	for _, err := range errs {
		if code := fault.CodeOf(err); err != nil && code != fault.SolicitudCerrada && code != fault.SolicitudCambiada {
			t.Error(err)
		}
	}
	if as, err := m.Store.Autorizaciones(t.Context(), consentimiento.Consulta{Parte: consentimiento.Parte{CarpetaID: m.maria.CarpetaID}, Limite: 10}); err != nil || len(as) != 1 {
		t.Errorf("%v %v", as, err)
	}
}

// TestARemovedEntityIsAnsweredNoMore: an open request of an entity that the newest version does not name is answered no more, and
// what was authorised goes on.
func TestARemovedEntityIsAnsweredNoMore(t *testing.T) {
	m := newMundo(t)
	a := m.autoriza("1")
	r := m.pide("2")
	sin := contratacion()
	sin.Entidades = []string{"banco"}
	m.registrar(sin)
	m.niega("an answer", fallo(m.Consentimiento.Responder(t.Context(), m.duena, m.completa(r))), fault.BadUserInput, "tramite")
	m.bien(fallo(m.abre(a, diploma)))
	m.bien(fallo(m.Consentimiento.Rechazar(t.Context(), m.duena, r.Nombre())))
}

// TestAnOldVersionIsAnsweredAsItWasAsked: the next version of a procedure asks for something else, and the request stays what it is.
func TestAnOldVersionIsAnsweredAsItWasAsked(t *testing.T) {
	m := newMundo(t)
	r := m.pide("1")
	nueva := contratacion()
	nueva.Requisitos, nueva.PlazoMaximoDias = nueva.Requisitos[:1], 1
	m.registrar(nueva)
	if a := m.contesta(m.completa(r)).Autorizacion; a.TramiteVersion != 1 || len(a.Documentos) != 2 {
		t.Errorf("%+v", a)
	}
}

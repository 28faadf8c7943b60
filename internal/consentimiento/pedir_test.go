package consentimiento_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

// TestEachWrongRequestIsNamed: a clear error, and nothing is written.
func TestEachWrongRequestIsNamed(t *testing.T) {
	m := newMundo(t)
	terminado := contratacion()
	terminado.Codigo = "TERMINADO"
	m.registrar(terminado)
	m.bien(fallo(m.Tramites.Terminar(t.Context(), world.Administrador(), "TERMINADO")))
	m.bien(fallo(m.Entidades.Registrar(t.Context(), world.Administrador(), entidad.Alta{EntidadID: "uni", Nombre: "La uni", Llaves: world.NewSigner(t, "uni", "k1").JWKS(t)})))
	m.pide("USADO")
	antes := m.contados()
	for que, c := range map[string]struct {
		quien  auth.Principal
		cambia func(*consentimiento.NuevaSolicitud)
		code   fault.Code
		campo  string
	}{
		"an unknown procedure":          {ana, func(n *consentimiento.NuevaSolicitud) { n.Tramite = "NADA" }, fault.BadUserInput, "tramite"},
		"no procedure":                  {ana, func(n *consentimiento.NuevaSolicitud) { n.Tramite = "" }, fault.BadUserInput, "tramite"},
		"one that ended":                {ana, func(n *consentimiento.NuevaSolicitud) { n.Tramite = "TERMINADO" }, fault.BadUserInput, "tramite"},
		"one of another entity":         {ciro, func(n *consentimiento.NuevaSolicitud) {}, fault.BadUserInput, "tramite"},
		"no citizen":                    {ana, func(n *consentimiento.NuevaSolicitud) { n.CiudadanoID = "" }, fault.BadUserInput, "ciudadanoId"},
		"a number that is none":         {ana, func(n *consentimiento.NuevaSolicitud) { n.CiudadanoID = "10 20" }, fault.BadUserInput, "ciudadanoId"},
		"a number that is too long":     {ana, func(n *consentimiento.NuevaSolicitud) { n.CiudadanoID = strings.Repeat("1", 129) }, fault.BadUserInput, "ciudadanoId"},
		"no number of its own":          {ana, func(n *consentimiento.NuevaSolicitud) { n.NumeroInterno = "" }, fault.BadUserInput, "numeroInterno"},
		"a long one":                    {ana, func(n *consentimiento.NuevaSolicitud) { n.NumeroInterno = strings.Repeat("A", 41) }, fault.BadUserInput, "numeroInterno"},
		"words in it":                   {ana, func(n *consentimiento.NuevaSolicitud) { n.NumeroInterno = "pague ya" }, fault.BadUserInput, "numeroInterno"},
		"a line in it":                  {ana, func(n *consentimiento.NuevaSolicitud) { n.NumeroInterno = "A\n" }, fault.BadUserInput, "numeroInterno"},
		"its number for somebody else":  {ana, func(n *consentimiento.NuevaSolicitud) { n.NumeroInterno, n.CiudadanoID = "USADO", nadie }, fault.NumeroUsado, ""},
		"its number for something else": {ana, func(n *consentimiento.NuevaSolicitud) { n.NumeroInterno, n.Tramite = "USADO", "SEGUNDO" }, fault.NumeroUsado, ""},
		"the same procedure twice":      {ana, func(n *consentimiento.NuevaSolicitud) {}, fault.SolicitudAbierta, ""},
		"without the permission":        {persona("eva", "transportes", auth.Consultar, auth.Emision), func(n *consentimiento.NuevaSolicitud) {}, fault.Forbidden, ""},
		"without permissions":           {persona("eva", "transportes"), func(n *consentimiento.NuevaSolicitud) {}, fault.Forbidden, ""},
		"an entity that only issues":    {persona("eva", "uni", auth.Solicitar), func(n *consentimiento.NuevaSolicitud) {}, fault.NotReceptor, ""},
		"an entity that is none":        {persona("eva", "nadie", auth.Solicitar), func(n *consentimiento.NuevaSolicitud) {}, fault.NotReceptor, ""},
		"a citizen":                     {m.duena, func(n *consentimiento.NuevaSolicitud) {}, fault.Forbidden, ""},
	} {
		n := m.nueva("NUEVO")
		c.cambia(&n)
		m.niega(que, fallo(m.Consentimiento.Pedir(t.Context(), c.quien, n)), c.code, c.campo)
	}
	rs, err := m.Store.Solicitudes(t.Context(), consentimiento.Consulta{Parte: consentimiento.Parte{CiudadanoID: m.maria.CiudadanoID}, Limite: 10})
	m.bien(err)
	if diff := cmp.Diff(antes, m.contados()); diff != "" || len(rs) != 1 {
		t.Errorf("%d requests; events: %s", len(rs), diff)
	}
}

// TestAnEndedEntityDoesNothing: it neither asks nor looks, and its citizen does not answer; active again, all goes on.
func TestAnEndedEntityDoesNothing(t *testing.T) {
	m := newMundo(t)
	a := m.autoriza("1")
	r := m.pideCon("SEGUNDO", "2")
	m.bien(fallo(m.Entidades.Desactivar(t.Context(), world.Administrador(), "transportes")))
	n := m.nueva("3")
	n.Tramite = "TERCERO"
	m.niega("asks", fallo(m.Consentimiento.Pedir(t.Context(), ana, n)), fault.NotReceptor, "")
	m.niega("looks", fallo(m.abre(a, diploma)), fault.NotReceptor, "")
	m.niega("is answered", fallo(m.Consentimiento.Responder(t.Context(), m.duena, m.completa(r))), fault.NotReceptor, "")
	m.pasa(dia)
	m.niega("reminds", fallo(m.Consentimiento.Recordar(t.Context(), ana, r.Nombre())), fault.NotReceptor, "")
	if n := m.contados()[auditoria.AutorizacionNegada]; n != 0 {
		t.Errorf("the owner reads of %d refused looks: an entity that ended is the administrador's business", n)
	}
	if e := m.estado(r); e != consentimiento.Pendiente {
		t.Error(e)
	}
	m.bien(fallo(m.Entidades.Registrar(t.Context(), world.Administrador(), entidad.Alta{EntidadID: "transportes", Nombre: "Transportes Andes", Roles: []entidad.Rol{entidad.RolReceptor}, NIT: "900123456-8"})))
	m.bien(fallo(m.abre(a, diploma)))
	m.contesta(m.completa(r))
}

// TestThePlacesOfAnEntity: one open request for each procedure, three for a citizen; withdrawn and refused ones count until their
// 30 days are over.
func TestThePlacesOfAnEntity(t *testing.T) {
	m := newMundo(t)
	s := m.Consentimiento
	pide := func(tramite, numero string) error {
		n := m.nueva(numero)
		n.Tramite = tramite
		return fallo(s.Pedir(t.Context(), ana, n))
	}
	una, otra := m.pide("1"), m.pideCon("SEGUNDO", "2")
	m.niega("open already", pide("CONTRATACION", "3"), fault.SolicitudAbierta, "")
	m.bien(fallo(s.Retirar(t.Context(), ana, una.Nombre())))
	m.bien(pide("CONTRATACION", "3")) // after a withdrawal its procedure is free, and its place is not
	m.niega("a fourth", pide("TERCERO", "4"), fault.TooManySolicitudes, "")
	m.bien(fallo(s.Rechazar(t.Context(), m.duena, otra.Nombre())))
	m.niega("refused", pide("SEGUNDO", "5"), fault.SolicitudAbierta, "")
	m.niega("a fourth after a refusal", pide("TERCERO", "6"), fault.TooManySolicitudes, "")
	m.pasa(consentimiento.VidaSolicitud - time.Millisecond)
	m.niega("a moment before", pide("SEGUNDO", "7"), fault.SolicitudAbierta, "")
	m.pasa(time.Millisecond)
	m.bien(pide("SEGUNDO", "7"))
	for i, tramite := range []string{"CONTRATACION", "TERCERO"} {
		m.bien(pide(tramite, fmt.Sprint(8+i)))
	}
	m.niega("a fourth again", pide("CUARTO", "10"), fault.TooManySolicitudes, "")
}

// TestARepetitionAnswersWithTheFirst: before every bound, also when the procedure or the places would refuse a new one.
func TestARepetitionAnswersWithTheFirst(t *testing.T) {
	m := newMundo(t)
	m.Consentimiento.Dia = quota.New(quota.Config{PerSecond: 1.0 / 3600, Burst: 3, Subjects: 10}, m.ahora)
	primera := m.pide("1")
	for i, tramite := range []string{"SEGUNDO", "TERCERO"} {
		m.pideCon(tramite, fmt.Sprint(2+i))
	}
	m.niega("the budget of the day", fallo(m.Consentimiento.Pedir(t.Context(), ana, consentimiento.NuevaSolicitud{CiudadanoID: nadie, Tramite: "CONTRATACION", NumeroInterno: "9"})), fault.RateLimited, "")
	m.bien(fallo(m.Tramites.Terminar(t.Context(), world.Administrador(), "CONTRATACION")))
	hechos := m.contados()
	if diff := cmp.Diff(primera, m.pide("1")); diff != "" || cmp.Diff(hechos, m.contados()) != "" {
		t.Errorf("%s %s", diff, cmp.Diff(hechos, m.contados()))
	}
}

// TestReminders: three of them, a day apart, while the request is open.
func TestReminders(t *testing.T) {
	m := newMundo(t)
	r := m.pide("1")
	recuerda := func() error { return fallo(m.Consentimiento.Recordar(t.Context(), ana, r.Nombre())) }
	m.niega("at once", recuerda(), fault.RecordatorioNoAdmitido, "")
	for range 3 {
		m.pasa(dia - time.Millisecond)
		m.niega("a moment before a day", recuerda(), fault.RecordatorioNoAdmitido, "")
		m.pasa(time.Millisecond)
		m.bien(recuerda())
	}
	m.pasa(2 * dia)
	m.niega("a fourth", recuerda(), fault.RecordatorioNoAdmitido, "")
	otra := m.pideCon("SEGUNDO", "2")
	m.bien(fallo(m.Consentimiento.Rechazar(t.Context(), m.duena, otra.Nombre())))
	m.pasa(dia)
	m.niega("of a refused one", fallo(m.Consentimiento.Recordar(t.Context(), ana, otra.Nombre())), fault.SolicitudCerrada, "")
	m.niega("of another entity", fallo(m.Consentimiento.Recordar(t.Context(), ciro, r.Nombre())), fault.NotFound, "")
	m.niega("withdrawn by another entity", fallo(m.Consentimiento.Retirar(t.Context(), ciro, r.Nombre())), fault.NotFound, "")
}

// TestAskingTellsNothingOfACarpeta: to ask, to remind and to withdraw reads and writes as often for who has a carpeta, who has
// none and who silenced the entity, and the answers are alike, at a beat. Without a carpeta no operador's trail has the event.
func TestAskingTellsNothingOfACarpeta(t *testing.T) {
	m := newMundo(t)
	silenciosa, _ := world.Carpeta(t, m.Store, "op-1", 0, nil)
	m.bien(fallo(m.Consentimiento.Silenciar(t.Context(), world.Owner(silenciosa), "transportes", true)))
	compas := 250 * time.Millisecond
	m.Consentimiento.Compas = compas
	pausas := 0
	m.Consentimiento.Pausa = func(_ context.Context, d time.Duration) error {
		if pausas++; d <= 0 || d > compas {
			t.Errorf("a pause of %s", d)
		}
		return nil
	}
	avisadas := map[string]int{}
	m.Consentimiento.Avisar = func(n documento.Novedad) { avisadas[n.CarpetaID]++ }
	type costo struct {
		Pedir, Recordar, Retirar map[string]int
		Dice                     consentimiento.Solicitud
	}
	mide := func(ciudadanoID, numero string) (c costo) {
		var r consentimiento.Solicitud
		var err error
		c.Pedir = m.cuesta(func() {
			r, err = m.Consentimiento.Pedir(t.Context(), ana, consentimiento.NuevaSolicitud{CiudadanoID: ciudadanoID, Tramite: "CONTRATACION", NumeroInterno: numero})
		})
		m.bien(err)
		m.pasa(dia)
		c.Recordar = m.cuesta(func() { _, err = m.Consentimiento.Recordar(t.Context(), ana, r.Nombre()) })
		m.bien(err)
		c.Retirar = m.cuesta(func() { c.Dice, err = m.Consentimiento.Retirar(t.Context(), ana, r.Nombre()) })
		m.bien(err)
		m.pasa(-dia)
		for _, n := range []map[string]int{c.Pedir, c.Recordar, c.Retirar} {
			n["Carpeta"] += n["CarpetaDeCiudadano"] // one item of one table each
			delete(n, "CarpetaDeCiudadano")
		}
		c.Dice.CiudadanoID, c.Dice.SolicitudID, c.Dice.NumeroInterno = "", "", ""
		return c
	}
	conocida, _ := world.Carpeta(t, m.Store, "op-1", 0, nil)
	mide(conocida.CiudadanoID, "C") // the first event of a trail and a day writes more: it names the day
	mide("1888888888", "S")
	pausas, avisadas = 0, map[string]int{}
	con, sin, callada := mide(m.maria.CiudadanoID, "CON"), mide(nadie, "SIN"), mide(silenciosa.CiudadanoID, "CAL")
	if diff := cmp.Diff(con, sin); diff != "" || con.Pedir["Carpeta"] != 2 || con.Pedir["CrearSolicitud"] != 1 {
		t.Errorf("%+v\n-with +without a carpeta:\n%s", con, diff)
	}
	if diff := cmp.Diff(con, callada); diff != "" {
		t.Errorf("-with +silenced:\n%s", diff)
	}
	if pausas != 9 {
		t.Errorf("%d of 9 answers left at the beat", pausas)
	}
	if diff := cmp.Diff(map[string]int{m.maria.CarpetaID: 3}, avisadas); diff != "" {
		t.Errorf("who is told: %s", diff)
	}
	de := map[string]int{}
	for _, operadorID := range []string{"op-1", auditoria.SinOperador} {
		for _, e := range m.eventos(auditoria.Filtro{OperadorID: operadorID, Tipo: auditoria.SolicitudCreada}) {
			de[operadorID+" "+e.CarpetaID]++
		}
	}
	want := map[string]int{"op-1 " + m.maria.CarpetaID: 1, "op-1 " + silenciosa.CarpetaID: 1, "op-1 " + conocida.CarpetaID: 1, auditoria.SinOperador + " ": 2}
	if diff := cmp.Diff(want, de); diff != "" {
		t.Errorf("the trails: %s", diff)
	}
}

// TestWhoOpensACarpetaLaterFindsWhatIsOpen.
func TestWhoOpensACarpetaLaterFindsWhatIsOpen(t *testing.T) {
	m := newMundo(t)
	r, err := m.Consentimiento.Pedir(t.Context(), ana, consentimiento.NuevaSolicitud{CiudadanoID: nadie, Tramite: "CONTRATACION", NumeroInterno: "1"})
	m.bien(err)
	suya := auth.Principal{Sub: nadie, Roles: []auth.Role{auth.Ciudadano}}
	m.niega("an answer without a carpeta", fallo(m.Consentimiento.Responder(t.Context(), suya, m.completa(r))), fault.SinCarpeta, "")
	c := carpeta.Carpeta{CarpetaID: world.NewID(), CiudadanoID: nadie, OperadorID: "op-2", Tipo: "PERSONAL"}
	m.bien(m.Store.Sembrar(t.Context(), c, nil, world.Hecho()))
	p, err := m.Consentimiento.SolicitudesDeCarpeta(t.Context(), suya, c.CarpetaID, consentimiento.Filtro{}, todo)
	m.bien(err)
	if got := p.Nodes(); len(got) != 1 || got[0].SolicitudID != r.SolicitudID {
		t.Errorf("%+v", got)
	}
}

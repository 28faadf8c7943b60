package consentimiento_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

// listadas: María sees so many requests.
func (m *mundo) listadas(que string, n int) {
	m.t.Helper()
	p, err := m.Consentimiento.SolicitudesDeCarpeta(m.t.Context(), m.duena, m.maria.CarpetaID, consentimiento.Filtro{}, todo)
	m.bien(err)
	if len(p.Nodes()) != n {
		m.t.Errorf("%s: %d requests, want %d", que, len(p.Nodes()), n)
	}
}

// TestSilence: no open request of a silenced entity is shown, nothing tells the entity, what was authorised goes on, and all of it is
// undone.
func TestSilence(t *testing.T) {
	m := newMundo(t)
	s := m.Consentimiento
	r := m.pide("1")
	a := *m.contesta(m.completa(m.pideCon("SEGUNDO", "2"))).Autorizacion
	for range 2 {
		x, err := s.Silenciar(t.Context(), m.duena, "transportes", true)
		m.bien(err)
		if len(x.Entidades) != 1 || x.Entidades[0].Nombre != "Transportes Andes" {
			t.Errorf("%+v", x)
		}
	}
	if n := m.contados()[auditoria.EntidadSilenciada]; n != 1 {
		t.Errorf("%d events of one silence", n)
	}
	m.listadas("silenced", 1) // the one that is complete
	m.niega("answered", fallo(s.Responder(t.Context(), m.duena, m.completa(r))), fault.NotFound, "")
	m.niega("refused", fallo(s.Rechazar(t.Context(), m.duena, r.Nombre())), fault.NotFound, "")
	m.niega("read", fallo(s.Solicitud(t.Context(), m.duena, r.Nombre())), fault.NotFound, "")
	if suya, err := s.Solicitud(t.Context(), ana, r.Nombre()); err != nil || suya.Estado(m.ahora()) != consentimiento.Pendiente {
		t.Errorf("the entity sees %+v, %v", suya, err)
	}
	m.pideCon("TERCERO", "3")
	m.listadas("asked meanwhile", 1)
	m.bien(fallo(m.abre(a, diploma)))
	m.bien(fallo(s.Silenciar(t.Context(), m.duena, "transportes", false)))
	m.listadas("heard again", 3)
	m.bien(fallo(s.Silenciar(t.Context(), m.duena, "transportes", true)))
	m.pasa(consentimiento.VidaSolicitud)
	if e := m.estado(r); e != consentimiento.Vencida {
		t.Error(e)
	}
	m.niega("an entity that is none", fallo(s.Silenciar(t.Context(), m.duena, "nadie", true)), fault.NotFound, "")
	m.niega("for an entity", fallo(s.Silenciar(t.Context(), ana, "banco", true)), fault.NotFound, "")
}

// TestReportsAreCounted: by entity, procedure and day, once for each citizen who hears the entity; the administrador reads no name.
func TestReportsAreCounted(t *testing.T) {
	m := newMundo(t)
	s := m.Consentimiento
	otra, _ := world.Carpeta(t, m.Store, "op-1", 0, nil)
	r := m.pide("1")
	ajena, err := s.Pedir(t.Context(), ana, consentimiento.NuevaSolicitud{CiudadanoID: otra.CiudadanoID, Tramite: "CONTRATACION", NumeroInterno: "2"})
	m.bien(err)
	m.niega("somebody else's request", fallo(s.Denunciar(t.Context(), m.duena, ajena.Nombre())), fault.NotFound, "")
	for range 2 {
		x, err := s.Denunciar(t.Context(), m.duena, r.Nombre())
		m.bien(err)
		if !x.Tiene("transportes") {
			t.Error("it is not silenced")
		}
	}
	m.bien(fallo(s.Denunciar(t.Context(), world.Owner(otra), ajena.Nombre())))
	m.pasa(dia)
	m.bien(fallo(s.Silenciar(t.Context(), m.duena, "transportes", false)))
	m.bien(fallo(s.Denunciar(t.Context(), m.duena, r.Nombre())))
	got, err := s.Denuncias(t.Context(), world.Administrador(), "transportes")
	m.bien(err)
	hoy, ayer := m.Documentos.Dia(m.ahora()), m.Documentos.Dia(m.ahora().Add(-dia))
	want := []consentimiento.Denuncia{
		{EntidadID: "transportes", Tramite: "CONTRATACION", Dia: hoy, Cuantas: 1}, {EntidadID: "transportes", Tramite: "CONTRATACION", Dia: ayer, Cuantas: 2},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, quien := range []auth.Principal{m.duena, ana, iris} {
		m.niega(quien.Sub, fallo(s.Denuncias(t.Context(), quien, "transportes")), fault.Forbidden, "")
	}
}

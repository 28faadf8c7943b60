package consentimiento_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

// lectora is a program of an entity that follows its news: what it knows, by id, and when that changed last.
type lectora struct {
	m      *mundo
	cursor string
	sabe   map[string]time.Time
}

// lee asks once, and reports whether there is more.
func (l *lectora) lee(limite int) bool {
	l.m.t.Helper()
	n, err := l.m.Consentimiento.NovedadesDeEntidad(l.m.t.Context(), ana, l.cursor, limite)
	l.m.bien(err)
	for _, c := range n.Cambios {
		if c.Solicitud != nil {
			l.sabe[c.Solicitud.SolicitudID] = c.En
		} else {
			l.sabe[c.Autorizacion.AutorizacionID] = c.En
		}
	}
	l.cursor = n.Cursor
	return n.HayMas
}

// alcanza asks until there is no more, at most so many times.
func (l *lectora) alcanza(limite, veces int) {
	l.m.t.Helper()
	for range veces {
		if !l.lee(limite) {
			return
		}
	}
	l.m.t.Errorf("there is still more after %d calls with %d each", veces, limite)
}

// TestAnEntityMissesNothing: it resumes at its cursor, with pages of any size, while others write. An answer changes a request and an
// authorisation in the same moment: a page of one gets past it.
func TestAnEntityMissesNothing(t *testing.T) {
	for _, limite := range []int{1, 2, 3, 100} {
		t.Run(fmt.Sprint(limite), func(t *testing.T) {
			m := newMundo(t)
			l := &lectora{m: m, sabe: map[string]time.Time{}}
			l.alcanza(limite, 1) // nothing yet
			cambios := map[string]time.Time{}
			for i := range 7 {
				c, _ := world.Carpeta(t, m.Store, "op-1", 2, func(n int, d *documento.Documento) {
					d.Tipo, d.Hash = documento.Tipo([]string{"DIPLOMA", "CEDULA_CIUDADANIA"}[n]), world.Hash([]byte{byte(n)})
					d.Certificado, d.EmisorID = true, "uni"
				})
				r, err := m.Consentimiento.Pedir(t.Context(), ana, consentimiento.NuevaSolicitud{CiudadanoID: c.CiudadanoID, Tramite: "CONTRATACION", NumeroInterno: fmt.Sprint(i)})
				m.bien(err)
				if i%2 == 0 {
					m.pasa(time.Millisecond)
				}
				l.lee(limite)
				resp := m.contestaComo(c, r)
				cambios[r.SolicitudID] = resp.Solicitud.ModificadaEn
				cambios[resp.Autorizacion.AutorizacionID] = resp.Autorizacion.ModificadaEn
				m.pasa(time.Duration(i) * 10 * time.Second)
				l.lee(limite)
			}
			l.alcanza(limite, 30)
			if diff := cmp.Diff(cambios, l.sabe); diff != "" {
				t.Errorf("-changed +known:\n%s", diff)
			}
			m.pasa(time.Minute)
			l.alcanza(limite, 30)
			m.pasa(time.Minute)
			n, err := m.Consentimiento.NovedadesDeEntidad(t.Context(), ana, l.cursor, limite)
			m.bien(err)
			if len(n.Cambios) != 0 || n.HayMas {
				t.Errorf("long after: %+v", n)
			}
		})
	}
}

// contestaComo has a citizen give both papers that they have.
func (m *mundo) contestaComo(c carpeta.Carpeta, r consentimiento.Solicitud) consentimiento.Contestada {
	m.t.Helper()
	p := consentimiento.Contestacion{Nombre: r.Nombre(), Version: r.Version, Dias: 3, Respuestas: []consentimiento.RespuestaA{no("NOTAS")}}
	for _, requisito := range []string{"DIPLOMA", "CEDULA"} {
		filas, err := m.Consentimiento.Candidatos(m.t.Context(), world.Owner(c), r, requisito)
		m.bien(err)
		p.Respuestas = append(p.Respuestas, consentimiento.RespuestaA{Requisito: requisito, DocumentoID: filas[0].DocumentoID})
	}
	resp, err := m.Consentimiento.Responder(m.t.Context(), world.Owner(c), p)
	m.bien(err)
	return resp
}

// TestACursorIsOfItsEntity: another entity's, one of the future and one that is none are refused, and so is who may not read.
func TestACursorIsOfItsEntity(t *testing.T) {
	m := newMundo(t)
	lee := func(quien auth.Principal, cursor string, limite int) (string, error) {
		n, err := m.Consentimiento.NovedadesDeEntidad(t.Context(), quien, cursor, limite)
		return n.Cursor, err
	}
	cursor, err := lee(ana, "", 10)
	m.bien(err)
	m.bien(fallo(lee(persona("eva", "transportes", auth.Consultar), cursor, 10)))
	m.niega("another entity's", fallo(lee(ciro, cursor, 10)), fault.InvalidCursorToken, "")
	m.niega("none", fallo(lee(ana, "x", 10)), fault.InvalidCursorToken, "")
	m.niega("no rows", fallo(lee(ana, "", 0)), fault.BadUserInput, "")
	m.niega("too many rows", fallo(lee(ana, "", 101)), fault.BadUserInput, "")
	m.niega("who only issues", fallo(lee(persona("eva", "transportes"), "", 10)), fault.NotFound, "")
	m.niega("a citizen", fallo(lee(m.duena, "", 10)), fault.NotFound, "")
	m.pasa(400 * dia)
	m.bien(fallo(lee(ana, cursor, 10))) // it does not expire
	m.pasa(-401 * dia)
	m.niega("of the future", fallo(lee(ana, cursor, 10)), fault.InvalidCursorToken, "")
}

// TestNewsOfACitizen: requests and authorisations, but for requests of who is silenced.
func TestNewsOfACitizen(t *testing.T) {
	m := newMundo(t)
	desde := m.ahora()
	a := m.autoriza("1")
	r := m.pideCon("SEGUNDO", "2")
	oye := func() (ids []string) {
		t.Helper()
		ns, err := m.Consentimiento.NovedadesDeCiudadano(t.Context(), m.maria.CarpetaID, m.maria.CiudadanoID, desde, 10)
		m.bien(err)
		for _, n := range ns {
			ids = append(ids, string(n.Tipo)+" "+n.DocumentoID)
		}
		return ids
	}
	otorgada := "AUTORIZACION " + a.AutorizacionID
	igual := func(que string, want []string, got []string) {
		t.Helper()
		if diff := cmp.Diff(conjunto(want), conjunto(got)); diff != "" {
			t.Errorf("%s:\n%s", que, diff)
		}
	}
	igual("heard", []string{otorgada, "SOLICITUD " + a.SolicitudID, "SOLICITUD " + r.SolicitudID}, oye())
	m.bien(fallo(m.Consentimiento.Silenciar(t.Context(), m.duena, "transportes", true)))
	igual("silenced", []string{otorgada}, oye())
}

func conjunto(ids []string) map[string]bool {
	c := map[string]bool{}
	for _, id := range ids {
		c[id] = true
	}
	return c
}

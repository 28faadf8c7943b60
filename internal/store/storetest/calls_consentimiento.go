package storetest

import (
	"bytes"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento/tramite"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// consent is the use cases of consent on a store, with an entity that asks.
func (b *world) consent(t testing.TB, tipos ...documento.Tipo) (*consentimiento.Servicio, auth.Principal) {
	t.Helper()
	e := b.newEntidad("banco")
	e.Roles = []entidad.Rol{entidad.RolReceptor}
	require(t, b.GuardarEntidad(b.ctx, e, Hecho()))
	tr := b.newTramite("CREDITO")
	tr.Requisitos = tr.Requisitos[:1]
	tr.Requisitos[0].Certificado, tr.Requisitos[0].Tipos = false, nil
	for _, x := range tipos {
		tr.Requisitos[0].Tipos = append(tr.Requisitos[0].Tipos, string(x))
	}
	require(t, b.GuardarTramite(b.ctx, tr, Hecho()))
	codec, err := relay.NewCodec(relay.Key{ID: "k", Secret: bytes.Repeat([]byte{2}, 32)})
	require(t, err)
	escribano := auditoria.Escribano{Clock: b.clock.Now}
	return &consentimiento.Servicio{
			Store: b, Tramites: &tramite.Servicio{Store: b, Entidades: b, Clock: b.clock.Now, Escribano: escribano}, Carpetas: b,
			Documentos: &documento.Servicio{Store: b, Clock: b.clock.Now}, Entidades: b, Pases: codec.Hidden(), Cursores: codec, Clock: b.clock.Now, NewID: newID,
			Escribano: escribano, Rastro: b,
		}, auth.Principal{
			Sub: "ana", Roles: []auth.Role{auth.Entidad}, EntidadID: e.EntidadID, Permisos: []auth.Permiso{auth.Solicitar, auth.Consultar},
		}
}

// callsOfConsent holds what consent costs, in calls of the store.
func callsOfConsent(t *testing.T, b *world) {
	c, ds := b.seed(t, 3)
	s, worker := b.consent(t, ds[0].Tipo)
	owner := auth.Principal{Sub: c.CiudadanoID, Roles: []auth.Role{auth.Ciudadano}}
	costs := func(what string, want map[string]int, do func() error) {
		t.Helper()
		b.obs.take()
		require(t, do())
		calls, _ := b.obs.take()
		requireSame(t, "calls of "+what, calls, want)
	}
	r, err := s.Pedir(b.ctx, worker, consentimiento.NuevaSolicitud{CiudadanoID: c.CiudadanoID, Tramite: "CREDITO", NumeroInterno: "1"})
	require(t, err)
	var given consentimiento.Contestada
	costs("an answer", map[string]int{
		"Solicitud": 1, "Silenciadas": 1, "CarpetaDeCiudadano": 2, "Entidad": 1, "Tramite": 1, "TramiteVersion": 1, "Documento": 1, "Abiertas": 1, "Responder": 1,
	}, func() (err error) {
		given, err = s.Responder(b.ctx, owner, consentimiento.Contestacion{
			Nombre: r.Nombre(), Version: r.Version, Dias: 5, Lengua: "es",
			Respuestas: []consentimiento.RespuestaA{{Requisito: r.Requisitos[0].Requisito, DocumentoID: ds[0].DocumentoID}},
		})
		return err
	})
	a := *given.Autorizacion
	n := consentimiento.NombreRecibido{NombreAutorizacion: a.Nombre(), DocumentoID: ds[0].DocumentoID}
	costs("a look", map[string]int{"Autorizacion": 1, "Documento": 1, "Entidad": 1, "Mirar": 1}, func() error { return errOf(s.Abrir(b.ctx, worker, n)) })
	first := relay.Args{First: new(int32(20))}
	costs("a page of what an entity received", map[string]int{"Autorizaciones": 1}, func() error {
		return errOf(s.Recibidos(b.ctx, worker, consentimiento.Filtro{}, first))
	})
	costs("a page of what a citizen is asked", map[string]int{"Carpetas": 1, "Silenciadas": 1, "Solicitudes": 1}, func() error {
		return errOf(s.SolicitudesDeCarpeta(b.ctx, owner, c.CarpetaID, consentimiento.Filtro{}, first))
	})
	costs("an end", map[string]int{"Carpetas": 1, "Autorizacion": 1, "TerminarAutorizacion": 1}, func() error {
		return errOf(s.Terminar(b.ctx, owner, a.Nombre()))
	})
	costs("a silent follower who rereads", map[string]int{"Cambios": 1}, func() error {
		return errOf(s.NovedadesDeCiudadano(b.ctx, c.CarpetaID, c.CiudadanoID, b.clock.Now().Add(day), 100))
	})
}

// callsOfAsking: what it costs to ask somebody, and to take it back, does not tell whether they have a carpeta.
func callsOfAsking(t *testing.T, b *world) {
	c, ds := b.seed(t, 1)
	s, worker := b.consent(t, ds[0].Tipo)
	taken := func() (c cost) {
		calls, capacity := b.obs.take()
		for _, n := range calls {
			c.calls += n
		}
		c.capacity = capacity
		return c
	}
	costs := func(ciudadanoID, number string) (asked, withdrawn cost) {
		b.obs.take()
		r, err := s.Pedir(b.ctx, worker, consentimiento.NuevaSolicitud{CiudadanoID: ciudadanoID, Tramite: "CREDITO", NumeroInterno: number})
		require(t, err)
		asked = taken()
		require(t, errOf(s.Retirar(b.ctx, worker, r.Nombre())))
		return asked, taken()
	}
	asked, withdrawn := costs(c.CiudadanoID, "1")
	askedOther, withdrawnOther := costs(newID(), "2")
	for what, pair := range map[string][2]cost{"asking": {asked, askedOther}, "taking it back": {withdrawn, withdrawnOther}} {
		with, without := pair[0], pair[1]
		// The event of a carpeta stands in one index more: a unit of the trail, which nobody waits for longer.
		if with.calls == 0 || with.calls != without.calls || with.capacity < without.capacity || with.capacity > without.capacity+1 {
			t.Errorf("%s costs %+v with a carpeta, and %+v without", what, with, without)
		}
	}
}

// cost is what calls cost.
type cost struct {
	calls    int
	capacity float64
}

package consentimiento_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento/tramite"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/documento/tipo"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/leaks"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

func TestMain(m *testing.M) { leaks.VerifyMain(m) }

const dia = 24 * time.Hour

// todo is the first page of a list.
var todo relay.Args

// mundo is a company that asks, a bank that may ask for something else, and María, who has a carpeta with what they ask for.
type mundo struct {
	*world.World
	t        *testing.T
	mu       sync.Mutex
	presente time.Time
	llamadas map[string]int // of the store
	maria    carpeta.Carpeta
	duena    auth.Principal
	ds       []documento.Documento // by their numbers, below
}

// María's documents.
const (
	diploma = iota // certified
	cedula
	notas // certified
	suyo  // a diploma that she uploaded
)

func newMundo(t *testing.T) *mundo {
	t.Helper()
	m := &mundo{t: t, presente: time.Now().UTC().Truncate(time.Millisecond), llamadas: map[string]int{}}
	m.World = world.New(t, world.Config{Clock: m.ahora, Observe: m.llamada, BaseURL: func() string { return "http://127.0.0.1" }})
	for _, e := range []entidad.Alta{
		{EntidadID: "transportes", Nombre: "Transportes Andes", Roles: []entidad.Rol{entidad.RolReceptor}, NIT: "900123456-8"},
		{EntidadID: "banco", Nombre: "Banco Ñ", Roles: []entidad.Rol{entidad.RolReceptor}, NIT: "800197268-4"},
	} {
		m.bien(fallo(m.Entidades.Registrar(t.Context(), world.Administrador(), e)))
	}
	m.registrar(contratacion())
	for _, codigo := range []string{"SEGUNDO", "TERCERO", "CUARTO"} {
		otro := contratacion()
		otro.Codigo = codigo
		m.registrar(otro)
	}
	m.maria, m.ds = world.Carpeta(t, m.Store, "op-1", 4, func(i int, d *documento.Documento) {
		d.Tipo = documento.Tipo([]string{"DIPLOMA", "CEDULA_CIUDADANIA", "CERTIFICADO_NOTAS", "DIPLOMA"}[i])
		d.Hash, d.FechaRecepcion = world.Hash([]byte{byte(i)}), m.presente
		if i == diploma || i == notas {
			d.Certificado, d.EmisorID, d.EmisorNombre = true, "uni", "La uni"
		}
	})
	m.duena = world.Owner(m.maria)
	return m
}

// contratacion asks for a certified diploma, an identity card, and, who has one, a certificate of notes.
func contratacion() tramite.Tramite {
	texto := func(es, en string) tipo.Texto { return tipo.Texto{Es: es, En: en} }
	return tramite.Tramite{
		Codigo: "CONTRATACION", Nombre: texto("Contratación laboral", "Hiring"), Finalidad: texto("Comprobar sus estudios", "To check your studies"),
		BaseLegal: texto("Ley 1581 de 2012", "Law 1581 of 2012"), ConservacionDias: 90, PlazoMaximoDias: 60, Entidades: []string{"transportes"},
		Requisitos: []tramite.Requisito{
			{Codigo: "DIPLOMA", Nombre: texto("Diploma", "Diploma"), Tipos: []string{"DIPLOMA"}, Certificado: true},
			{Codigo: "CEDULA", Nombre: texto("Cédula", "Identity card"), Tipos: []string{"CEDULA_CIUDADANIA"}},
			{Codigo: "NOTAS", Nombre: texto("Notas", "Notes"), Tipos: []string{"CERTIFICADO_NOTAS"}, Opcional: true},
		},
	}
}

func (m *mundo) registrar(t tramite.Tramite) {
	m.t.Helper()
	m.bien(fallo(m.Tramites.Registrar(m.t.Context(), world.Administrador(), t)))
}

func (m *mundo) ahora() time.Time {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.presente
}

func (m *mundo) pasa(d time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.presente = m.presente.Add(d)
}

func (m *mundo) llamada(op string, _ float64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.llamadas[op]++
}

// cuesta are the calls of the store that something makes.
func (m *mundo) cuesta(que func()) map[string]int {
	m.mu.Lock()
	m.llamadas = map[string]int{}
	m.mu.Unlock()
	que()
	m.mu.Lock()
	defer m.mu.Unlock()
	return maps.Clone(m.llamadas)
}

// persona works for an entity, with permissions.
func persona(sub, entidadID string, permisos ...auth.Permiso) auth.Principal {
	return auth.Principal{Sub: sub, Roles: []auth.Role{auth.Entidad}, EntidadID: entidadID, Permisos: permisos}
}

var (
	ana   = persona("ana", "transportes", auth.Solicitar, auth.Consultar)
	ciro  = persona("ciro", "banco", auth.Solicitar, auth.Consultar)
	otro  = auth.Principal{Sub: "otro", Roles: []auth.Role{auth.Ciudadano}}
	iris  = auth.Principal{Sub: "iris", Roles: []auth.Role{auth.Auditor}}
	nadie = "1999999999" // a number without a carpeta
)

func fallo[T any](_ T, err error) error { return err }

func (m *mundo) bien(err error) {
	m.t.Helper()
	if err != nil {
		m.t.Fatal(err)
	}
}

// niega: it was refused with a code; and of bad input, with the name of a field.
func (m *mundo) niega(que string, err error, code fault.Code, campo string) {
	m.t.Helper()
	var f *fault.Error
	if fault.CodeOf(err) != code || campo != "" && (!errors.As(err, &f) || !slices.ContainsFunc(f.Campos, func(c fault.Campo) bool { return c.Campo == campo })) {
		m.t.Errorf("%s: %#v, want %s %s", que, err, code, campo)
	}
}

func (m *mundo) nueva(numero string) consentimiento.NuevaSolicitud {
	return consentimiento.NuevaSolicitud{CiudadanoID: m.maria.CiudadanoID, Tramite: "CONTRATACION", NumeroInterno: numero}
}

// pide is a request to María.
func (m *mundo) pide(numero string) consentimiento.Solicitud {
	m.t.Helper()
	return m.pideCon("CONTRATACION", numero)
}

func (m *mundo) pideCon(tramite, numero string) consentimiento.Solicitud {
	m.t.Helper()
	n := m.nueva(numero)
	n.Tramite = tramite
	r, err := m.Consentimiento.Pedir(m.t.Context(), ana, n)
	m.bien(err)
	return r
}

func (m *mundo) da(requisito string, n int) consentimiento.RespuestaA {
	return consentimiento.RespuestaA{Requisito: requisito, DocumentoID: m.ds[n].DocumentoID}
}

func no(requisito string) consentimiento.RespuestaA {
	return consentimiento.RespuestaA{Requisito: requisito, NoEntrega: true}
}

// completa is an answer with everything that is not optional.
func (m *mundo) completa(r consentimiento.Solicitud) consentimiento.Contestacion {
	return consentimiento.Contestacion{
		Nombre: r.Nombre(), Version: r.Version, Dias: 30, Respuestas: []consentimiento.RespuestaA{m.da("DIPLOMA", diploma), m.da("CEDULA", cedula), no("NOTAS")},
	}
}

func (m *mundo) contesta(c consentimiento.Contestacion) consentimiento.Contestada {
	m.t.Helper()
	resp, err := m.Consentimiento.Responder(m.t.Context(), m.duena, c)
	m.bien(err)
	return resp
}

// autoriza has María give the diploma and the identity card.
func (m *mundo) autoriza(numero string) consentimiento.Autorizacion {
	m.t.Helper()
	return *m.contesta(m.completa(m.pide(numero))).Autorizacion
}

func (m *mundo) abre(a consentimiento.Autorizacion, n int) (consentimiento.Visto, error) {
	return m.Consentimiento.Abrir(m.t.Context(), ana, consentimiento.NombreRecibido{NombreAutorizacion: a.Nombre(), DocumentoID: m.ds[n].DocumentoID})
}

// contados are the events of the trail about María's carpeta, by kind.
func (m *mundo) contados() map[auditoria.Tipo]int {
	m.t.Helper()
	n := map[auditoria.Tipo]int{}
	for _, e := range m.eventos(auditoria.Filtro{CarpetaID: m.maria.CarpetaID}) {
		n[e.Tipo]++
	}
	return n
}

func (m *mundo) eventos(f auditoria.Filtro) []auditoria.Evento {
	m.t.Helper()
	es, err := m.Store.Eventos(m.t.Context(), auditoria.Consulta{Filtro: f, Limite: 100})
	m.bien(err)
	return es
}

// anotadas writes down the looks that were refused: many in a row are one event.
func (m *mundo) anotadas() {
	m.t.Helper()
	ctx, cancel := context.WithCancel(m.t.Context())
	cancel()
	m.bien(m.Consentimiento.Negadas.Run(ctx))
}

// estado is the state of a request now.
func (m *mundo) estado(r consentimiento.Solicitud) consentimiento.EstadoSolicitud {
	m.t.Helper()
	r, err := m.Store.Solicitud(m.t.Context(), r.Nombre())
	m.bien(err)
	return r.Estado(m.ahora())
}

// recibidos is what the entity of ana sees of what it received.
func (m *mundo) recibidos(f consentimiento.Filtro, args relay.Args) []consentimiento.Recibido {
	m.t.Helper()
	p, err := m.Consentimiento.Recibidos(m.t.Context(), ana, f, args)
	m.bien(err)
	return p.Nodes()
}

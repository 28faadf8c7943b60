package e2e_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// porAprobar is a deletion that waits for an approval, as the tests look at it.
type pendingAprobacion struct {
	EventoID, Estado, PasoActual string

	Secuencia  int
	Progreso   struct{ Paso, TotalPasos int }
	Aprobacion *struct {
		Motivo, Resultado      string
		DecididaEn, Comentario *string
	}
}

type aprobacionResult struct {
	Eliminacion *pendingAprobacion
	Documento   *fila
	Errores     []userError
}

const (
	aprobacionFields = `eventoId estado pasoActual secuencia progreso { paso totalPasos } aprobacion { motivo resultado decididaEn comentario }`

	solicitarMutation = `mutation($id: ID!, $motivo: String!) { r: solicitarEliminacion(input: {documentoId: $id, motivo: $motivo}) {
  eliminacion { ` + aprobacionFields + ` } documento { ` + filaFields + ` } errores { __typename ... on ErrorDeUsuario { codigo mensaje } } } }`
	aprobarMutation = `mutation($id: ID!, $nota: String) { r: aprobarEliminacion(input: {eventoId: $id, comentario: $nota}) {
  eliminacion { ` + aprobacionFields + ` } errores { __typename ... on ErrorDeUsuario { codigo mensaje } } } }`
	retirarMutation = `mutation($id: ID!) { r: cancelarEliminacion(input: {eventoId: $id}) {
  eliminacion { ` + aprobacionFields + ` } documento { ` + filaFields + ` } errores { __typename ... on ErrorDeUsuario { codigo mensaje } } } }`
	watchAprobacion = `subscription($id: ID!, $despuesDe: Int) { r: eliminacion(eventoId: $id, despuesDe: $despuesDe) { ` + aprobacionFields + ` } }`
	watchCarpeta    = `subscription($id: ID!) { r: eliminacionesDeCarpeta(carpetaId: $id) { ` + aprobacionFields + ` } }`
	testMotivo      = "Duplicado del acta 12 de Úrsula"
)

func askAprobacion(t testing.TB, c serverkit.Client, mutation string, v obj) aprobacionResult {
	t.Helper()
	return serverkit.Do[alias[aprobacionResult]](t, c, mutation, v).R
}

// certificados are the ids of certified documents, in a fixed order.
func certificados(filas map[string]fila) []string {
	var ids []string
	for id, f := range filas {
		if f.Certificado && f.EstadoDocumento == "PROCESADO" {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// approvals is a carpeta with certified documents, and people about it.
type approvals struct {
	dueno, ana, bruno, foreign serverkit.Client
	carpetaID                  string
	documentos                 map[string]fila
	free                       []string // certified
}

func peopleOf(t *testing.T, house *serverkit.House, s *serverkit.Server, mine serverkit.Seeded) *approvals {
	t.Helper()
	a := &approvals{dueno: s.Client(t, mine.CiudadanoID, "ciudadano"), carpetaID: mine.CarpetaID}
	operador := serverkit.Do[alias[struct{ OperadorID string }]](t, a.dueno, `{ r: miCarpeta { operadorId } }`, nil).R.OperadorID
	of := func(sub, operador string) serverkit.Client {
		return serverkit.Client{URL: s.URL, Token: house.Token(t, sub, "operador", operador, time.Hour)}
	}
	a.ana, a.bruno, a.foreign = of("ana", operador), of("bruno", operador), of("caro", operador+"x")
	a.documentos = allFilas(t, a.dueno, mine.CarpetaID)
	if a.free = certificados(a.documentos); len(a.free) < 4 {
		t.Fatalf("%d certified documents, want 4", len(a.free))
	}
	return a
}

// solicitar asks for a deletion that must be accepted.
func (a *approvals) solicitar(t *testing.T, quien serverkit.Client, documento string) pendingAprobacion {
	t.Helper()
	r := askAprobacion(t, quien, solicitarMutation, obj{"id": documento, "motivo": " " + testMotivo + " "})
	e := r.Eliminacion
	mustSame(t, "errores of solicitarEliminacion", nil, r.Errores)
	if e == nil || e.Aprobacion == nil {
		t.Fatalf("solicitarEliminacion: %+v", r)
	}
	want := pendingAprobacion{Estado: "INICIADA", PasoActual: "APROBACION", Secuencia: 1}
	want.Progreso.Paso, want.Progreso.TotalPasos = 1, 4
	looked := *e
	looked.Aprobacion = nil
	mustSetFields(t, "solicitarEliminacion", want, looked)
	mustSame(t, "its request", obj{"motivo": testMotivo, "resultado": "PENDIENTE"}, obj{"motivo": e.Aprobacion.Motivo, "resultado": e.Aprobacion.Resultado})
	return *e
}

func (a *approvals) requireIntact(t *testing.T, documento string) {
	t.Helper()
	f := allFilas(t, a.dueno, a.carpetaID)[documento]
	setFields(t, "the document that was not deleted", fila{EstadoDocumento: "PROCESADO", Certificado: true}, f)
	downloadWell(t, f)
}

func refusedWith(t *testing.T, what string, r aprobacionResult, typeName string) {
	t.Helper()
	requireRefused(t, what, r.Eliminacion != nil, r.Errores, typeName)
}

// TestAprobacionDecidesOnACertificado: a certified document is deleted if another person of the operador approves; a
// request that nobody decides expires, and its document stays. Every other way to end a request is in
// internal/eliminacion.
func TestAprobacionDecidesOnACertificado(t *testing.T) {
	t.Parallel()
	house := serverkit.NewHouse(t, serverkit.Distributed)
	mine := house.Seed(t, "--carpetas", "1", "--documentos", "80", "--archivos")[0]
	s := house.Start(t)
	a := peopleOf(t, house, s, mine)
	t.Run("approved", a.approved)
	log := s.Log()
	s.Stop(t)
	s = house.With("CARPETA_APROBACION_VENCE=1s").Start(t)
	t.Run("expired", peopleOf(t, house, s, mine).expired)
	for _, secret := range []string{testMotivo, "Úrsula", "Según", mine.CiudadanoID} {
		if strings.Contains(log+s.Log(), secret) {
			t.Errorf("the log tells %q", secret)
		}
	}
	if n := totalOf(t, s.Client(t, mine.CiudadanoID, "ciudadano"), mine.CarpetaID); n != 79 {
		t.Errorf("%d documents, want 80 less the one that was approved", n)
	}
}

func (a *approvals) approved(t *testing.T) {
	documento := a.free[0]
	espera := deleteDocumento(t, a.dueno, deletable(a.documentos)[0], 600)
	watching := serverkit.WebSocket(t, a.dueno, watchCarpeta, obj{"id": a.carpetaID})
	if b := nextEliminacion(t, watching); b.EventoID != espera.EventoID { // it listens now
		t.Fatalf("first message %+v", b)
	}
	r := askAprobacion(t, a.ana, solicitarMutation, obj{"id": documento, "motivo": testMotivo})
	if r.Eliminacion == nil || r.Documento != nil {
		t.Fatalf("asked by an operador, who reads no documents: %+v", r)
	}
	id := r.Eliminacion.EventoID
	if data, found := watching.Next(t, soon); !found || readPendingAprobacion(t, data).Aprobacion == nil || readPendingAprobacion(t, data).Aprobacion.Motivo != testMotivo {
		t.Errorf("who watches the carpeta sees %s", data)
	}
	if other := a.solicitar(t, a.dueno, documento); other.EventoID != id {
		t.Errorf("a second request is another deletion: %+v", other)
	}
	setFields(t, "deleteDocumento meanwhile", eliminacionView{EventoID: id, PasoActual: "APROBACION"}, deleteDocumento(t, a.dueno, documento, 0))
	refusedWith(t, "approved by who asked", askAprobacion(t, a.ana, aprobarMutation, obj{"id": id}), "OperacionNoPermitida")
	refusedWith(t, "approved by another operador", askAprobacion(t, a.foreign, aprobarMutation, obj{"id": id}), "EliminacionNoEncontrada")
	requireCode(t, "approved by the owner", a.dueno.MustPost(t, aprobarMutation, obj{"id": id}), "FORBIDDEN")
	mustSetFields(t, "after three refusals", eliminacionView{Secuencia: 1, PasoActual: "APROBACION"}, getEliminacion(t, a.dueno, id))
	listeners := map[string]*serverkit.Subscription{}
	for name, open := range serverkit.Transports {
		listeners[name] = open(t, a.dueno, watchAprobacion, obj{"id": id, "despuesDe": 0})
	}
	for range 2 { // the second changes nothing
		r := askAprobacion(t, a.bruno, aprobarMutation, obj{"id": id, "nota": "Según el acta"})
		if r.Eliminacion == nil {
			t.Fatalf("aprobarEliminacion: %+v", r)
		}
		mustSame(t, "resultado of aprobarEliminacion", "APROBADA", r.Eliminacion.Aprobacion.Resultado)
	}
	for name, listener := range listeners {
		watchAprobada(t, name, listener)
	}
	if exists(t, a.dueno, documento) {
		t.Error("an approved deletion left its document")
	}
	refusedWith(t, "taken back too late", askAprobacion(t, a.dueno, retirarMutation, obj{"id": id}), "OperacionNoPermitida")
	cancelarEliminacion(t, a.dueno, espera.EventoID)
}

func readPendingAprobacion(t *testing.T, data json.RawMessage) pendingAprobacion {
	t.Helper()
	return readMessage[pendingAprobacion](t, data)
}

// watchAprobada follows an approved deletion from its beginning: every step once, in
// order, with the request as it stood.
func watchAprobada(t *testing.T, name string, s *serverkit.Subscription) {
	t.Helper()
	messages, end := s.UntilEnd(t, soon)
	pasos := []string{"APROBACION PENDIENTE"}
	for _, paso := range eliminacion.Pasos[1:] {
		pasos = append(pasos, string(paso)+" APROBADA")
	}
	if !end.Complete || len(messages) != len(pasos) {
		t.Fatalf("%s: %d messages, end %+v", name, len(messages), end)
	}
	for i, m := range messages {
		e := readPendingAprobacion(t, m)
		same(t, fmt.Sprintf("%s: message %d", name, i),
			obj{"paso": pasos[i], "secuencia": i + 1, "progreso": i + 1, "comentario": i > 0, "decidida": i > 0},
			obj{"paso": e.PasoActual + " " + e.Aprobacion.Resultado, "secuencia": e.Secuencia, "progreso": e.Progreso.Paso,
				"comentario": e.Aprobacion.Comentario != nil, "decidida": e.Aprobacion.DecididaEn != nil})
	}
}

func (a *approvals) expired(t *testing.T) {
	e := a.solicitar(t, a.ana, a.free[0])
	messages, end := serverkit.SSE(t, a.dueno, watchAprobacion, obj{"id": e.EventoID, "despuesDe": 0}).UntilEnd(t, soon)
	if len(messages) != 2 || !end.Complete {
		t.Fatalf("%d messages, end %+v", len(messages), end)
	}
	v := readPendingAprobacion(t, messages[1])
	same(t, "after the expiry", obj{"estado": "CANCELADA", "resultado": "VENCIDA"}, obj{"estado": v.Estado, "resultado": v.Aprobacion.Resultado})
	refusedWith(t, "approved too late", askAprobacion(t, a.bruno, aprobarMutation, obj{"id": e.EventoID}), "OperacionNoPermitida")
	a.requireIntact(t, a.free[0])
}

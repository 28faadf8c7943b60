package eliminacion_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// People about a request: two of the operador that serves the carpeta, one of
// another, an auditor.
var (
	ana     = auth.Principal{Sub: "ana", Roles: []auth.Role{auth.Operador}, OperadorID: "op"}
	bruno   = auth.Principal{Sub: "bruno", Roles: []auth.Role{auth.Operador}, OperadorID: "op"}
	ajeno   = auth.Principal{Sub: "caro", Roles: []auth.Role{auth.Operador}, OperadorID: "otro"}
	auditor = auth.Principal{Sub: "dora", Roles: []auth.Role{auth.Auditor}}
)

const (
	motivo    = "Es un duplicado del acta 12."
	intacto   = "PROCESADO, archivo"
	bloqueada = "INICIADA/APROBACION, ELIMINANDO, archivo"
)

func (m *mundo) solicitarAprobacion(quien auth.Principal, d documento.Documento) eliminacion.Eliminacion {
	m.t.Helper()
	e, err := m.servicio.SolicitarAprobacion(context.Background(), quien, eliminacion.Pedido{Clave: d.Clave(), Motivo: motivo})
	if err != nil {
		m.t.Fatal(err)
	}
	return e
}

// decidir: "aprobar", "rechazar" or "cancelar".
func (m *mundo) decidir(que string, quien auth.Principal, eventoID string) (eliminacion.Eliminacion, error) {
	ctx := context.Background()
	switch que {
	case "aprobar":
		return m.servicio.Aprobar(ctx, quien, eventoID, "Conforme")
	case "rechazar":
		return m.servicio.Rechazar(ctx, quien, eventoID, "Falta el acta")
	default:
		return m.servicio.Cancelar(ctx, quien, eventoID)
	}
}

func TestHowARequestEnds(t *testing.T) {
	for nombre, tc := range map[string]struct {
		que   string
		quien func(m *mundo) auth.Principal
		want  string
	}{
		"approved":                   {"aprobar", func(*mundo) auth.Principal { return bruno }, "COMPLETADA/COMPLETED, sin metadatos, sin archivo"},
		"rejected":                   {"rechazar", func(*mundo) auth.Principal { return bruno }, "CANCELADA/APROBACION, " + intacto},
		"taken back by who asked":    {"cancelar", func(*mundo) auth.Principal { return ana }, "CANCELADA/APROBACION, " + intacto},
		"taken back by the owner":    {"cancelar", func(m *mundo) auth.Principal { return m.dueno }, "CANCELADA/APROBACION, " + intacto},
		"nobody decides":             {"", nil, "CANCELADA/APROBACION, " + intacto},
		"approved, answer lost":      {"aprobar", func(m *mundo) auth.Principal { m.almacen.perderRespuesta = 1; return bruno }, "COMPLETADA/COMPLETED, sin metadatos, sin archivo"},
		"rejected, answer lost":      {"rechazar", func(m *mundo) auth.Principal { m.almacen.perderRespuesta = 1; return bruno }, "CANCELADA/APROBACION, " + intacto},
		"approved, no room for it":   {"aprobar", func(m *mundo) auth.Principal { m.lleno = true; return bruno }, "COMPLETADA/COMPLETED, sin metadatos, sin archivo"},
		"approved, file locked":      {"aprobar", func(m *mundo) auth.Principal { m.objetos.fallas = []error{bloqueado}; return bruno }, "FALLIDA/MINIO_CLEANUP, " + intacto},
		"nobody decides, store lame": {"", func(m *mundo) auth.Principal { m.almacen.fallarAntes = 40; return bruno }, "CANCELADA/APROBACION, " + intacto},
	} {
		t.Run(nombre, func(t *testing.T) {
			m := newWorld(t, t.TempDir())
			m.servicio.Plazos.Aprobacion = time.Hour
			d := m.documento(true)
			e := m.solicitarAprobacion(ana, d)
			m.todo()
			if got := m.quedo(e, d); got != bloqueada {
				t.Fatal("before the decision: ", got)
			}
			quien := auth.Principal{}
			if tc.quien != nil {
				quien = tc.quien(m)
			}
			if tc.que == "" {
				m.now = m.now.Add(time.Hour)
			} else if _, err := m.decidir(tc.que, quien, e.EventoID); err != nil {
				t.Fatal(err)
			}
			m.lleno = false
			m.now = m.now.Add(time.Minute)
			m.barrer()
			m.hastaElFinal()
			if got := m.quedo(e, d); got != tc.want {
				t.Fatalf("got  %s\nwant %s", got, tc.want)
			}
			if errs := m.saga(e.EventoID).Errores; !strings.HasPrefix(tc.want, "FALLIDA") && len(errs) > 0 {
				t.Errorf("a decision left failures behind: %v", errs)
			}
		})
	}
}

// Nothing that anybody sends erases a document that nobody approved.
func TestMessagesDoNotApprove(t *testing.T) {
	m := newWorld(t, t.TempDir())
	d := m.documento(true)
	e := m.solicitarAprobacion(ana, d)
	for _, clave := range []string{broker.DeletionRequested, broker.MinioCleanup, broker.MinioCleanupSuccess, broker.MetadataCleanup, broker.MetadataCleanupSuccess} {
		for range 2 {
			if err := m.entregar(eliminacion.Mensaje(e, clave, m.now)); err != nil {
				t.Fatal(clave, err)
			}
		}
		m.todo()
		if got := m.quedo(e, d); got != bloqueada {
			t.Fatalf("%s: %s", clave, got)
		}
	}
}

// The expiry comes when it is time, not before; a repetition of its message after
// a decision does nothing.
func TestExpiryComesInTime(t *testing.T) {
	m := newWorld(t, t.TempDir())
	m.servicio.Plazos.Aprobacion = time.Hour
	d, aprobado := m.documento(true), m.documento(true)
	e, otra := m.solicitarAprobacion(ana, d), m.solicitarAprobacion(ana, aprobado)
	if _, err := m.decidir("aprobar", bruno, otra.EventoID); err != nil {
		t.Fatal(err)
	}
	m.todo()
	m.now = m.now.Add(time.Hour - time.Millisecond)
	if n := m.barrer(); n != 0 {
		t.Fatalf("the sweeper saw %d too early", n)
	}
	if err := m.entregar(eliminacion.Mensaje(e, broker.DeletionRequested, m.now)); err != nil {
		t.Fatal(err)
	}
	if got := m.quedo(e, d); got != bloqueada {
		t.Fatal("it expired too early: ", got)
	}
	m.now = m.now.Add(time.Millisecond)
	if _, err := m.decidir("aprobar", bruno, e.EventoID); !errors.Is(err, fault.NotAllowed) {
		t.Fatal("approved after the expiry: ", err)
	}
	m.now = m.now.Add(time.Minute)
	if m.barrer() != 1 {
		t.Fatal("the sweeper did not find it")
	}
	m.todo()
	if s := m.saga(e.EventoID); s.Aprobacion.Decision != eliminacion.Vencida || m.quedo(e, d) != "CANCELADA/APROBACION, "+intacto {
		t.Fatal(m.quedo(e, d))
	}
	antes := m.saga(otra.EventoID)
	if err := m.entregar(eliminacion.Mensaje(otra, broker.DeletionRequested, m.now)); err != nil || m.saga(otra.EventoID).Secuencia != antes.Secuencia {
		t.Fatal("a late message changed an approved deletion: ", err)
	}
	if nueva := m.solicitarAprobacion(bruno, d); nueva.EventoID == e.EventoID {
		t.Fatal("an expired request was returned for a new one")
	}
}

func TestWhoMayDoWhatAboutARequest(t *testing.T) {
	m := newWorld(t, t.TempDir())
	d, comun := m.documento(true), m.documento(false)
	e := m.solicitarAprobacion(ana, d)
	ordinaria := m.solicitar(comun, time.Minute)
	secuencia, enviados := m.saga(e.EventoID).Secuencia, len(m.buzon)
	for _, tc := range []struct {
		que      string
		quien    auth.Principal
		eventoID string
		want     fault.Code
	}{
		{"aprobar", ana, e.EventoID, fault.OwnAprobacion}, // her own
		{"rechazar", ana, e.EventoID, fault.OwnAprobacion},
		{"aprobar", m.dueno, e.EventoID, fault.Forbidden},
		{"rechazar", m.dueno, e.EventoID, fault.Forbidden},
		{"aprobar", auditor, e.EventoID, fault.Forbidden},
		{"cancelar", auditor, e.EventoID, fault.Forbidden},
		{"cancelar", bruno, e.EventoID, fault.Forbidden}, // not his
		{"aprobar", ajeno, e.EventoID, fault.NotFound},
		{"rechazar", ajeno, e.EventoID, fault.NotFound},
		{"cancelar", ajeno, e.EventoID, fault.NotFound},
		{"aprobar", bruno, m.id(), fault.NotFound},
		{"aprobar", bruno, ordinaria.EventoID, fault.NoAprobacion},
		{"rechazar", bruno, ordinaria.EventoID, fault.NoAprobacion},
	} {
		if _, err := m.decidir(tc.que, tc.quien, tc.eventoID); fault.CodeOf(err) != tc.want {
			t.Errorf("%s by %s: %v, want %s", tc.que, tc.quien.Sub, err, tc.want)
		}
	}
	if s := m.saga(e.EventoID); s.Secuencia != secuencia || len(m.buzon) != enviados {
		t.Error("a refusal changed or sent something")
	}
}

func TestRequestsForApprovalThatAreRefused(t *testing.T) {
	m := newWorld(t, t.TempDir())
	d, comun := m.documento(true), m.documento(false)
	request := func(quien auth.Principal, k documento.Clave, motivo string) error {
		_, err := m.servicio.SolicitarAprobacion(context.Background(), quien, eliminacion.Pedido{Clave: k, Motivo: motivo})
		return err
	}
	for nombre, tc := range map[string]struct {
		err  error
		want fault.Code
	}{
		"not certified":      {request(ana, comun.Clave(), motivo), fault.NotCertificado},
		"another operador":   {request(ajeno, d.Clave(), motivo), fault.NotFound},
		"an auditor":         {request(auditor, d.Clave(), motivo), fault.NotFound},
		"absent":             {request(ana, documento.Clave{CarpetaID: m.carpeta.CarpetaID, DocumentoID: m.id()}, motivo), fault.NotFound},
		"no reason":          {request(ana, d.Clave(), " \n "), fault.BadUserInput},
		"control characters": {request(ana, d.Clave(), "a\x00b"), fault.BadUserInput},
		"a long reason":      {request(ana, d.Clave(), strings.Repeat("ñ", 501)), fault.BadUserInput},
	} {
		if fault.CodeOf(tc.err) != tc.want {
			t.Errorf("%s: %v, want %s", nombre, tc.err, tc.want)
		}
	}
	for que, intacto := range map[string]documento.Documento{"the certified document": d, "the other document": comun} {
		if !m.quedoIntacto(intacto) {
			t.Errorf("a refused request changed %s", que)
		}
	}
	if len(m.buzon) != 0 {
		t.Errorf("a refused request sent %+v", m.buzon)
	}
	if e := m.saga(m.solicitarAprobacion(m.dueno, d).EventoID); e.Aprobacion.Motivo != motivo {
		t.Error("the reason is stored as ", e.Aprobacion.Motivo)
	}
	_ = m.solicitar(comun, time.Minute)
	if err := request(ana, comun.Clave(), motivo); fault.CodeOf(err) != fault.NotCertificado {
		t.Errorf("not certified, and being deleted: %v", err)
	}
	if err := request(ana, d.Clave(), strings.Repeat("n\u0303", 500)); err != nil {
		t.Errorf("500 characters in NFC: %v", err)
	}
}

// quedoIntacto reports whether a document is there whole.
func (m *mundo) quedoIntacto(d documento.Documento) bool {
	actual, err := m.almacen.Documento(context.Background(), d.Clave())
	hay, err2 := m.objetos.Objetos.Existe(context.Background(), d.StoragePath)
	return err == nil && err2 == nil && hay && actual.Estado == documento.Procesado
}

// A document has one request at a time, from any person and in any way.
func TestOneRequestAtATime(t *testing.T) {
	m := newWorld(t, t.TempDir())
	d := m.documento(true)
	m.almacen.perderRespuesta = 1
	e := m.solicitarAprobacion(ana, d)
	otra := m.solicitarAprobacion(bruno, d)
	if diff := cmp.Diff([]string{e.EventoID, ana.Sub}, []string{otra.EventoID, otra.SolicitadaPor}); diff != "" {
		t.Errorf("a second request: id, who asked (-want +got):\n%s", diff)
	}
	borrada := m.solicitar(d, 0)
	if diff := cmp.Diff([]any{e.EventoID, eliminacion.Aprobacion}, []any{borrada.EventoID, borrada.Paso}); diff != "" {
		t.Errorf("deleteDocumento of a document that waits for an approval: id, paso (-want +got):\n%s", diff)
	}
	if m.todo(); m.quedo(e, d) != bloqueada {
		t.Error(m.quedo(e, d))
	}
}

// Approving twice is approving once: for the same person, no error.
func TestTheSameDecisionAgain(t *testing.T) {
	for _, que := range []string{"aprobar", "rechazar"} {
		m := newWorld(t, t.TempDir())
		e := m.solicitarAprobacion(m.dueno, m.documento(true))
		una, err := m.decidir(que, bruno, e.EventoID)
		if err != nil {
			t.Fatal(err)
		}
		enviados := len(m.buzon)
		otra, err := m.decidir(que, bruno, e.EventoID)
		if err != nil {
			t.Errorf("%s again: %v", que, err)
		}
		if diff := cmp.Diff([]int{int(una.Secuencia), enviados}, []int{int(otra.Secuencia), len(m.buzon)}); diff != "" {
			t.Errorf("%s again: secuencia, messages (-want +got):\n%s", que, diff)
		}
		if _, err := m.decidir(que, ana, e.EventoID); !errors.Is(err, fault.NotAllowed) {
			t.Errorf("%s by somebody else: %v", que, err)
		}
		m.hastaElFinal()
		if _, err := m.decidir(que, bruno, e.EventoID); err != nil {
			t.Errorf("%s again after the end: %v", que, err)
		}
		if n := strings.Count(m.bitacora.String(), "decision="+string(una.Aprobacion.Decision)); n != 1 {
			t.Errorf("%s is logged %d times:\n%s", que, n, m.bitacora.String())
		}
	}
}

// Of two who decide in the same millisecond one did, and the other is told so.
func TestTwoDecideAtOnce(t *testing.T) {
	m := newWorld(t, t.TempDir())
	e := m.solicitarAprobacion(m.dueno, m.documento(true))
	leida := m.saga(e.EventoID)
	if _, err := m.decidir("rechazar", ana, e.EventoID); err != nil {
		t.Fatal(err)
	}
	s := *m.servicio
	s.Store = &almacenRancio{Store: m.almacen, e: leida}
	if _, err := s.Rechazar(context.Background(), bruno, e.EventoID, "Falta el acta"); !errors.Is(err, fault.NotAllowed) {
		t.Fatalf("the second was told %v", err)
	}
	if got := m.saga(e.EventoID).Aprobacion.DecididaPor; got != ana.Sub {
		t.Fatal("decided by ", got)
	}
}

// almacenRancio reads a saga once as it was.
type almacenRancio struct {
	eliminacion.Store
	e eliminacion.Eliminacion
}

func (a *almacenRancio) Eliminacion(ctx context.Context, id string) (eliminacion.Eliminacion, error) {
	if e := a.e; e.EventoID == id {
		a.e = eliminacion.Eliminacion{}
		return e, nil
	}
	return a.Store.Eliminacion(ctx, id)
}

// An approved deletion is published at once, if there is room for it, as a new one is.
func TestAnApprovedDeletionWaitsForItsTurn(t *testing.T) {
	for _, lleno := range []bool{false, true} {
		m := newWorld(t, t.TempDir())
		e := m.solicitarAprobacion(ana, m.documento(true))
		m.buzon, m.lleno = nil, lleno
		e, err := m.decidir("aprobar", bruno, e.EventoID)
		if err != nil {
			t.Fatal(err)
		}
		var tipos []string
		for _, msg := range m.buzon {
			tipos = append(tipos, msg.Type)
		}
		want := broker.DeletionProgress + " " + broker.MinioCleanup
		if lleno {
			want = broker.DeletionProgress
		}
		if got := strings.Join(tipos, " "); got != want || e.NoAntesDe.After(m.now) == lleno {
			t.Errorf("window full %v: sent %q, due %v", lleno, got, e.NoAntesDe.Sub(m.now))
		}
	}
}

// Why, by whom and what they said stays in the store; a log names an operador, never a citizen.
func TestARequestIsPrivate(t *testing.T) {
	m := newWorld(t, t.TempDir())
	m.servicio.Plazos.Aprobacion = time.Hour
	aprobada, rechazada, vencida := m.solicitarAprobacion(m.dueno, m.documento(true)), m.solicitarAprobacion(ana, m.documento(true)), m.solicitarAprobacion(m.dueno, m.documento(true))
	if r := m.saga(aprobada.EventoID).Recuerdo; r == nil || r.Titulo != tituloPrivado || r.NombreArchivo != archivoPrivado {
		t.Errorf("the item remembers %+v", r)
	}
	for que, e := range map[string]eliminacion.Eliminacion{"aprobar": aprobada, "rechazar": rechazada} {
		if _, err := m.decidir(que, bruno, e.EventoID); err != nil {
			t.Fatal(err)
		}
	}
	for len(m.buzon) > 0 || m.saga(vencida.EventoID).Estado != eliminacion.Cancelada {
		for _, msg := range m.buzon {
			for _, secreto := range []string{motivo, "Conforme", "Falta", m.dueno.Sub, ana.Sub, bruno.Sub, tituloPrivado, archivoPrivado} {
				if strings.Contains(string(msg.Data), secreto) {
					t.Fatalf("a message tells %q: %s", secreto, msg.Data)
				}
			}
		}
		m.todo()
		m.now = m.now.Add(10 * time.Minute)
		m.barrer()
	}
	log := m.bitacora.String()
	for _, secreto := range []string{motivo, "Conforme", "Falta", m.dueno.Sub, tituloPrivado, archivoPrivado} {
		if strings.Contains(log, secreto) {
			t.Errorf("the log tells %q:\n%s", secreto, log)
		}
	}
	for _, linea := range []string{
		aprobada.EventoID + " decision=PENDIENTE operador=op rol=ciudadano",
		rechazada.EventoID + " decision=PENDIENTE operador=op rol=operador quien=ana",
		aprobada.EventoID + " decision=APROBADA operador=op rol=operador quien=bruno",
		rechazada.EventoID + " decision=RECHAZADA operador=op rol=operador quien=bruno",
		vencida.EventoID + " decision=VENCIDA operador=op rol=sistema",
	} {
		if strings.Count(log, linea) != 1 {
			t.Errorf("the log should have one line with %q:\n%s", linea, log)
		}
	}
}

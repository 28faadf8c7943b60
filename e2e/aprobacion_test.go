package e2e_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// porAprobar is a deletion that waits for an approval, as the tests look at it.
type porAprobar struct {
	EventoID, Estado, PasoActual string

	Secuencia  int
	Progreso   struct{ Paso, TotalPasos int }
	Aprobacion *struct {
		Motivo, Resultado      string
		DecididaEn, Comentario *string
	}
}

type resultadoSolicitud struct {
	Eliminacion *porAprobar
	Documento   *fila
	Errores     []errorDeUsuario
}

const (
	camposSolicitud = `eventoId estado pasoActual secuencia progreso { paso totalPasos } aprobacion { motivo resultado decididaEn comentario }`

	mutacionSolicitar = `mutation($id: ID!, $motivo: String!) { r: solicitarEliminacion(input: {documentoId: $id, motivo: $motivo}) {
  eliminacion { ` + camposSolicitud + ` } documento { ` + camposFila + ` } errores { __typename codigo mensaje } } }`
	mutacionAprobar = `mutation($id: ID!, $nota: String) { r: aprobarEliminacion(input: {eventoId: $id, comentario: $nota}) {
  eliminacion { ` + camposSolicitud + ` } errores { __typename codigo mensaje } } }`
	mutacionRechazar = `mutation($id: ID!, $nota: String!) { r: rechazarEliminacion(input: {eventoId: $id, comentario: $nota}) {
  eliminacion { ` + camposSolicitud + ` } errores { __typename codigo mensaje } } }`
	mutacionRetirar = `mutation($id: ID!) { r: cancelarEliminacion(input: {eventoId: $id}) {
  eliminacion { ` + camposSolicitud + ` } documento { ` + camposFila + ` } errores { __typename codigo mensaje } } }`
	seguirSolicitud  = `subscription($id: ID!, $despuesDe: Int) { r: eliminacion(eventoId: $id, despuesDe: $despuesDe) { ` + camposSolicitud + ` } }`
	seguirLaCarpeta  = `subscription($id: ID!) { r: eliminacionesDeCarpeta(carpetaId: $id) { ` + camposSolicitud + ` } }`
	motivoDeLaPrueba = "Duplicado del acta 12 de Úrsula"
)

func hacerSolicitud(t testing.TB, c serverkit.Client, mutacion string, v obj) resultadoSolicitud {
	t.Helper()
	return serverkit.Do[alias[resultadoSolicitud]](t, c, mutacion, v).R
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

// aprobaciones is a carpeta with certified documents, and people about it.
type aprobaciones struct {
	dueno, ana, bruno, ajeno serverkit.Client
	carpetaID                string
	documentos               map[string]fila
	libres                   []string // certified
}

func personas(t *testing.T, casa *serverkit.House, s *serverkit.Server, mia serverkit.Seeded) *aprobaciones {
	t.Helper()
	a := &aprobaciones{dueno: s.Client(t, mia.CiudadanoID, "ciudadano"), carpetaID: mia.CarpetaID}
	operador := serverkit.Do[alias[struct{ OperadorID string }]](t, a.dueno, `{ r: miCarpeta { operadorId } }`, nil).R.OperadorID
	de := func(sub, operador string) serverkit.Client {
		return serverkit.Client{URL: s.URL, Token: casa.Token(t, sub, "operador", operador, time.Hour)}
	}
	a.ana, a.bruno, a.ajeno = de("ana", operador), de("bruno", operador), de("caro", operador+"x")
	a.documentos = todos(t, a.dueno, mia.CarpetaID)
	if a.libres = certificados(a.documentos); len(a.libres) < 4 {
		t.Fatalf("%d certified documents, want 4", len(a.libres))
	}
	return a
}

// solicitar asks for a deletion that must be accepted.
func (a *aprobaciones) solicitar(t *testing.T, quien serverkit.Client, documento string) porAprobar {
	t.Helper()
	r := hacerSolicitud(t, quien, mutacionSolicitar, obj{"id": documento, "motivo": " " + motivoDeLaPrueba + " "})
	e := r.Eliminacion
	if len(r.Errores) > 0 || e == nil || e.Estado != "INICIADA" || e.PasoActual != "APROBACION" || e.Secuencia != 1 || e.Progreso.Paso != 1 ||
		e.Progreso.TotalPasos != 4 || e.Aprobacion == nil || e.Aprobacion.Motivo != motivoDeLaPrueba || e.Aprobacion.Resultado != "PENDIENTE" {
		t.Fatalf("solicitarEliminacion: %+v", r)
	}
	return *e
}

func (a *aprobaciones) exigirIntacto(t *testing.T, documento string) {
	t.Helper()
	f := todos(t, a.dueno, a.carpetaID)[documento]
	if f.EstadoDocumento != "PROCESADO" || !f.Certificado {
		t.Errorf("the document that was not deleted: %+v", f)
	}
	bajarBien(t, f)
}

func rehusada(t *testing.T, que string, r resultadoSolicitud, tipo string) {
	t.Helper()
	if r.Eliminacion != nil || len(r.Errores) != 1 || r.Errores[0].Typename != tipo {
		t.Errorf("%s: %+v, want %s", que, r, tipo)
	}
}

// TestAprobacion: a certified document is deleted if another person of the operador
// approves, and only then.
func TestAprobacion(t *testing.T) {
	enAmbos(t, func(t *testing.T, p serverkit.Profile) {
		casa := serverkit.NewHouse(t, p)
		mia := casa.Seed(t, "--carpetas", "1", "--documentos", "80", "--archivos")[0]
		s := casa.Start(t)
		a := personas(t, casa, s, mia)
		t.Run("approved", a.aprobada)
		t.Run("rejected", a.rechazada)
		t.Run("taken back", a.retirada)
		t.Run("refused", a.rehusadas)
		registro := s.Log()
		s.Stop(t)
		s = casa.With("CARPETA_APROBACION_VENCE=1s").Start(t)
		t.Run("expired", personas(t, casa, s, mia).vencida)
		for _, secreto := range []string{motivoDeLaPrueba, "Úrsula", "Según", mia.CiudadanoID} {
			if strings.Contains(registro+s.Log(), secreto) {
				t.Errorf("the log tells %q", secreto)
			}
		}
		if n := total(t, s.Client(t, mia.CiudadanoID, "ciudadano"), mia.CarpetaID); n != 79 {
			t.Errorf("%d documents, want 80 less the one that was approved", n)
		}
	})
}

func (a *aprobaciones) aprobada(t *testing.T) {
	documento := a.libres[0]
	espera := borrar(t, a.dueno, borrables(a.documentos)[0], 600)
	mirando := serverkit.WebSocket(t, a.dueno, seguirLaCarpeta, obj{"id": a.carpetaID})
	if b := siguiente(t, mirando); b.EventoID != espera.EventoID { // it listens now
		t.Fatalf("first message %+v", b)
	}
	r := hacerSolicitud(t, a.ana, mutacionSolicitar, obj{"id": documento, "motivo": motivoDeLaPrueba})
	if r.Eliminacion == nil || r.Documento != nil {
		t.Fatalf("asked by an operador, who reads no documents: %+v", r)
	}
	id := r.Eliminacion.EventoID
	if data, hay := mirando.Next(t, pronto); !hay || leerPorAprobar(t, data).Aprobacion == nil || leerPorAprobar(t, data).Aprobacion.Motivo != motivoDeLaPrueba {
		t.Errorf("who watches the carpeta sees %s", data)
	}
	if otra := a.solicitar(t, a.dueno, documento); otra.EventoID != id {
		t.Errorf("a second request is another deletion: %+v", otra)
	}
	if b := borrar(t, a.dueno, documento, 0); b.EventoID != id || b.PasoActual != "APROBACION" {
		t.Errorf("deleteDocumento meanwhile: %+v", b)
	}
	rehusada(t, "approved by who asked", hacerSolicitud(t, a.ana, mutacionAprobar, obj{"id": id}), "OperacionNoPermitida")
	rehusada(t, "approved by another operador", hacerSolicitud(t, a.ajeno, mutacionAprobar, obj{"id": id}), "EliminacionNoEncontrada")
	rechazada(t, "approved by the owner", a.dueno.MustPost(t, mutacionAprobar, obj{"id": id}), "FORBIDDEN")
	if b := verBorrado(t, a.dueno, id); b.Secuencia != 1 || b.PasoActual != "APROBACION" {
		t.Fatalf("after three refusals: %+v", b)
	}
	oyentes := map[string]*serverkit.Subscription{}
	for nombre, abrir := range serverkit.Transports {
		oyentes[nombre] = abrir(t, a.dueno, seguirSolicitud, obj{"id": id, "despuesDe": 0})
	}
	for range 2 { // the second changes nothing
		if r := hacerSolicitud(t, a.bruno, mutacionAprobar, obj{"id": id, "nota": "Según el acta"}); r.Eliminacion == nil || r.Eliminacion.Aprobacion.Resultado != "APROBADA" {
			t.Fatalf("aprobarEliminacion: %+v", r)
		}
	}
	for nombre, oyente := range oyentes {
		verAprobada(t, nombre, oyente)
	}
	if existe(t, a.dueno, documento) {
		t.Error("an approved deletion left its document")
	}
	rehusada(t, "taken back too late", hacerSolicitud(t, a.dueno, mutacionRetirar, obj{"id": id}), "OperacionNoPermitida")
	cancelar(t, a.dueno, espera.EventoID)
}

func leerPorAprobar(t *testing.T, data json.RawMessage) porAprobar {
	t.Helper()
	return leer[porAprobar](t, data)
}

// verAprobada follows an approved deletion from its beginning: every step once, in
// order, with the request as it stood.
func verAprobada(t *testing.T, nombre string, s *serverkit.Subscription) {
	t.Helper()
	mensajes, fin := s.UntilEnd(t, pronto)
	pasos := []string{"APROBACION PENDIENTE", "MINIO_CLEANUP APROBADA", "METADATA_CLEANUP APROBADA", "COMPLETED APROBADA"}
	if !fin.Complete || len(mensajes) != len(pasos) {
		t.Fatalf("%s: %d messages, end %+v", nombre, len(mensajes), fin)
	}
	for i, m := range mensajes {
		e := leerPorAprobar(t, m)
		if got := e.PasoActual + " " + e.Aprobacion.Resultado; got != pasos[i] || e.Secuencia != i+1 || e.Progreso.Paso != i+1 ||
			(e.Aprobacion.Comentario != nil) != (i > 0) || (e.Aprobacion.DecididaEn != nil) != (i > 0) {
			t.Errorf("%s: message %d is %+v, want %s", nombre, i, e, pasos[i])
		}
	}
}

func (a *aprobaciones) rechazada(t *testing.T) {
	id := a.solicitar(t, a.dueno, a.libres[1]).EventoID
	r := hacerSolicitud(t, a.bruno, mutacionRechazar, obj{"id": id, "nota": "Según el acta, es el original"})
	if e := r.Eliminacion; e == nil || e.Estado != "CANCELADA" || e.PasoActual != "APROBACION" || e.Aprobacion.Resultado != "RECHAZADA" ||
		*e.Aprobacion.Comentario != "Según el acta, es el original" {
		t.Fatalf("rechazarEliminacion: %+v", r)
	}
	a.exigirIntacto(t, a.libres[1])
	rehusada(t, "approved after a rejection", hacerSolicitud(t, a.ana, mutacionAprobar, obj{"id": id}), "OperacionNoPermitida")
	rehusada(t, "taken back after a rejection", hacerSolicitud(t, a.dueno, mutacionRetirar, obj{"id": id}), "OperacionNoPermitida")
	a.exigirIntacto(t, a.libres[1])
}

func (a *aprobaciones) retirada(t *testing.T) {
	for _, quien := range []serverkit.Client{a.dueno, a.ana} { // the owner always may
		id := a.solicitar(t, quien, a.libres[2]).EventoID
		r := hacerSolicitud(t, a.dueno, mutacionRetirar, obj{"id": id})
		if r.Eliminacion == nil || r.Eliminacion.Aprobacion.Resultado != "RETIRADA" || r.Documento.EstadoDocumento != "PROCESADO" {
			t.Fatalf("cancelarEliminacion: %+v", r)
		}
	}
	id := a.solicitar(t, a.ana, a.libres[2]).EventoID
	rechazada(t, "taken back by a colleague", a.bruno.MustPost(t, mutacionRetirar, obj{"id": id}), "FORBIDDEN")
	if r := hacerSolicitud(t, a.ana, mutacionRetirar, obj{"id": id}); r.Eliminacion == nil || r.Documento != nil {
		t.Errorf("taken back by the operador who asked, who reads no documents: %+v", r)
	}
	a.exigirIntacto(t, a.libres[2])
}

func (a *aprobaciones) rehusadas(t *testing.T) {
	comun := borrables(a.documentos)[1]
	r := hacerSolicitud(t, a.dueno, mutacionSolicitar, obj{"id": comun, "motivo": motivoDeLaPrueba})
	rehusada(t, "not certified", r, "OperacionNoPermitida")
	if !strings.Contains(r.Errores[0].Mensaje, "deleteDocumento") {
		t.Errorf("the message does not say what to use: %q", r.Errores[0].Mensaje)
	}
	for _, motivo := range []string{"", "a\nb", strings.Repeat("x", 501)} {
		rehusada(t, "a bad reason", hacerSolicitud(t, a.dueno, mutacionSolicitar, obj{"id": a.libres[3], "motivo": motivo}), "EntradaInvalida")
	}
	rehusada(t, "another operador asks", hacerSolicitud(t, a.ajeno, mutacionSolicitar, obj{"id": a.libres[3], "motivo": motivoDeLaPrueba}), "DocumentoNoEncontrado")
	ordinaria := borrar(t, a.dueno, comun, 600)
	rehusada(t, "an ordinary deletion approved", hacerSolicitud(t, a.bruno, mutacionAprobar, obj{"id": ordinaria.EventoID}), "OperacionNoPermitida")
	cancelar(t, a.dueno, ordinaria.EventoID)
	rehusada(t, "rejected without a word", hacerSolicitud(t, a.bruno, mutacionRechazar, obj{"id": ordinaria.EventoID, "nota": " "}), "EntradaInvalida")
	a.exigirIntacto(t, a.libres[3])
}

func (a *aprobaciones) vencida(t *testing.T) {
	e := a.solicitar(t, a.ana, a.libres[0])
	mensajes, fin := serverkit.SSE(t, a.dueno, seguirSolicitud, obj{"id": e.EventoID, "despuesDe": 0}).UntilEnd(t, pronto)
	if len(mensajes) != 2 || !fin.Complete {
		t.Fatalf("%d messages, end %+v", len(mensajes), fin)
	}
	if v := leerPorAprobar(t, mensajes[1]); v.Estado != "CANCELADA" || v.Aprobacion.Resultado != "VENCIDA" {
		t.Errorf("after the expiry: %+v", v)
	}
	rehusada(t, "approved too late", hacerSolicitud(t, a.bruno, mutacionAprobar, obj{"id": e.EventoID}), "OperacionNoPermitida")
	a.exigirIntacto(t, a.libres[0])
}

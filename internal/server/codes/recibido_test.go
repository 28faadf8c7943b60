package codes_test

import (
	"bytes"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento/tramite"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/documento/tipo"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

var banco = auth.Principal{Sub: "ciro", Roles: []auth.Role{auth.Entidad}, EntidadID: "banco", Permisos: []auth.Permiso{auth.Solicitar, auth.Consultar}}

// authorise has the citizen allow a bank to see the document.
func (s *shop) authorise(withCopy bool) consentimiento.Autorizacion {
	s.t.Helper()
	ctx := s.t.Context()
	_, err := s.Entidades.Registrar(ctx, world.Administrador(), entidad.Alta{EntidadID: "banco", Nombre: "Banco Ñ", Roles: []entidad.Rol{entidad.RolReceptor}, NIT: "800197268-4"})
	s.good(err)
	word := tipo.Texto{Es: "Crédito", En: "Credit"}
	_, err = s.Tramites.Registrar(ctx, world.Administrador(), tramite.Tramite{
		Codigo: "CREDITO", Nombre: word, Finalidad: word, BaseLegal: word, PlazoMaximoDias: 30, Entidades: []string{"banco"},
		Requisitos: []tramite.Requisito{{Codigo: "TITULO", Nombre: word, Tipos: []string{string(documento.Diploma)}}},
	})
	s.good(err)
	r, err := s.Consentimiento.Pedir(ctx, banco, consentimiento.NuevaSolicitud{CiudadanoID: s.c.CiudadanoID, Tramite: "CREDITO", NumeroInterno: "1"})
	s.good(err)
	given := []consentimiento.RespuestaA{{Requisito: "TITULO", DocumentoID: s.d.DocumentoID}}
	resp, err := s.Consentimiento.Responder(ctx, s.owner(), consentimiento.Contestacion{Nombre: r.Nombre(), Version: 1, Respuestas: given, Dias: 1, ConCopiaVerificable: withCopy})
	s.good(err)
	return *resp.Autorizacion
}

// look is a look of the bank, and the addresses of the file and of the verifiable one.
func (s *shop) look(a consentimiento.Autorizacion) (file, copied string) {
	s.t.Helper()
	v, err := s.Consentimiento.Abrir(s.t.Context(), banco, consentimiento.NombreRecibido{NombreAutorizacion: a.Nombre(), DocumentoID: s.d.DocumentoID})
	s.good(err)
	address := func(ruta string) string {
		return strings.TrimPrefix(s.Consentimiento.Direccion(ruta, v.Pase), "http://127.0.0.1")
	}
	return address(consentimiento.RutaArchivo), address(consentimiento.RutaCopia)
}

func (s *shop) end(a consentimiento.Autorizacion) {
	s.t.Helper()
	_, err := s.Consentimiento.Terminar(s.t.Context(), s.owner(), a.Nombre())
	s.good(err)
}

// received are the events of files that left by a look.
func (s *shop) received() (es []auditoria.Evento) {
	s.t.Helper()
	es, err := s.Store.Eventos(s.t.Context(), auditoria.Consulta{Filtro: auditoria.Filtro{CarpetaID: s.c.CarpetaID, Tipo: auditoria.AutorizacionArchivoServido}, Limite: 100})
	s.good(err)
	return es
}

// A look leads to the file, whole or in parts, and its parts are one event, which names the look and who looked.
func TestALookLeadsToTheFile(t *testing.T) {
	s := newShop(t, bytes.Repeat([]byte("folio "), 100))
	a := s.authorise(false)
	file, copied := s.look(a)
	whole := s.send(http.MethodGet, file, "")
	if whole.Code != http.StatusOK || !bytes.Equal(whole.Body.Bytes(), s.content) || whole.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("%d, %d bytes, %v", whole.Code, whole.Body.Len(), whole.Header())
	}
	part := s.send(http.MethodGet, file, "", "Range", "bytes=10-19")
	if part.Code != http.StatusPartialContent || !bytes.Equal(part.Body.Bytes(), s.content[10:20]) {
		t.Errorf("a part: %d %q", part.Code, part.Body)
	}
	es := s.received()
	if len(es) != 1 || es[0].CorrelacionID != a.AutorizacionID || es[0].Actor.ID != "ciro" || es[0].Actor.EntidadID != "banco" || es[0].Datos[auditoria.Mirada] == "" || es[0].Proposito != "Crédito" {
		t.Errorf("the trail: %+v", es)
	}
	if w := s.send(http.MethodGet, copied, ""); w.Code != http.StatusNotFound {
		t.Errorf("a copy that the citizen did not allow: %d", w.Code)
	}
	for _, told := range []string{s.c.CiudadanoID, s.c.CarpetaID, a.AutorizacionID} {
		if strings.Contains(file, told) {
			t.Errorf("the address tells %s", told)
		}
	}
}

// The verifiable file leaves where the citizen allowed it, and is an event of its own.
func TestALookLeadsToTheVerifiableFile(t *testing.T) {
	s := newShop(t, []byte("folio"))
	a := s.authorise(true)
	file, copied := s.look(a)
	if parts := partsOf(t, s.send(http.MethodGet, copied, "")); parts["documento/diploma.pdf"] != "folio" {
		t.Errorf("the copy has %v", parts)
	}
	s.send(http.MethodGet, file, "")
	if es := s.received(); len(es) != 2 {
		t.Errorf("the trail: %+v", es)
	}
	s.end(a)
	if w := s.send(http.MethodGet, copied, ""); w.Code != http.StatusNotFound {
		t.Errorf("after the end: %d", w.Code)
	}
}

// Each fetch asks again: what ends the right to look ends the right to the file, and nothing tells which of them it was.
func TestThePassOfALookEnds(t *testing.T) {
	answers := map[string]string{}
	for name, end := range map[string]func(s *shop, a consentimiento.Autorizacion){
		"its minute is over":         func(s *shop, _ consentimiento.Autorizacion) { s.pass(consentimiento.VidaDePase) },
		"the authorisation is ended": func(s *shop, a consentimiento.Autorizacion) { s.end(a) },
		"the document is locked":     func(s *shop, _ consentimiento.Autorizacion) { s.lock() },
		"the document was revoked":   func(s *shop, _ consentimiento.Autorizacion) { s.revoke() },
		"the document was replaced":  func(s *shop, _ consentimiento.Autorizacion) { s.replace() },
		"its entity is ended": func(s *shop, _ consentimiento.Autorizacion) {
			_, err := s.Entidades.Desactivar(t.Context(), world.Administrador(), "banco")
			s.good(err)
		},
	} {
		s := newShop(t, []byte("folio"))
		a := s.authorise(true)
		file, copied := s.look(a)
		s.pass(consentimiento.VidaDePase - 2*time.Second)
		if w := s.send(http.MethodGet, file, ""); w.Code != http.StatusOK {
			t.Errorf("before %s: %d", name, w.Code)
		}
		end(s, a)
		before := len(s.received())
		for _, address := range []string{file, copied} {
			w := s.send(http.MethodGet, address, "")
			if w.Code != http.StatusNotFound || strings.Contains(w.Body.String(), "folio") {
				t.Errorf("%s: %d %s", name, w.Code, w.Body)
				continue
			}
			answers[withoutID(t, w)] = name
		}
		if n := len(s.received()); n != before {
			t.Errorf("%s: what did not leave is in the trail", name)
		}
	}
	s := newShop(t, []byte("folio"))
	a := s.authorise(true)
	file, _ := s.look(a)
	_, code := s.code(keeps)
	ofCode := s.shown(s.use(code)).Archivo
	for name, address := range map[string]string{
		"no pass": "/v/recibido", "an empty one": "/v/recibido?pase=", "a longer one": file + "A", "a shorter one": file[:len(file)-1],
		"that of a code":                 strings.Replace(ofCode.Direccion, "/v/archivo?", "/v/recibido?", 1),
		"that of a code, for its copy":   strings.Replace(ofCode.Copia, "/v/copia?", "/v/recibido/copia?", 1),
		"that of a look, where codes go": strings.Replace(file, "/v/recibido?", "/v/archivo?", 1),
	} {
		if w := s.send(http.MethodGet, address, ""); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		} else if !strings.HasPrefix(address, "/v/archivo") {
			answers[withoutID(t, w)] = name
		}
	}
	if len(answers) != 1 {
		t.Errorf("%d different answers: %v", len(answers), answers)
	}
}

// replace has the issuer deliver another document that stands for it.
func (s *shop) replace() {
	s.t.Helper()
	n := documento.Nuevo{Titulo: "Diploma", Tipo: documento.Diploma, NombreArchivo: "diploma.pdf", TipoContenido: "application/pdf", TamanoBytes: 4, Hash: world.Hash([]byte("otro"))}
	d := &entrega.Declarado{FechaEmision: "2020-05-03", Nombre: "Ana Ruiz", Sal: strings.Repeat("A", 22), ReemplazaA: s.d.DocumentoID}
	e, _, err := s.Entregas.Entregar(s.t.Context(), s.uni.Principal(), s.uni.Declare(s.t, entrega.Pedido{CiudadanoID: s.c.CiudadanoID, Nuevo: n, Declarado: d}, s.clock()))
	s.good(err)
	next, err := s.Store.Documento(s.t.Context(), e.Clave())
	s.good(err)
	s.good(s.Objetos.Guardar(s.t.Context(), next.Objeto(), strings.NewReader("otro")))
	_, err = s.Entregas.Confirmar(s.t.Context(), s.uni.Principal(), e.EntregaID)
	s.good(err)
}

// A file that is sent for long ends within ten seconds of its authorisation, and of its entity.
func TestALongFileEndsWithItsAuthorisation(t *testing.T) {
	for name, end := range map[string]func(s *shop, a consentimiento.Autorizacion){
		"the authorisation": func(s *shop, a consentimiento.Autorizacion) { s.end(a) },
		"the entity": func(s *shop, _ consentimiento.Autorizacion) {
			_, err := s.Entidades.Desactivar(t.Context(), world.Administrador(), "banco")
			s.good(err)
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newShop(t, make([]byte, 1<<20))
			a := s.authorise(false)
			file, _ := s.look(a)
			w := &slow{ResponseWriter: httptest.NewRecorder(), then: func() { end(s, a); s.pass(10 * time.Second) }}
			defer func() {
				if r, _ := recover().(error); !errors.Is(r, http.ErrAbortHandler) {
					t.Errorf("it ended with %v, and looks whole", r)
				}
				if w.n == 0 || w.n >= len(s.content) {
					t.Errorf("%d bytes were sent", w.n)
				}
			}()
			s.face.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://localhost"+file, nil))
		})
	}
	// The pass is over after a minute; a fetch that began before goes on.
	s := newShop(t, make([]byte, 1<<20))
	file, _ := s.look(s.authorise(false))
	w := &slow{ResponseWriter: httptest.NewRecorder(), then: func() { s.pass(10 * time.Minute) }}
	s.face.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://localhost"+file, nil))
	if w.n != len(s.content) {
		t.Errorf("%d bytes were sent", w.n)
	}
}

package codes_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/entrega/codigo"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/codes"
	"github.com/carpeta-ciudadana/servidor/internal/server/door"
	"github.com/carpeta-ciudadana/servidor/internal/server/drain"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/leaks"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

func TestMain(m *testing.M) { leaks.VerifyMain(m) }

// shop is a citizen with a certified document, and the face that shows what their codes show.
type shop struct {
	*world.World
	t       testing.TB
	mu      sync.Mutex
	now     time.Time
	c       carpeta.Carpeta
	d       documento.Documento
	uni     world.Signer
	content []byte
	face    http.Handler
}

func newShop(t testing.TB, content []byte) *shop {
	t.Helper()
	return newShopOf(t, content, "application/pdf")
}

// newShopOf is newShop with a file of another type.
func newShopOf(t testing.TB, content []byte, tipo string) *shop {
	t.Helper()
	return newShopFor(t, content, tipo, "1020304050")
}

// newShopFor is newShopOf for a citizen.
func newShopFor(t testing.TB, content []byte, tipo, ciudadanoID string) *shop {
	t.Helper()
	s := &shop{t: t, now: time.Now().UTC().Truncate(time.Millisecond), content: content}
	s.World = world.New(t, world.Config{Clock: s.clock, BaseURL: func() string { return "http://127.0.0.1" }})
	s.Codigos.Clock = s.clock
	s.c = carpeta.Carpeta{CarpetaID: world.NewID(), CiudadanoID: ciudadanoID, OperadorID: "op-1", Tipo: "PERSONAL"}
	s.good(s.Store.Sembrar(t.Context(), s.c, nil, world.Hecho()))
	uni := world.NewSigner(t, "universidad", "k1")
	s.uni = uni
	_, err := s.Entidades.Registrar(t.Context(), world.Administrador(), entidad.Alta{EntidadID: uni.EntidadID, Nombre: "Universidad de Antioquia", Llaves: uni.JWKS(t)})
	s.good(err)
	n := documento.Nuevo{
		Titulo: "Diploma", Tipo: documento.Diploma, NombreArchivo: "diploma.pdf", TipoContenido: tipo, TamanoBytes: int64(len(content)), Hash: world.Hash(content),
	}
	p := entrega.Pedido{CiudadanoID: s.c.CiudadanoID, Nuevo: n, Declarado: &entrega.Declarado{FechaEmision: "2020-05-03", Nombre: "Ana Ruiz", Sal: strings.Repeat("A", 22)}}
	e, _, err := s.Entregas.Entregar(t.Context(), uni.Principal(), uni.Declare(t, p, s.now))
	s.good(err)
	s.d, err = s.Store.Documento(t.Context(), e.Clave())
	s.good(err)
	s.good(s.Objetos.Guardar(t.Context(), s.d.Objeto(), bytes.NewReader(content)))
	_, err = s.Entregas.Confirmar(t.Context(), uni.Principal(), e.EntregaID)
	s.good(err)
	log := slog.New(slog.DiscardHandler)
	l := limits.Limits{}.WithDefaults()
	free := func() *quota.Ledger { return quota.New(quota.Config{}, s.clock) }
	d := &door.Door{
		Connections: drain.New(), Presenter: present.Presenter{Log: log}, Limits: l, Clock: time.Now, Log: log,
		Budget: budget.New(budget.Config{Quota: free(), Refusals: free(), Messages: free(), Limits: l, Metrics: none{}, Clock: time.Now}),
	}
	s.face = codes.New(s.Codigos, s.Consentimiento, d, http.NotFoundHandler(), s.clock)
	return s
}

type none struct{}

func (none) Refused(string) {}

func (s *shop) clock() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

func (s *shop) pass(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = s.now.Add(d)
}

func (s *shop) good(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s *shop) owner() auth.Principal { return world.Owner(s.c) }

// code makes one, and is what its owner hands out.
func (s *shop) code(change func(*codigo.Pedido)) (codigo.Codigo, string) {
	s.t.Helper()
	p := codigo.Pedido{Clave: s.d.Clave(), Alcance: codigo.DatosYArchivo}
	if change != nil {
		change(&p)
	}
	c, err := s.Codigos.Crear(s.t.Context(), s.owner(), p)
	s.good(err)
	return c, s.Codigos.Llaves.De(c)
}

// codeOfBefore is a code that was made before its document came to what it is worth, or before it was erased.
func (s *shop) codeOfBefore(d documento.Documento, erased bool) string {
	s.t.Helper()
	if erased {
		d.DocumentoID = world.NewID()
	}
	code := base64.RawURLEncoding.EncodeToString([]byte(world.Hash([]byte(d.DocumentoID)))[:16])
	c := codigo.Codigo{CarpetaID: d.CarpetaID, DocumentoID: d.DocumentoID, CodigoID: world.NewID(), Alcance: codigo.Datos, CreadoEn: s.now, Hasta: s.now.Add(time.Hour)}
	c.Resumen = world.Hash([]byte(code))
	s.good(s.Store.CrearCodigo(s.t.Context(), c, codigo.Cupo{CarpetaID: d.CarpetaID, DocumentoID: d.DocumentoID, Version: 1}, world.Hecho()))
	return code
}

func (s *shop) send(method, target, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "http://localhost"+target, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	s.face.ServeHTTP(w, r)
	return w
}

func (s *shop) use(code string) *httptest.ResponseRecorder {
	return s.send(http.MethodPost, "/v/usar", `{"codigo":"`+code+`"}`)
}

type shown struct {
	Emisor, Titulo, Tipo, EstadoJuridico, Dia, Zona, Titular, Identificacion string
	Archivo                                                                  *struct{ Direccion, Vista, Copia string }
}

func (s *shop) shown(w *httptest.ResponseRecorder) (a shown) {
	s.t.Helper()
	if w.Code != http.StatusOK {
		s.t.Fatalf("%d %s", w.Code, w.Body)
	}
	s.good(json.Unmarshal(w.Body.Bytes(), &a))
	return a
}

// looks are the events of the trail about the document, by kind.
func (s *shop) looks() map[auditoria.Tipo]int {
	s.t.Helper()
	es, err := s.Store.Eventos(s.t.Context(), auditoria.Consulta{Filtro: auditoria.Filtro{CarpetaID: s.c.CarpetaID}, Limite: 100})
	s.good(err)
	n := map[auditoria.Tipo]int{}
	for _, e := range es {
		if e.Tipo == auditoria.CodigoUsado || e.Tipo == auditoria.ArchivoServido || e.Tipo == auditoria.CodigoTerminado {
			n[e.Tipo]++
		}
	}
	return n
}

func TestACodeShowsADocument(t *testing.T) {
	s := newShop(t, bytes.Repeat([]byte("folio "), 100))
	_, code := s.code(nil)
	w := s.use(code)
	a := s.shown(w)
	if a.Emisor != "Universidad de Antioquia" || a.Titulo != "Diploma" || a.EstadoJuridico != "VIGENTE" {
		t.Errorf("shown: %+v", a)
	}
	for _, secret := range []string{s.c.CiudadanoID, s.c.CarpetaID, code} {
		if strings.Contains(w.Body.String(), secret) {
			t.Errorf("the answer tells %s", secret)
		}
	}
	for name, want := range map[string]string{"Cache-Control": "no-store", "X-Robots-Tag": "noindex, nofollow"} {
		if got := w.Header().Get(name); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
	whole := s.send(http.MethodGet, a.Archivo.Direccion, "")
	if !bytes.Equal(whole.Body.Bytes(), s.content) || whole.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("%d, %d bytes, %v", whole.Code, whole.Body.Len(), whole.Header())
	}
	part := s.send(http.MethodGet, a.Archivo.Direccion, "", "Range", "bytes=10-19")
	if part.Code != http.StatusPartialContent || !bytes.Equal(part.Body.Bytes(), s.content[10:20]) {
		t.Errorf("a part: %d %q", part.Code, part.Body)
	}
	if diff := cmp.Diff(map[auditoria.Tipo]int{auditoria.CodigoUsado: 1, auditoria.ArchivoServido: 1}, s.looks()); diff != "" {
		t.Error(diff)
	}
}

// The page of a code agrees with the table of legal states, and says of which day it speaks. What its citizen erased it does
// not show.
func TestLegalStatesOfThePage(t *testing.T) {
	s := newShop(t, []byte("folio"))
	table, zone := world.LegalStates(t)
	s.Codigos.Documentos.Zona = zone
	for _, c := range table.Casos {
		s.now = c.En
		var ds []documento.Documento
		s.c, ds = world.Carpeta(t, s.Store, "op-1", 1, func(_ int, d *documento.Documento) {
			d.Certificado, d.EmisorID, d.EmisorNombre, d.Juridico, d.Vigencia = true, "universidad", "Universidad", c.Acto, documento.Periodo(c.Vigencia)
		})
		code := s.codeOfBefore(ds[0], c.Borrado)
		if c.Borrado {
			if w := s.use(code); w.Code != http.StatusNotFound {
				t.Errorf("%s: %d %s", c.Nombre, w.Code, w.Body)
			}
			continue
		}
		if a := s.shown(s.use(code)); a.EstadoJuridico != string(c.Estado) || a.Dia != c.En.In(zone).Format(time.DateOnly) {
			t.Errorf("%s: %s on %s, want %s", c.Nombre, a.EstadoJuridico, a.Dia, c.Estado)
		}
	}
}

// What a page could run is served as bytes, as below /objetos/.
func TestAFileThatAPageCouldRunIsBytes(t *testing.T) {
	for announced, want := range map[string]string{
		"text/javascript": "application/octet-stream", "text/css": "application/octet-stream", "application/wasm": "application/octet-stream", "application/zip": "application/zip",
	} {
		s := newShopOf(t, []byte("folio"), announced)
		_, code := s.code(nil)
		if got := s.send(http.MethodGet, s.shown(s.use(code)).Archivo.Direccion, "").Header().Get("Content-Type"); got != want {
			t.Errorf("%s is served as %s", announced, got)
		}
	}
}

// Whoever leaves the first byte out is in the trail as whoever does not.
func TestAPartIsInTheTrail(t *testing.T) {
	s := newShop(t, []byte("folio"))
	_, code := s.code(nil)
	address := s.shown(s.use(code)).Archivo.Direccion
	if w := s.send(http.MethodGet, address, "", "Range", "bytes=1-"); w.Code != http.StatusPartialContent {
		t.Fatalf("%d", w.Code)
	}
	if n := s.looks()[auditoria.ArchivoServido]; n != 1 {
		t.Errorf("%d events", n)
	}
}

// What cannot be used looks alike, whatever the reason, and leaves nothing in the trail.
func TestWhatCannotBeUsedLooksAlike(t *testing.T) {
	s := newShop(t, []byte("folio"))
	ended, code := s.code(nil)
	_, err := s.Codigos.Terminar(t.Context(), s.owner(), ended.Nombre())
	s.good(err)
	answers := map[string]*httptest.ResponseRecorder{"unknown": s.use(strings.Repeat("A", 22)), "ended": s.use(code), "of another form": s.use("x"), "empty": s.use("")}
	one := int64(1)
	_, spent := s.code(func(p *codigo.Pedido) { p.MaxUsos = &one })
	s.shown(s.use(spent))
	answers["spent"] = s.use(spent)
	_, late := s.code(func(p *codigo.Pedido) { p.Hasta = s.clock().Add(time.Hour) })
	s.pass(time.Hour)
	answers["late"] = s.use(late)
	_, locked := s.code(nil)
	s.lock()
	answers["locked"] = s.use(locked)
	want := answers["unknown"]
	for name, w := range answers {
		if w.Code != http.StatusNotFound || withoutID(t, w) != withoutID(t, want) {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
	}
	if n := s.looks()[auditoria.CodigoUsado]; n != 1 {
		t.Errorf("%d uses in the trail, want the one that was shown", n)
	}
}

// A code is used so often and no more at once, and so is one that never was. The trail keeps each use for long.
func TestACodeHasItsRate(t *testing.T) {
	s := newShop(t, []byte("folio"))
	_, code := s.code(nil)
	_, other := s.code(nil)
	never := strings.Repeat("A", 22)
	for range 60 {
		s.shown(s.use(code))
		if w := s.use(never); w.Code != http.StatusNotFound {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
	}
	known, unknown := s.use(code), s.use(never)
	for what, w := range map[string]*httptest.ResponseRecorder{"known": known, "unknown": unknown} {
		if w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") != "6" {
			t.Errorf("%s: %d, Retry-After %q: %s", what, w.Code, w.Header().Get("Retry-After"), w.Body)
		}
	}
	if withoutID(t, known) != withoutID(t, unknown) {
		t.Errorf("known %s, unknown %s", known.Body, unknown.Body)
	}
	if n := s.looks()[auditoria.CodigoUsado]; n != 60 {
		t.Errorf("%d uses in the trail", n)
	}
	s.shown(s.use(other))
	s.pass(6 * time.Second)
	s.shown(s.use(code))
}

// Looks by one code and from one address have one act, whatever they show; the trail has no address.
func TestLooksFromOneAddressHaveOneAct(t *testing.T) {
	s := newShop(t, []byte("folio"))
	_, code := s.code(nil)
	_, other := s.code(nil)
	from := func(address, code string) {
		r := httptest.NewRequest(http.MethodPost, "http://localhost/v/usar", strings.NewReader(`{"codigo":"`+code+`"}`))
		r.Header.Set("Content-Type", "application/json")
		r.RemoteAddr = address + ":1"
		w := httptest.NewRecorder()
		s.face.ServeHTTP(w, r)
		r = httptest.NewRequest(http.MethodGet, "http://localhost"+s.shown(w).Archivo.Direccion, nil)
		r.RemoteAddr = address + ":2"
		s.face.ServeHTTP(httptest.NewRecorder(), r)
		s.pass(time.Second) // a pass is of its moment
	}
	for _, address := range []string{"192.0.2.1", "192.0.2.1", "192.0.2.2"} {
		from(address, code)
	}
	from("192.0.2.1", other)
	accesos := &auditoria.Accesos{Rastro: s.Store, Cursores: s.Documentos.Cursores, Clock: s.clock}
	page, err := accesos.De(t.Context(), s.owner(), s.c.CarpetaID, "", relay.Args{})
	s.good(err)
	acts := map[string]int{}
	for _, a := range page.Nodes() {
		acts[a.Acto]++
	}
	if got := slices.Sorted(maps.Values(acts)); !slices.Equal(got, []int{2, 2, 4}) {
		t.Errorf("looks of each act: %v", got)
	}
	es, err := s.Store.Eventos(t.Context(), auditoria.Consulta{Filtro: auditoria.Filtro{CarpetaID: s.c.CarpetaID}, Limite: 100})
	s.good(err)
	if text, _ := json.Marshal(es); strings.Contains(string(text), "192.0.2") {
		t.Errorf("the trail has an address: %s", text)
	}
}

// WebKit says of a link that opens a window that it is of another site. Whoever opens the file sees it; a page of another
// site that makes a browser ask for it does not. What is to be saved is an attachment.
func TestAFileIsOpenedByALink(t *testing.T) {
	s := newShop(t, []byte("%PDF-1.7 diploma"))
	_, code := s.code(nil)
	a := s.shown(s.use(code))
	if a.Archivo.Vista != "application/pdf" {
		t.Errorf("shown as %q", a.Archivo.Vista)
	}
	for name, c := range map[string]struct {
		save    string
		headers []string
		status  int
		how     string
	}{
		"a window":             {"", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"}, http.StatusOK, "inline"},
		"to be saved":          {"&descargar", []string{"Sec-Fetch-Site", "same-origin", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"}, http.StatusOK, "attachment"},
		"another site's frame": {"", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "iframe"}, http.StatusForbidden, ""},
		"its script":           {"", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors", "Sec-Fetch-Dest", "script"}, http.StatusForbidden, ""},
		"its form":             {"", []string{"Origin", "https://otro.example", "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"}, http.StatusForbidden, ""},
	} {
		w := s.send(http.MethodGet, a.Archivo.Direccion+c.save, "", c.headers...)
		how, _, _ := strings.Cut(w.Header().Get("Content-Disposition"), ";")
		if w.Code != c.status || how != c.how {
			t.Errorf("%s: %d, %q", name, w.Code, how)
		}
	}
}

// counted counts the calls to the stores that a use makes.
type counted struct {
	codigo.Store
	documentoStore
	carpetaStore
	calls map[string]int
}

type (
	documentoStore = documento.Store
	carpetaStore   = carpeta.Store
)

func (c *counted) CodigoDeResumen(ctx context.Context, resumen string) (codigo.Codigo, error) {
	c.calls["CodigoDeResumen"]++
	return c.Store.CodigoDeResumen(ctx, resumen)
}

func (c *counted) UsarCodigo(ctx context.Context, x codigo.Codigo, seen documento.Juridico, now time.Time, h auditoria.Evento) error {
	c.calls["UsarCodigo"]++
	return c.Store.UsarCodigo(ctx, x, seen, now, h)
}

func (c *counted) Documento(ctx context.Context, k documento.Clave) (documento.Documento, error) {
	c.calls["Documento"]++
	return c.documentoStore.Documento(ctx, k)
}

func (c *counted) Carpetas(ctx context.Context, ids []string) ([]carpeta.Carpeta, error) {
	c.calls["Carpetas"]++
	return c.carpetaStore.Carpetas(ctx, ids)
}

// What cannot be used costs alike, whatever the reason: no clock tells one from the other.
func TestWhatCannotBeUsedCostsAlike(t *testing.T) {
	s := newShop(t, []byte("folio"))
	ended, endedCode := s.code(nil)
	_, err := s.Codigos.Terminar(t.Context(), s.owner(), ended.Nombre())
	s.good(err)
	one := int64(1)
	_, spent := s.code(func(p *codigo.Pedido) { p.MaxUsos = &one })
	s.shown(s.use(spent))
	_, late := s.code(func(p *codigo.Pedido) { p.Hasta = s.clock().Add(time.Hour) })
	_, good := s.code(nil)
	s.pass(time.Hour)
	c := &counted{Store: s.Codigos.Store, documentoStore: s.Codigos.Documentos.Store, carpetaStore: s.Codigos.Carpetas, calls: map[string]int{}}
	documentos := *s.Codigos.Documentos
	documentos.Store, s.Codigos.Documentos, s.Codigos.Store, s.Codigos.Carpetas = c, &documentos, c, c
	costs := func(code string) map[string]int {
		c.calls = map[string]int{}
		s.use(code)
		return c.calls
	}
	if diff := cmp.Diff(map[string]int{"CodigoDeResumen": 1, "Documento": 1, "Carpetas": 1, "UsarCodigo": 1}, costs(good)); diff != "" {
		t.Error("a good one:", diff)
	}
	codes := map[string]string{"unknown": strings.Repeat("A", 22), "ended": endedCode, "spent": spent, "late": late}
	check := func(codes map[string]string) {
		for name, code := range codes {
			if diff := cmp.Diff(map[string]int{"CodigoDeResumen": 1, "Documento": 1, "Carpetas": 1}, costs(code)); diff != "" {
				t.Error(name, diff)
			}
		}
	}
	check(codes)
	s.lock()
	check(map[string]string{"locked": good})
}

// lock asks for the deletion of the document, which locks it until that is decided.
func (s *shop) lock() {
	s.t.Helper()
	_, err := s.Eliminaciones.SolicitarAprobacion(s.t.Context(), s.owner(), eliminacion.Pedido{Clave: s.d.Clave(), Motivo: "Ya no lo necesito"})
	s.good(err)
}

// revoke has the issuer take the document back.
func (s *shop) revoke() {
	s.t.Helper()
	_, err := s.Entregas.Revocar(s.t.Context(), s.uni.Principal(), s.uni.Revoke(s.t, s.d.DocumentoID, "Error", s.clock()))
	s.good(err)
}

// withoutID is an answer but for the id of its request.
func withoutID(t *testing.T, w *httptest.ResponseRecorder) string {
	t.Helper()
	var body struct {
		Errors []struct {
			Message    string
			Extensions map[string]any
		}
	}
	if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil || len(body.Errors) != 1 {
		t.Fatalf("%v: %s", err, w.Body)
	}
	delete(body.Errors[0].Extensions, "instance")
	text, _ := json.Marshal(body)
	return string(text)
}

// A pass ends with its code, and with what the issuer and the owner do to the document.
func TestThePassEndsWithItsCode(t *testing.T) {
	for name, end := range map[string]func(s *shop, c codigo.Codigo){
		"its minutes are over": func(s *shop, _ codigo.Codigo) { s.pass(15 * time.Minute) },
		"the code is ended": func(s *shop, c codigo.Codigo) {
			_, err := s.Codigos.Terminar(t.Context(), s.owner(), c.Nombre())
			s.good(err)
		},
		"the code is over":       func(s *shop, _ codigo.Codigo) { s.pass(10 * time.Minute) },
		"the document is locked": func(s *shop, _ codigo.Codigo) { s.lock() },
	} {
		t.Run(name, func(t *testing.T) {
			s := newShop(t, []byte("folio"))
			one := int64(1)
			c, code := s.code(func(p *codigo.Pedido) { p.MaxUsos, p.Hasta = &one, s.clock().Add(10*time.Minute) })
			address := s.shown(s.use(code)).Archivo.Direccion
			if w := s.send(http.MethodGet, address, ""); w.Code != http.StatusOK {
				t.Errorf("of a spent code: %d", w.Code)
			}
			end(s, c)
			if w := s.send(http.MethodGet, address, ""); w.Code != http.StatusNotFound {
				t.Errorf("%d", w.Code)
			}
		})
	}
	s := newShop(t, []byte("folio"))
	_, code := s.code(nil)
	address := s.shown(s.use(code)).Archivo.Direccion
	for _, bad := range []string{address + "A", address[:len(address)-1], strings.Replace(address, "pase=", "pase=x", 1), "/v/archivo", "/v/archivo?pase="} {
		if w := s.send(http.MethodGet, bad, ""); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", bad, w.Code)
		}
	}
	browser := s.send(http.MethodGet, address+"A", "", "Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
	if browser.Code != http.StatusSeeOther || browser.Header().Get("Location") != "/v/?archivo" {
		t.Errorf("a person who opens it: %d %v", browser.Code, browser.Header())
	}
	_, data := s.code(func(p *codigo.Pedido) { p.Alcance = codigo.Datos })
	if a := s.shown(s.use(data)); a.Archivo != nil {
		t.Error("a code for data alone shows the file")
	}
}

// slow reads an answer while something happens after its first bytes.
type slow struct {
	http.ResponseWriter
	once sync.Once
	then func()
	n    int
}

func (w *slow) Write(p []byte) (int, error) {
	w.once.Do(w.then)
	w.n += len(p)
	return len(p), nil
}

// A file that is sent for long ends within ten seconds of its code.
func TestALongFileEndsWithItsCode(t *testing.T) {
	s := newShop(t, make([]byte, 1<<20))
	c, code := s.code(nil)
	address := s.shown(s.use(code)).Archivo.Direccion
	w := &slow{ResponseWriter: httptest.NewRecorder(), then: func() {
		_, err := s.Codigos.Terminar(t.Context(), s.owner(), c.Nombre())
		s.good(err)
		s.pass(10 * time.Second)
	}}
	defer func() {
		if r, _ := recover().(error); !errors.Is(r, http.ErrAbortHandler) {
			t.Errorf("it ended with %v, and looks whole", r)
		}
		if w.n == 0 || w.n >= len(s.content) {
			t.Errorf("%d bytes were sent", w.n)
		}
	}()
	s.face.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://localhost"+address, nil))
}

func TestBadRequestsShowNothing(t *testing.T) {
	s := newShop(t, []byte("folio"))
	_, code := s.code(nil)
	for name, c := range map[string]struct {
		w    *httptest.ResponseRecorder
		want int
	}{
		"GET with the code":   {s.send(http.MethodGet, "/v/usar?codigo="+code, ""), http.StatusNotFound},
		"a form":              {s.send(http.MethodPost, "/v/usar", "codigo="+code, "Content-Type", "application/x-www-form-urlencoded"), http.StatusBadRequest},
		"no JSON":             {s.send(http.MethodPost, "/v/usar", code), http.StatusBadRequest},
		"another member":      {s.send(http.MethodPost, "/v/usar", `{"codigo":"`+code+`","x":1}`), http.StatusBadRequest},
		"two values":          {s.send(http.MethodPost, "/v/usar", `{"codigo":"`+code+`"}{}`), http.StatusBadRequest},
		"too long":            {s.send(http.MethodPost, "/v/usar", `{"codigo":"`+strings.Repeat("A", 2000)+`"}`), http.StatusBadRequest},
		"of another site":     {s.send(http.MethodPost, "/v/usar", `{"codigo":"`+code+`"}`, "Origin", "https://otro.example"), http.StatusForbidden},
		"by another site":     {s.send(http.MethodPost, "/v/usar", `{"codigo":"`+code+`"}`, "Sec-Fetch-Site", "cross-site"), http.StatusForbidden},
		"PUT":                 {s.send(http.MethodPut, "/v/usar", `{"codigo":"`+code+`"}`), http.StatusNotFound},
		"a number for a code": {s.send(http.MethodPost, "/v/usar", `{"codigo":1}`), http.StatusBadRequest},
	} {
		if c.w.Code != c.want {
			t.Errorf("%s: %d %s", name, c.w.Code, c.w.Body)
		}
	}
	if n := s.looks()[auditoria.CodigoUsado]; n != 0 {
		t.Errorf("%d uses", n)
	}
}

// broken cannot write the trail.
type broken struct{ codigo.Store }

func (broken) UsarCodigo(context.Context, codigo.Codigo, documento.Juridico, time.Time, auditoria.Evento) error {
	return fault.Wrap(fault.Unavailable, io.ErrUnexpectedEOF)
}

func TestNothingIsShownThatIsNotWritten(t *testing.T) {
	s := newShop(t, []byte("folio"))
	_, code := s.code(nil)
	s.Codigos.Store = broken{s.Codigos.Store}
	if w := s.use(code); w.Code != http.StatusServiceUnavailable || strings.Contains(w.Body.String(), "Diploma") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

package tipo_test

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/documento/tipo"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var hugo = auth.Principal{Sub: "hugo", Roles: []auth.Role{auth.Administrador}}

// shared is a store that several processes have.
type shared struct {
	mu    sync.Mutex
	kinds map[string]tipo.Tipo
	reads int
	down  error
}

func (s *shared) TiposCambiados(context.Context) (ts []tipo.Tipo, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reads++
	for _, t := range s.kinds {
		ts = append(ts, t)
	}
	return ts, s.down
}

func (s *shared) GuardarTipo(_ context.Context, t tipo.Tipo, _ auditoria.Evento) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.kinds[t.Codigo].Version != t.Version-1 {
		return fault.Plain(fault.Conflict)
	}
	s.kinds[t.Codigo] = t
	return s.down
}

type processes struct {
	store      *shared
	now        time.Time
	one, other *tipo.Servicio
}

func newProcesses() *processes {
	p := &processes{store: &shared{kinds: map[string]tipo.Tipo{}}, now: time.Date(2026, 5, 3, 12, 0, 0, 0, time.UTC)}
	clock := func() time.Time { return p.now }
	make := func() *tipo.Servicio {
		return &tipo.Servicio{Store: p.store, Clock: clock, Log: slog.New(slog.DiscardHandler), Escribano: auditoria.Escribano{Clock: clock}}
	}
	p.one, p.other = make(), make()
	return p
}

func carne() tipo.Tipo {
	return tipo.Tipo{
		Codigo: "CARNE_DE_CLUB", Nombre: tipo.Texto{Es: "Carné de club", En: "Club card"}, Contexto: tipo.Texto{Es: "Otros", En: "Other"},
		Icono: "identidad", Retencion: 2, Palabras: []string{"carne"},
	}
}

// TestTheProgramBringsForty: each passes what a new one has to pass.
func TestTheProgramBringsForty(t *testing.T) {
	all := tipo.DelPrograma()
	if len(all) != 40 {
		t.Errorf("%d kinds come with the program", len(all))
	}
	p := newProcesses()
	seen := map[string]bool{}
	for _, k := range all {
		if seen[k.Codigo] || k.Version != 0 || k.Inactivo {
			t.Errorf("%s comes twice, or changed", k.Codigo)
		}
		seen[k.Codigo] = true
		if _, err := p.one.Registrar(t.Context(), hugo, k); err != nil {
			t.Errorf("%s: %v", k.Codigo, err)
		}
		for _, w := range k.Palabras {
			if w != strings.ToLower(w) || strings.ContainsAny(w, "áéíóúñ") {
				t.Errorf("%s: %q is not in the form in which files are compared", k.Codigo, w)
			}
		}
	}
}

// TestAKindIsEverywhereAMinuteLater: the process that wrote it has it at once; another one as soon as somebody uses it, and
// for readers within a minute.
func TestAKindIsEverywhereAMinuteLater(t *testing.T) {
	p := newProcesses()
	name := func(s *tipo.Servicio, lengua string) string {
		return s.Vista(t.Context(), "CARNE_DE_CLUB", lengua).Nombre
	}
	if got := name(p.other, fault.Spanish); got != "CARNE_DE_CLUB" {
		t.Errorf("unknown, it is shown as %q", got)
	}
	k, err := p.one.Registrar(t.Context(), hugo, carne())
	if err != nil || k.Version != 1 {
		t.Fatal(k, err)
	}
	if es, en := name(p.one, fault.Spanish), name(p.one, fault.English); es != "Carné de club" || en != "Club card" {
		t.Errorf("the process that wrote it has %q and %q", es, en)
	}
	p.now = p.now.Add(2 * time.Second)
	if mal := p.other.ParaNuevo(t.Context(), k.Codigo, "c", fault.New(fault.BadUserInput, "")); len(mal.Campos) > 0 {
		t.Errorf("another process refuses it: %v", mal.Campos)
	}
	k.Nombre.Es = "Otro nombre"
	if k, err = p.one.Registrar(t.Context(), hugo, k); err != nil || k.Version != 2 {
		t.Fatal(k, err)
	}
	if got := name(p.other, fault.Spanish); got != "Carné de club" {
		t.Errorf("within the minute: %q", got)
	}
	p.now = p.now.Add(time.Minute)
	if got := name(p.other, fault.Spanish); got != "Otro nombre" {
		t.Errorf("a minute later: %q", got)
	}
}

// TestReadersDoNotAskTheStore: 10,000 looks at a name are one read, and wrong codes one a second.
func TestReadersDoNotAskTheStore(t *testing.T) {
	p := newProcesses()
	for range 10_000 {
		p.one.Vista(t.Context(), "DIPLOMA", fault.Spanish)
		p.one.ParaNuevo(t.Context(), "NADA_ASI", "c", fault.New(fault.BadUserInput, ""))
	}
	if p.store.reads != 1 {
		t.Errorf("%d reads", p.store.reads)
	}
	if n := testing.AllocsPerRun(100, func() { p.one.Vista(t.Context(), "DIPLOMA", fault.English) }); n > 1 { // t.Context's own
		t.Errorf("a look allocates %v times", n)
	}
}

// TestWhatIsKnownStays when the store does not answer: also of a process that never read it.
func TestWhatIsKnownStays(t *testing.T) {
	p := newProcesses()
	if _, err := p.one.Registrar(t.Context(), hugo, carne()); err != nil {
		t.Fatal(err)
	}
	p.store.down = fault.Plain(fault.Unavailable)
	p.now = p.now.Add(time.Hour)
	if got := p.one.Vista(t.Context(), "CARNE_DE_CLUB", fault.Spanish).Nombre; got != "Carné de club" {
		t.Errorf("it is shown as %q", got)
	}
	if got := p.other.Vista(t.Context(), "DIPLOMA", fault.English).Nombre; got != "Diploma" {
		t.Errorf("a kind of the program is shown as %q", got)
	}
	if _, err := p.other.Todos(t.Context(), hugo); !errors.Is(err, fault.Unavailable) {
		t.Errorf("who keeps the catalogue is told %v", err)
	}
	p.store.down = nil
	p.now = p.now.Add(6 * time.Second)
	if got := p.other.Vista(t.Context(), "CARNE_DE_CLUB", fault.Spanish).Nombre; got != "Carné de club" {
		t.Errorf("after the store is back it is shown as %q", got)
	}
}

// TestARefusalNamesWhatIsNear of the code.
func TestARefusalNamesWhatIsNear(t *testing.T) {
	p := newProcesses()
	viejo := carne()
	viejo.Inactivo = true
	if _, err := p.one.Registrar(t.Context(), hugo, viejo); err != nil {
		t.Fatal(err)
	}
	said := func(check func(context.Context, string, string, *fault.Error) *fault.Error, code string) string {
		mal := check(t.Context(), code, "codigoTipo", fault.New(fault.BadUserInput, ""))
		if len(mal.Campos) == 0 {
			return ""
		}
		return mal.Campos[0].Mensaje
	}
	for code, want := range map[string]string{
		"DIPLOMA": "", "DIPLOMAS": "Quizá buscaba DIPLOMA.", "REGISTRO_MATRIMONIO": "Quizá buscaba REGISTRO_CIVIL.",
		"LICENCIA": "LICENCIA_CONDUCCION", "XYZW_QQQ_123": "tiposDeDocumento", "diploma": "por ejemplo DIPLOMA", "": "por ejemplo DIPLOMA",
		strings.Repeat("A", 49): "por ejemplo DIPLOMA", "CARNE_DE_CLUB": "ya no llevan",
	} {
		if got := said(p.one.ParaNuevo, code); (want == "") != (got == "") || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q in it", code, got, want)
		}
	}
	if got := said(p.one.ParaFiltro, "CARNE_DE_CLUB"); got != "" {
		t.Errorf("folders that have a kind that is out of use are not filtered by it: %s", got)
	}
}

// TestOnlyAdministradoresKeepIt, and what they write has a form.
func TestOnlyAdministradoresKeepIt(t *testing.T) {
	p := newProcesses()
	ana := auth.Principal{Sub: "ana", Roles: []auth.Role{auth.Ciudadano}}
	if _, err := p.one.Registrar(t.Context(), ana, carne()); !errors.Is(err, fault.Forbidden) {
		t.Errorf("a citizen registers: %v", err)
	}
	if _, err := p.one.Todos(t.Context(), ana); !errors.Is(err, fault.Forbidden) {
		t.Errorf("a citizen reads the catalogue: %v", err)
	}
	for campo, wrong := range map[string]func(*tipo.Tipo){
		"codigo":    func(k *tipo.Tipo) { k.Codigo = "CARNÉ" },
		"nombre":    func(k *tipo.Tipo) { k.Nombre.En = " " },
		"contexto":  func(k *tipo.Tipo) { k.Contexto.Es = "a\nb" },
		"icono":     func(k *tipo.Tipo) { k.Icono = "../x" },
		"retencion": func(k *tipo.Tipo) { k.Retencion = 201 },
		"palabras":  func(k *tipo.Tipo) { k.Palabras = slices.Repeat([]string{"a"}, 21) },
		"activo":    func(k *tipo.Tipo) { k.Codigo, k.Inactivo = tipo.Otro, true },
	} {
		k := carne()
		wrong(&k)
		_, err := p.one.Registrar(t.Context(), hugo, k)
		var e *fault.Error
		if !errors.As(err, &e) || len(e.Campos) != 1 || e.Campos[0].Campo != campo {
			t.Errorf("%s: %v", campo, err)
		}
	}
	if len(p.store.kinds) > 0 {
		t.Errorf("stored: %v", p.store.kinds)
	}
}

// TestACatalogueHasAnEnd: every client loads all of it.
func TestACatalogueHasAnEnd(t *testing.T) {
	p := newProcesses()
	for n := range 460 {
		k := carne()
		k.Codigo = "CARNE_" + strings.Repeat("A", 1+n%20) + strings.Repeat("B", n/20)
		p.store.kinds[k.Codigo] = k
	}
	if _, err := p.one.Registrar(t.Context(), hugo, carne()); fault.CodeOf(err) != fault.NotAllowed {
		t.Errorf("one more: %v", err)
	}
	if _, err := p.one.Registrar(t.Context(), hugo, tipo.DelPrograma()[0]); err != nil {
		t.Errorf("a kind that is there: %v", err)
	}
}

package tramite_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento/tramite"
	"github.com/carpeta-ciudadana/servidor/internal/documento/tipo"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

var hugo = world.Administrador()

func of(entidadID string) auth.Principal {
	return auth.Principal{Sub: "programa", Roles: []auth.Role{auth.Entidad}, EntidadID: entidadID}
}

// newRegistry has the RECEPTOR banco and caja, and uni, which is only an EMISOR.
func newRegistry(t *testing.T) *tramite.Servicio {
	w := world.New(t, world.Config{})
	for _, e := range []entidad.Alta{
		{EntidadID: "banco", Nombre: "El banco", Roles: []entidad.Rol{entidad.RolReceptor}, NIT: "900123456-8"},
		{EntidadID: "caja", Nombre: "La caja", Roles: []entidad.Rol{entidad.RolReceptor}, NIT: "800197268-4"},
		{EntidadID: "uni", Nombre: "La uni", Llaves: world.NewSigner(t, "uni", "k1").JWKS(t)},
	} {
		if _, err := w.Entidades.Registrar(t.Context(), hugo, e); err != nil {
			t.Fatal(err)
		}
	}
	return w.Tramites
}

func credito() tramite.Tramite {
	return tramite.Tramite{
		Codigo: "CREDITO", Nombre: tipo.Texto{Es: "Crédito", En: "Credit"}, Finalidad: tipo.Texto{Es: "Estudiarlo", En: "To study it"},
		BaseLegal: tipo.Texto{Es: "Ley 1266", En: "Law 1266"}, ConservacionDias: 30, PlazoMaximoDias: 90, Entidades: []string{"banco"},
		Requisitos: []tramite.Requisito{requisito(0)},
	}
}

func requisito(n int) tramite.Requisito {
	return tramite.Requisito{Codigo: fmt.Sprint("R", n), Nombre: tipo.Texto{Es: "Cédula", En: "Identity card"}, Tipos: []string{"CEDULA_CIUDADANIA"}}
}

// TestEachWrongInputIsNamed: the field, and what it may be. Nothing is stored.
func TestEachWrongInputIsNamed(t *testing.T) {
	s := newRegistry(t)
	for campo, c := range map[string]struct {
		change func(*tramite.Tramite)
		says   string
	}{
		"codigo":                   {func(v *tramite.Tramite) { v.Codigo = "credito" }, "letras mayúsculas"},
		"nombre":                   {func(v *tramite.Tramite) { v.Nombre.En = "" }, "En los dos idiomas, de 1 a 120"},
		"finalidad":                {func(v *tramite.Tramite) { v.Finalidad.Es = strings.Repeat("a", 501) }, "de 1 a 500"},
		"baseLegal":                {func(v *tramite.Tramite) { v.BaseLegal.En = "a\u202eb" }, "ni de dirección"},
		"conservacionDias":         {func(v *tramite.Tramite) { v.ConservacionDias = -1 }, "De 0 a 36.500"},
		"conservacionDias  beyond": {func(v *tramite.Tramite) { v.ConservacionDias = 36_501 }, "De 0 a 36.500"},
		"plazoMaximoDias":          {func(v *tramite.Tramite) { v.PlazoMaximoDias = 0 }, "De 1 a 366"},
		"plazoMaximoDias  beyond":  {func(v *tramite.Tramite) { v.PlazoMaximoDias = 367 }, "De 1 a 366"},
		"requisitos":               {func(v *tramite.Tramite) { v.Requisitos = nil }, "De 1 a 10"},
		"requisitos  eleven": {func(v *tramite.Tramite) {
			for n := range 10 {
				v.Requisitos = append(v.Requisitos, requisito(n+1))
			}
		}, "De 1 a 10"},
		"requisitos  optional": {func(v *tramite.Tramite) { v.Requisitos[0].Opcional = true }, "Al menos uno no es opcional"},
		"requisitos.1.codigo":  {func(v *tramite.Tramite) { v.Requisitos = append(v.Requisitos, requisito(0)) }, "el mismo código"},
		"requisitos.0.codigo":  {func(v *tramite.Tramite) { v.Requisitos[0].Codigo = "" }, "letras mayúsculas"},
		"requisitos.0.nombre":  {func(v *tramite.Tramite) { v.Requisitos[0].Nombre.Es = " " }, "En los dos idiomas"},
		"requisitos.0.tipos":   {func(v *tramite.Tramite) { v.Requisitos[0].Tipos = nil }, "De 1 a 5"},
		"requisitos.0.tipos  twice": {func(v *tramite.Tramite) {
			v.Requisitos[0].Tipos = []string{"SOAT", "SOAT"}
		}, "una sola vez"},
		"requisitos.0.tipos  six": {func(v *tramite.Tramite) {
			for _, k := range tipo.DelPrograma()[:6] {
				v.Requisitos[0].Tipos = append(v.Requisitos[0].Tipos, k.Codigo)
			}
			v.Requisitos[0].Tipos = v.Requisitos[0].Tipos[1:]
		}, "De 1 a 5"},
		"requisitos.0.tipos.1":    {func(v *tramite.Tramite) { v.Requisitos[0].Tipos = []string{"SOAT", "SOATS"} }, "Quizá buscaba SOAT"},
		"entidadIds":              {func(v *tramite.Tramite) { v.Entidades = nil }, "De 1 a 100"},
		"entidadIds  unknown":     {func(v *tramite.Tramite) { v.Entidades = []string{"banco", "nadie"} }, ": nadie. Regístrelas"},
		"entidadIds  no RECEPTOR": {func(v *tramite.Tramite) { v.Entidades = []string{"banco", "uni"} }, ": uni. Regístrelas"},
		"entidadIds  no id":       {func(v *tramite.Tramite) { v.Entidades = []string{"el banco"} }, "registro de entidades"},
	} {
		v := credito()
		c.change(&v)
		_, err := s.Registrar(t.Context(), hugo, v)
		var f *fault.Error
		campo, _, _ := strings.Cut(campo, "  ")
		if !errors.As(err, &f) || f.Code != fault.BadUserInput || len(f.Campos) != 1 || f.Campos[0].Campo != campo || !strings.Contains(f.Campos[0].Mensaje, c.says) {
			t.Errorf("%s: %v, want %q", campo, err, c.says)
			continue
		}
		if en := f.For(fault.WithLanguage(t.Context(), []string{fault.English})); en.Campos[0].Mensaje == f.Campos[0].Mensaje || en.Mensaje == f.Mensaje {
			t.Errorf("%s: it is not said in English: %v", campo, en)
		}
	}
	if ts, err := s.Todos(t.Context(), hugo); err != nil || len(ts) > 0 {
		t.Errorf("stored: %v, %v", ts, err)
	}
}

// TestEachChangeIsAVersion, which stays; the same again is none.
func TestEachChangeIsAVersion(t *testing.T) {
	s := newRegistry(t)
	in := credito()
	in.Nombre.Es, in.Entidades = "  Crédito ", []string{"caja", "banco", "caja"}
	first, err := s.Registrar(t.Context(), hugo, in)
	if err != nil || first.Version != 1 || first.Nombre.Es != "Crédito" || !slices.Equal(first.Entidades, []string{"banco", "caja"}) {
		t.Fatal(first, err)
	}
	if again, err := s.Registrar(t.Context(), hugo, in); err != nil || again.Version != 1 {
		t.Errorf("the same again: %v, %v", again, err)
	}
	in.Finalidad.Es = "Otra"
	second, err := s.Registrar(t.Context(), hugo, in)
	if err != nil || second.Version != 2 {
		t.Fatal(second, err)
	}
	ended, err := s.Terminar(t.Context(), hugo, "CREDITO")
	if err != nil || ended.Version != 3 || !ended.Terminado() {
		t.Fatal(ended, err)
	}
	if again, err := s.Terminar(t.Context(), hugo, "CREDITO"); err != nil || !cmp.Equal(again, ended) {
		t.Errorf("ended twice: %v, %v", again, err)
	}
	in.Finalidad.Es = "Otra"
	back, err := s.Registrar(t.Context(), hugo, in)
	if err != nil || back.Version != 4 || back.Terminado() {
		t.Errorf("in use again: %v, %v", back, err)
	}
	for _, want := range []tramite.Tramite{first, second, ended, back} {
		for range 2 { // out of the store, and out of what the process remembers
			if got, err := s.De(t.Context(), "CREDITO", want.Version); err != nil || !cmp.Equal(got, want) {
				t.Errorf("version %d: %v, %v", want.Version, got, err)
			}
		}
	}
	if _, err := s.De(t.Context(), "CREDITO", 5); !errors.Is(err, fault.NotFound) {
		t.Errorf("a version that there is not: %v", err)
	}
	for _, codigo := range []string{"NADA", "credito", ""} {
		if _, err := s.Terminar(t.Context(), hugo, codigo); !errors.Is(err, fault.BadUserInput) {
			t.Errorf("%q ended: %v", codigo, err)
		}
	}
}

// TestWhoMayUseIt: an entity that the newest version names, while nobody ended it.
func TestWhoMayUseIt(t *testing.T) {
	s := newRegistry(t)
	v, err := s.Registrar(t.Context(), hugo, credito())
	if err != nil {
		t.Fatal(err)
	}
	expect := func(codigo, entidadID, refusal string) {
		t.Helper()
		got, err := s.Vigente(t.Context(), codigo, entidadID)
		var f *fault.Error
		switch errors.As(err, &f); {
		case refusal == "" && (err != nil || got.Version != v.Version):
			t.Errorf("%s for %s: %v, %v", codigo, entidadID, got, err)
		case refusal != "" && (f == nil || len(f.Campos) != 1 || f.Campos[0].Campo != "tramite" || !strings.Contains(f.Campos[0].Mensaje, refusal)):
			t.Errorf("%s for %s: %v, want %q", codigo, entidadID, err, refusal)
		}
	}
	listed := func(quien auth.Principal, want int) {
		t.Helper()
		if ts, err := s.EnUso(t.Context(), quien); err != nil || len(ts) != want {
			t.Errorf("%s of %s lists %v, %v", quien.Sub, quien.EntidadID, ts, err)
		}
	}
	expect("CREDITO", "banco", "")
	expect("CREDITO", "caja", "no puede usar")
	expect("NADA", "banco", "No hay un trámite NADA")
	expect("nada", "banco", "El código de un trámite")
	listed(of("banco"), 1)
	listed(of("caja"), 0)
	listed(hugo, 1)
	next := credito()
	next.Entidades = []string{"caja"}
	if v, err = s.Registrar(t.Context(), hugo, next); err != nil {
		t.Fatal(err)
	}
	expect("CREDITO", "banco", "no puede usar")
	expect("CREDITO", "caja", "")
	if _, err := s.Terminar(t.Context(), hugo, "CREDITO"); err != nil {
		t.Fatal(err)
	}
	expect("CREDITO", "caja", "terminó")
	listed(of("caja"), 0)
	listed(hugo, 0)
	if ts, err := s.Todos(t.Context(), hugo); err != nil || len(ts) != 1 {
		t.Errorf("the registry has %v, %v", ts, err)
	}
}

// TestOnlyAdministradoresKeepIt. Entities list it; nobody else does.
func TestOnlyAdministradoresKeepIt(t *testing.T) {
	s := newRegistry(t)
	for _, role := range []auth.Role{auth.Ciudadano, auth.Operador, auth.Auditor, auth.Entidad} {
		quien := auth.Principal{Sub: "ana", Roles: []auth.Role{role}, OperadorID: "op-1", EntidadID: "banco"}
		_, registered := s.Registrar(t.Context(), quien, credito())
		_, ended := s.Terminar(t.Context(), quien, "CREDITO")
		_, all := s.Todos(t.Context(), quien)
		for what, err := range map[string]error{"registers": registered, "ends": ended, "reads all": all} {
			if !errors.Is(err, fault.Forbidden) {
				t.Errorf("%s %s: %v", role, what, err)
			}
		}
		if _, err := s.EnUso(t.Context(), quien); errors.Is(err, fault.Forbidden) != (role != auth.Entidad) {
			t.Errorf("%s lists: %v", role, err)
		}
	}
}

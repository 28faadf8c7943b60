package carpeta_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

const operadorDelPrimerIngreso = "op-de-todos"

var (
	deUno  = auth.Principal{Sub: "maria", Roles: []auth.Role{auth.Operador}, OperadorID: "op-1"}
	deOtro = auth.Principal{Sub: "jose", Roles: []auth.Role{auth.Operador}, OperadorID: "op-2"}
)

func servicio(t *testing.T, primerIngreso string) *carpeta.Servicio {
	store, _ := world.Open(t, world.Config{})
	return &carpeta.Servicio{Store: store, Apertura: carpeta.Apertura{NewID: world.NewID, PrimerIngreso: primerIngreso}}
}

func TestAbrirIsOncePerCitizen(t *testing.T) {
	s := servicio(t, "")
	first, err := s.Abrir(t.Context(), deUno, "ana")
	if err != nil || !first.Nueva || first.CiudadanoID != "ana" || first.OperadorID != "op-1" || first.Tipo != carpeta.Personal {
		t.Fatalf("first: %+v, %v", first, err)
	}
	again, err := s.Abrir(t.Context(), deUno, "ana")
	if err != nil || again.Nueva || again.Carpeta != first.Carpeta {
		t.Errorf("again: %+v, %v; want the first, not new", again, err)
	}
	_, err = s.Abrir(t.Context(), deOtro, "ana")
	if !errors.Is(err, fault.OtherOperador) || strings.Contains(err.Error(), "op-1") {
		t.Errorf("another operador: %v, want %s, naming nobody", err, fault.OtherOperador)
	}
	if mia, err := s.Mia(t.Context(), ana); err != nil || mia != first.Carpeta {
		t.Errorf("her own: %+v, %v", mia, err)
	}
}

func TestAbrirIsForOperadores(t *testing.T) {
	s := servicio(t, operadorDelPrimerIngreso)
	for name, quien := range map[string]auth.Principal{
		"the citizen":        ana,
		"an auditor":         {Sub: "iris", Roles: []auth.Role{auth.Auditor}},
		"an entidad":         {Sub: "programa", Roles: []auth.Role{auth.Entidad}, EntidadID: "universidad"},
		"without operadorId": {Sub: "eva", Roles: []auth.Role{auth.Operador}},
	} {
		if _, err := s.Abrir(t.Context(), quien, "ana"); !errors.Is(err, fault.Forbidden) {
			t.Errorf("%s: %v, want FORBIDDEN", name, err)
		}
	}
	for _, bad := range []string{"", "a b", "ñ", "\n", strings.Repeat("x", 129)} {
		if _, err := s.Abrir(t.Context(), deUno, bad); !errors.Is(err, fault.BadUserInput) {
			t.Errorf("ciudadanoId %q: %v, want BAD_USER_INPUT", bad, err)
		}
	}
}

func TestTheFirstVisitOpens(t *testing.T) {
	closed := servicio(t, "")
	if _, err := closed.Mia(t.Context(), ana); !errors.Is(err, fault.SinCarpeta) {
		t.Errorf("where operadores open: %v, want SIN_CARPETA", err)
	}
	s := servicio(t, operadorDelPrimerIngreso)
	if _, err := s.Mia(t.Context(), deUno); !errors.Is(err, fault.NotFound) {
		t.Errorf("an operador's visit: %v, want NOT_FOUND", err)
	}
	first, err := s.Mia(t.Context(), ana)
	if err != nil || first.OperadorID != operadorDelPrimerIngreso {
		t.Fatalf("first visit: %+v, %v", first, err)
	}
	if again, err := s.Mia(t.Context(), ana); err != nil || again != first {
		t.Errorf("second visit: %+v, %v; want %+v", again, err, first)
	}
}

// slowIndex lets an operador open the carpeta between the look and the first visit's write.
type slowIndex struct{ carpeta.Store }

func (s slowIndex) CarpetaDeCiudadano(context.Context, string) (carpeta.Carpeta, error) {
	return carpeta.Carpeta{}, fault.Plain(fault.NotFound)
}

func TestAVisitorFindsWhatAnOperadorHasJustOpened(t *testing.T) {
	s := servicio(t, operadorDelPrimerIngreso)
	opened, err := s.Abrir(t.Context(), deUno, "ana")
	if err != nil {
		t.Fatal(err)
	}
	s.Store = slowIndex{s.Store}
	if mia, err := s.Mia(t.Context(), ana); err != nil || mia != opened.Carpeta {
		t.Errorf("%+v, %v; want what the operador opened: %+v", mia, err, opened.Carpeta)
	}
}

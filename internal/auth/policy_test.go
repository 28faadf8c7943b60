package auth_test

import (
	"context"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/fault"
)

const (
	dueno = "0190a000-0000-7000-8000-000000000001"
	otro  = "0190a000-0000-7000-8000-000000000002"
)

var quienes = map[string]auth.Principal{
	"dueno":           {Sub: dueno, Roles: []auth.Rol{auth.Ciudadano}},
	"otro ciudadano":  {Sub: otro, Roles: []auth.Rol{auth.Ciudadano}},
	"operador":        {Sub: "o", Roles: []auth.Rol{auth.Operador}, OperadorID: "op1"},
	"operador ajeno":  {Sub: "o", Roles: []auth.Rol{auth.Operador}, OperadorID: "op2"},
	"auditor":         {Sub: "a", Roles: []auth.Rol{auth.Auditor}},
	"dueno sin rol":   {Sub: dueno},
	"operador tocayo": {Sub: dueno, Roles: []auth.Rol{auth.Operador}, OperadorID: "op2"}, // a subject is an owner only as a citizen
	"op sin rol":      {Sub: "o", Roles: []auth.Rol{auth.Auditor}, OperadorID: "op1"},
	"dueno y auditor": {Sub: dueno, Roles: []auth.Rol{auth.Ciudadano, auth.Auditor}},
	"dueno y op":      {Sub: dueno, Roles: []auth.Rol{auth.Ciudadano, auth.Operador}, OperadorID: "op1"},
	"nadie":           {},
}

func TestPolicy(t *testing.T) {
	const si, no404, no403 = fault.Code(""), fault.NotFound, fault.Forbidden
	type fila struct{ leer, escribir, leerEliminacion, cancelar, reintentar fault.Code }
	filas := map[string]fila{
		"dueno":           {si, si, si, si, no403},
		"otro ciudadano":  {no404, no404, no404, no404, no404},
		"operador":        {no404, no404, si, no403, si},
		"operador ajeno":  {no404, no404, no404, no404, no404},
		"auditor":         {no404, no404, si, no403, no403},
		"dueno sin rol":   {no404, no404, no404, no404, no404},
		"operador tocayo": {no404, no404, no404, no404, no404},
		"op sin rol":      {no404, no404, si, no403, no403},
		"dueno y auditor": {si, si, si, si, no403},
		"dueno y op":      {si, si, si, si, si},
		"nadie":           {no404, no404, no404, no404, no404},
	}
	if len(filas) != len(quienes) {
		t.Fatalf("%d rows for %d principals", len(filas), len(quienes))
	}
	for nombre, f := range filas {
		p := quienes[nombre]
		obtenido := fila{
			fault.CodeOf(auth.PuedeLeerCarpeta(p, dueno)),
			fault.CodeOf(auth.PuedeEscribirCarpeta(p, dueno)),
			fault.CodeOf(auth.PuedeLeerEliminacion(p, dueno, "op1")),
			fault.CodeOf(auth.PuedeCancelar(p, dueno, "op1")),
			fault.CodeOf(auth.PuedeReintentar(p, dueno, "op1")),
		}
		if obtenido != f {
			t.Errorf("%s: got %+v, want %+v", nombre, obtenido, f)
		}
	}
}

// An object without an owner belongs to nobody, not to whoever has an empty id.
func TestPolicyObjetoSinDueno(t *testing.T) {
	p := auth.Principal{Roles: []auth.Rol{auth.Ciudadano, auth.Operador}}
	for nombre, err := range map[string]error{
		"leer":        auth.PuedeLeerCarpeta(p, ""),
		"eliminacion": auth.PuedeLeerEliminacion(p, "", ""),
		"reintentar":  auth.PuedeReintentar(p, "", ""),
	} {
		if fault.CodeOf(err) != fault.NotFound {
			t.Errorf("%s: got %v, want NOT_FOUND", nombre, err)
		}
	}
}

func TestPolicyAjenoIgualQueAusente(t *testing.T) {
	err := auth.PuedeLeerCarpeta(quienes["otro ciudadano"], dueno)
	if err == nil || err.Error() != auth.NoEncontrado().Error() {
		t.Errorf("foreign %q, absent %q", err, auth.NoEncontrado())
	}
}

func TestContexto(t *testing.T) {
	if _, err := auth.Requerir(context.Background()); fault.CodeOf(err) != fault.Unauthenticated {
		t.Errorf("without principal: %v", err)
	}
	ctx := auth.WithPrincipal(context.Background(), quienes["operador"])
	p, err := auth.Requerir(ctx)
	if err != nil || p.OperadorID != "op1" {
		t.Errorf("got %+v, %v", p, err)
	}
}

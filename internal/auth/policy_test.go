package auth_test

import (
	"context"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

const (
	dueno = "0190a000-0000-7000-8000-000000000001"
	otro  = "0190a000-0000-7000-8000-000000000002"
)

var quienes = map[string]auth.Principal{
	"dueno":           {Sub: dueno, Roles: []auth.Rol{auth.Ciudadano}},
	"otro ciudadano":  {Sub: otro, Roles: []auth.Rol{auth.Ciudadano}},
	"operador":        {Sub: "o", Roles: []auth.Rol{auth.Operador}, OperadorID: "op1"},
	"otro operador":   {Sub: "p", Roles: []auth.Rol{auth.Operador}, OperadorID: "op1"},
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
	type fila struct{ leer, escribir, leerEliminacion, cancelar, reintentar, solicitar, decidir, retirar fault.Code }
	filas := map[string]fila{
		"dueno":           {si, si, si, si, no403, si, no403, si},
		"otro ciudadano":  {no404, no404, no404, no404, no404, no404, no404, no404},
		"operador":        {no404, no404, si, no403, si, si, si, si},
		"otro operador":   {no404, no404, si, no403, si, si, si, no403}, // did not ask
		"operador ajeno":  {no404, no404, no404, no404, no404, no404, no404, no404},
		"auditor":         {no404, no404, si, no403, no403, no404, no403, no403},
		"dueno sin rol":   {no404, no404, no404, no404, no404, no404, no404, no404},
		"operador tocayo": {no404, no404, no404, no404, no404, no404, no404, no404},
		"op sin rol":      {no404, no404, si, no403, no403, no404, no403, no403},
		"dueno y auditor": {si, si, si, si, no403, si, no403, si},
		"dueno y op":      {si, si, si, si, si, si, no403, si},
		"nadie":           {no404, no404, no404, no404, no404, no404, no404, no404},
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
			fault.CodeOf(auth.PuedeSolicitarAprobacion(p, dueno, "op1")),
			fault.CodeOf(auth.PuedeDecidir(p, dueno, "op1")),
			fault.CodeOf(auth.PuedeRetirar(p, dueno, "op1", "o")), // "o" asked for it
		}
		if obtenido != f {
			t.Errorf("%s: got %+v, want %+v", nombre, obtenido, f)
		}
	}
}

// What concerns an operador as a whole: whose it is is asked for by name, so there
// is nothing to hide.
func TestPolicyDeOperador(t *testing.T) {
	const si, no403 = fault.Code(""), fault.Forbidden
	type fila struct{ leer, leerTodo, reencolar fault.Code }
	filas := map[string]fila{
		"dueno": {no403, no403, no403}, "otro ciudadano": {no403, no403, no403}, "dueno sin rol": {no403, no403, no403}, "nadie": {no403, no403, no403},
		"operador": {si, no403, si}, "otro operador": {si, no403, si}, "dueno y op": {si, no403, si},
		"operador ajeno": {no403, no403, no403}, "operador tocayo": {no403, no403, no403},
		"auditor": {si, si, no403}, "op sin rol": {si, si, no403}, "dueno y auditor": {si, si, no403},
	}
	if len(filas) != len(quienes) {
		t.Fatalf("%d rows for %d principals", len(filas), len(quienes))
	}
	for nombre, f := range filas {
		p := quienes[nombre]
		obtenido := fila{
			fault.CodeOf(auth.PuedeLeerOperador(p, "op1")), fault.CodeOf(auth.PuedeLeerOperador(p, "")), fault.CodeOf(auth.PuedeReencolar(p, "op1")),
		}
		if obtenido != f {
			t.Errorf("%s: got %+v, want %+v", nombre, obtenido, f)
		}
		if c := fault.CodeOf(auth.PuedeAuditar(p)); c != f.leerTodo {
			t.Errorf("%s: auditar: got %v, want %v", nombre, c, f.leerTodo)
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
		"solicitar":   auth.PuedeSolicitarAprobacion(p, "", ""),
		"decidir":     auth.PuedeDecidir(p, "", ""),
		"retirar":     auth.PuedeRetirar(p, "", "", ""),
	} {
		if fault.CodeOf(err) != fault.NotFound {
			t.Errorf("%s: got %v, want NOT_FOUND", nombre, err)
		}
	}
}

func TestActua(t *testing.T) {
	for nombre, want := range map[string]auth.Rol{
		"dueno": auth.Ciudadano, "dueno y op": auth.Ciudadano, "operador": auth.Operador, "auditor": auth.Auditor,
	} {
		if got := quienes[nombre].Actua(dueno); got != want {
			t.Errorf("%s acts as %s, want %s", nombre, got, want)
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

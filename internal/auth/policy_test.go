package auth_test

import (
	"context"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

const (
	dueno = "0190a000-0000-7000-8000-000000000001"
	other = "0190a000-0000-7000-8000-000000000002"
)

var people = map[string]auth.Principal{
	"dueno":           {Sub: dueno, Roles: []auth.Role{auth.Ciudadano}},
	"otro ciudadano":  {Sub: other, Roles: []auth.Role{auth.Ciudadano}},
	"operador":        {Sub: "o", Roles: []auth.Role{auth.Operador}, OperadorID: "op1"},
	"otro operador":   {Sub: "p", Roles: []auth.Role{auth.Operador}, OperadorID: "op1"},
	"operador ajeno":  {Sub: "o", Roles: []auth.Role{auth.Operador}, OperadorID: "op2"},
	"auditor":         {Sub: "a", Roles: []auth.Role{auth.Auditor}},
	"dueno sin rol":   {Sub: dueno},
	"operador tocayo": {Sub: dueno, Roles: []auth.Role{auth.Operador}, OperadorID: "op2"}, // a subject is an owner only as a citizen
	"op sin rol":      {Sub: "o", Roles: []auth.Role{auth.Auditor}, OperadorID: "op1"},
	"dueno y auditor": {Sub: dueno, Roles: []auth.Role{auth.Ciudadano, auth.Auditor}},
	"dueno y op":      {Sub: dueno, Roles: []auth.Role{auth.Ciudadano, auth.Operador}, OperadorID: "op1"},
	"nadie":           {},
}

func TestPolicy(t *testing.T) {
	const yes, no404, no403 = fault.Code(""), fault.NotFound, fault.Forbidden
	type row struct{ read, write, readEliminacion, cancel, reintentar, solicitar, decidir, retirar fault.Code }
	rows := map[string]row{
		"dueno":           {yes, yes, yes, yes, no403, yes, no403, yes},
		"otro ciudadano":  {no404, no404, no404, no404, no404, no404, no404, no404},
		"operador":        {no404, no404, yes, no403, yes, yes, yes, yes},
		"otro operador":   {no404, no404, yes, no403, yes, yes, yes, no403}, // did not ask
		"operador ajeno":  {no404, no404, no404, no404, no404, no404, no404, no404},
		"auditor":         {no404, no404, yes, no403, no403, no404, no403, no403},
		"dueno sin rol":   {no404, no404, no404, no404, no404, no404, no404, no404},
		"operador tocayo": {no404, no404, no404, no404, no404, no404, no404, no404},
		"op sin rol":      {no404, no404, yes, no403, no403, no404, no403, no403},
		"dueno y auditor": {yes, yes, yes, yes, no403, yes, no403, yes},
		"dueno y op":      {yes, yes, yes, yes, yes, yes, no403, yes},
		"nadie":           {no404, no404, no404, no404, no404, no404, no404, no404},
	}
	if len(rows) != len(people) {
		t.Fatalf("%d rows for %d principals", len(rows), len(people))
	}
	for name, f := range rows {
		p := people[name]
		got := row{
			fault.CodeOf(auth.MayReadCarpeta(p, dueno)),
			fault.CodeOf(auth.MayWriteCarpeta(p, dueno)),
			fault.CodeOf(auth.MayReadEliminacion(p, dueno, "op1")),
			fault.CodeOf(auth.MayCancelar(p, dueno, "op1")),
			fault.CodeOf(auth.MayReintentar(p, dueno, "op1")),
			fault.CodeOf(auth.MaySolicitarAprobacion(p, dueno, "op1")),
			fault.CodeOf(auth.MayDecidir(p, dueno, "op1")),
			fault.CodeOf(auth.MayRetirar(p, dueno, "op1", "o")), // "o" asked for it
		}
		if got != f {
			t.Errorf("%s: got %+v, want %+v", name, got, f)
		}
	}
}

// What concerns an operador as a whole: whose it is is asked for by name, so there
// is nothing to hide.
func TestPolicyOfOperadores(t *testing.T) {
	const yes, no403 = fault.Code(""), fault.Forbidden
	type row struct{ read, readAll, reencolar fault.Code }
	rows := map[string]row{
		"dueno": {no403, no403, no403}, "otro ciudadano": {no403, no403, no403}, "dueno sin rol": {no403, no403, no403}, "nadie": {no403, no403, no403},
		"operador": {yes, no403, yes}, "otro operador": {yes, no403, yes}, "dueno y op": {yes, no403, yes},
		"operador ajeno": {no403, no403, no403}, "operador tocayo": {no403, no403, no403},
		"auditor": {yes, yes, no403}, "op sin rol": {yes, yes, no403}, "dueno y auditor": {yes, yes, no403},
	}
	if len(rows) != len(people) {
		t.Fatalf("%d rows for %d principals", len(rows), len(people))
	}
	for name, f := range rows {
		p := people[name]
		got := row{
			fault.CodeOf(auth.MayReadOperador(p, "op1")), fault.CodeOf(auth.MayReadOperador(p, "")), fault.CodeOf(auth.MayReencolar(p, "op1")),
		}
		if got != f {
			t.Errorf("%s: got %+v, want %+v", name, got, f)
		}
		if c := fault.CodeOf(auth.MayAudit(p)); c != f.readAll {
			t.Errorf("%s: auditar: got %v, want %v", name, c, f.readAll)
		}
	}
}

// An object without an owner belongs to nobody, not to a person with an empty id.
func TestPolicyWithoutDueno(t *testing.T) {
	p := auth.Principal{Roles: []auth.Role{auth.Ciudadano, auth.Operador}}
	for name, err := range map[string]error{
		"leer":        auth.MayReadCarpeta(p, ""),
		"eliminacion": auth.MayReadEliminacion(p, "", ""),
		"reintentar":  auth.MayReintentar(p, "", ""),
		"solicitar":   auth.MaySolicitarAprobacion(p, "", ""),
		"decidir":     auth.MayDecidir(p, "", ""),
		"retirar":     auth.MayRetirar(p, "", "", ""),
	} {
		if fault.CodeOf(err) != fault.NotFound {
			t.Errorf("%s: got %v, want NOT_FOUND", name, err)
		}
	}
}

func TestActsAs(t *testing.T) {
	for name, want := range map[string]auth.Role{
		"dueno": auth.Ciudadano, "dueno y op": auth.Ciudadano, "operador": auth.Operador, "auditor": auth.Auditor,
	} {
		if got := people[name].ActsAs(dueno); got != want {
			t.Errorf("%s acts as %s, want %s", name, got, want)
		}
	}
}

func TestPolicyForeignIsAsAbsent(t *testing.T) {
	err := auth.MayReadCarpeta(people["otro ciudadano"], dueno)
	if err == nil || err.Error() != auth.NotFound().Error() {
		t.Errorf("foreign %q, absent %q", err, auth.NotFound())
	}
}

func TestPrincipalTravelsInTheContext(t *testing.T) {
	if _, err := auth.Require(context.Background()); fault.CodeOf(err) != fault.Unauthenticated {
		t.Errorf("without principal: %v", err)
	}
	ctx := auth.WithPrincipal(context.Background(), people["operador"])
	p, err := auth.Require(ctx)
	if err != nil || p.OperadorID != "op1" {
		t.Errorf("got %+v, %v", p, err)
	}
}

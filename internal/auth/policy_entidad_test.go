package auth_test

import (
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

func TestPolicyOfEntidades(t *testing.T) {
	const yes, no404, no403 = fault.Code(""), fault.NotFound, fault.Forbidden
	type row struct{ deliver, readEntrega, readEntidad, manage fault.Code }
	others := map[string]auth.Principal{
		"entidad":         {Sub: "p", Roles: []auth.Role{auth.Entidad}, EntidadID: "uni"},
		"entidad ajena":   {Sub: "p", Roles: []auth.Role{auth.Entidad}, EntidadID: "notaria"},
		"entidad sin rol": {Sub: "p", Roles: []auth.Role{auth.Auditor}, EntidadID: "uni"},
		"entidad sin id":  {Sub: "uni", Roles: []auth.Role{auth.Entidad}},
		"administrador":   {Sub: "h", Roles: []auth.Role{auth.Administrador}},
	}
	rows := map[string]row{
		"entidad": {yes, yes, yes, no403}, "entidad ajena": {yes, no404, no404, no403}, "entidad sin rol": {no403, no404, no404, no403},
		"entidad sin id": {no403, no404, no404, no403}, "administrador": {no403, no404, yes, yes},
	}
	for name, p := range people { // none of them has anything to do with entities
		others[name], rows[name] = p, row{no403, no404, no404, no403}
	}
	for name, want := range rows {
		p := others[name]
		got := row{
			fault.CodeOf(auth.MayEntregar(p)), fault.CodeOf(auth.MayReadEntrega(p, "uni")),
			fault.CodeOf(auth.MayReadEntidad(p, "uni")), fault.CodeOf(auth.MayManageEntidades(p)),
		}
		if got != want {
			t.Errorf("%s: got %+v, want %+v", name, got, want)
		}
		if auth.MayReadEntrega(p, "") == nil {
			t.Errorf("%s: reads the delivery of nobody", name)
		}
	}
	for _, name := range []string{"entidad", "administrador"} {
		if err := auth.MayReadCarpeta(others[name], dueno); fault.CodeOf(err) != no404 {
			t.Errorf("%s reads a carpeta: %v", name, err)
		}
	}
}

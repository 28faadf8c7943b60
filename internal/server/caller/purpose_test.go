package caller_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
)

// proves is a verifier that takes every token for one principal's.
type proves auth.Principal

func (p proves) Verify(context.Context, string) (auth.Principal, error) {
	return auth.Principal(p), nil
}

func TestPurpose(t *testing.T) {
	const what, law = "Trámite 12", "Ley 1581 de 2012, art. 10"
	said := auth.Finalidad{Proposito: what, BaseLegal: law}
	headers := func(of ...string) *caller.StatedPurpose {
		h := http.Header{}
		for i := 0; i < len(of); i += 2 {
			h.Add(of[i], of[i+1])
		}
		return caller.StatedPurposeIn(h)
	}
	both := headers("Carpeta-Proposito", "Tr%C3%A1mite%2012", "carpeta-base-legal", "Ley%201581%20de%202012%2C%20art.%2010")
	const must, bad = fault.FinalidadRequerida, fault.BadUserInput
	for name, c := range map[string]struct {
		role   auth.Role
		claims auth.Finalidad
		said   *caller.StatedPurpose
		want   auth.Finalidad
		code   fault.Code
	}{
		"escaped headers":           {auth.Operador, auth.Finalidad{}, both, said, ""},
		"headers as they are":       {auth.Entidad, auth.Finalidad{}, headers("Carpeta-Proposito", what, "Carpeta-Base-Legal", law), said, ""},
		"members":                   {auth.Operador, auth.Finalidad{}, &caller.StatedPurpose{Purpose: []string{what}, Legality: []string{law}}, said, ""},
		"members are not escaped":   {auth.Auditor, auth.Finalidad{}, &caller.StatedPurpose{Purpose: []string{"100%25"}}, auth.Finalidad{Proposito: "100%25"}, ""},
		"claims":                    {auth.Operador, said, nil, said, ""},
		"claims and the same":       {auth.Operador, said, both, said, ""},
		"claims and another":        {auth.Operador, said, headers("Carpeta-Proposito", "otro"), said, bad},
		"a claim and the rest":      {auth.Entidad, auth.Finalidad{BaseLegal: law}, headers("Carpeta-Proposito", what), said, ""},
		"nothing":                   {auth.Operador, auth.Finalidad{}, nil, auth.Finalidad{}, must},
		"nothing of an entidad":     {auth.Entidad, auth.Finalidad{}, nil, auth.Finalidad{}, must},
		"nothing, and need not":     {auth.Auditor, auth.Finalidad{}, nil, auth.Finalidad{}, ""},
		"half":                      {auth.Operador, auth.Finalidad{}, headers("Carpeta-Proposito", what), auth.Finalidad{}, must},
		"empty":                     {auth.Auditor, auth.Finalidad{}, headers("Carpeta-Proposito", ""), auth.Finalidad{}, bad},
		"twice":                     {auth.Auditor, auth.Finalidad{}, headers("Carpeta-Proposito", "a", "Carpeta-Proposito", "a"), auth.Finalidad{}, bad},
		"badly escaped":             {auth.Auditor, auth.Finalidad{}, headers("Carpeta-Proposito", "a%2"), auth.Finalidad{}, bad},
		"Latin-1":                   {auth.Auditor, auth.Finalidad{}, headers("Carpeta-Base-Legal", "art\xedculo"), auth.Finalidad{}, bad},
		"a line break, escaped":     {auth.Auditor, auth.Finalidad{}, headers("Carpeta-Proposito", "a%0Ab"), auth.Finalidad{}, bad},
		"a formula":                 {auth.Auditor, auth.Finalidad{}, headers("Carpeta-Proposito", "=HYPERLINK(1)"), auth.Finalidad{}, bad},
		"too long":                  {auth.Auditor, auth.Finalidad{}, headers("Carpeta-Proposito", strings.Repeat("a", 121)), auth.Finalidad{}, bad},
		"too long, far too long":    {auth.Auditor, auth.Finalidad{}, headers("Carpeta-Proposito", strings.Repeat("%41", 20_000)), auth.Finalidad{}, bad},
		"a citizen says nothing":    {auth.Ciudadano, auth.Finalidad{}, nil, auth.Finalidad{}, ""},
		"a citizen is not asked":    {auth.Ciudadano, auth.Finalidad{}, both, auth.Finalidad{}, ""},
		"a citizen's is not read":   {auth.Ciudadano, auth.Finalidad{}, headers("Carpeta-Proposito", "=1"), auth.Finalidad{}, ""},
		"an administrador the same": {auth.Administrador, said, both, auth.Finalidad{}, ""},
	} {
		quien := auth.Principal{Sub: "x", Roles: []auth.Role{c.role}, Finalidad: c.claims, EntidadID: "uni"}
		v := caller.Verifier{Tokens: proves(quien), Within: time.Minute, MustSay: []auth.Role{auth.Operador, auth.Entidad}}
		ctx, err := v.Identify(t.Context(), "Bearer t", c.said)
		switch {
		case err != nil && err.Code != c.code, err == nil && c.code != "":
			t.Errorf("%s: %v, want %q", name, err, c.code)
		case err != nil && c.code == bad && len(err.Campos) != 1:
			t.Errorf("%s: no field is named: %+v", name, err)
		case err == nil:
			if got, _ := auth.FromContext(ctx); got.Finalidad != c.want {
				t.Errorf("%s: %+v, want %+v", name, got.Finalidad, c.want)
			}
		}
	}
}

// TestConsentHasItsOwnPurpose: where an entity must say what it acts for, whoever only asks citizens and looks at what they authorised
// need not, and may. Whoever delivers too must.
func TestConsentHasItsOwnPurpose(t *testing.T) {
	said := caller.StatedPurposeIn(http.Header{"Carpeta-Proposito": {"a"}, "Carpeta-Base-Legal": {"b"}})
	for _, c := range []struct {
		permisos []auth.Permiso
		said     *caller.StatedPurpose
		code     fault.Code
	}{
		{[]auth.Permiso{auth.Solicitar, auth.Consultar}, nil, ""},
		{[]auth.Permiso{auth.Consultar}, nil, ""},
		{[]auth.Permiso{auth.Solicitar}, said, ""},
		{[]auth.Permiso{auth.Consultar, auth.Emision}, nil, fault.FinalidadRequerida},
		{[]auth.Permiso{auth.Consultar, auth.Emision}, said, ""},
		{nil, nil, fault.FinalidadRequerida},
	} {
		quien := auth.Principal{Sub: "x", Roles: []auth.Role{auth.Entidad}, EntidadID: "uni", Permisos: c.permisos}
		v := caller.Verifier{Tokens: proves(quien), Within: time.Minute, MustSay: []auth.Role{auth.Entidad}}
		if _, err := v.Identify(t.Context(), "Bearer t", c.said); err == nil && c.code != "" || err != nil && err.Code != c.code {
			t.Errorf("%v, stated %t: %v, want %q", c.permisos, c.said != nil, err, c.code)
		}
	}
}

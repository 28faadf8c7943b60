package carpeta_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// witness remembers what was refused.
type witness struct{ refused []fault.Code }

func (w *witness) Negada(_ auth.Principal, code fault.Code) { w.refused = append(w.refused, code) }

// everybody who may ask, by their relation to ana's carpeta.
var everybody = map[string]auth.Principal{
	"owner":              ana,
	"owner, other role":  {Sub: "ana", Roles: []auth.Role{auth.Operador, auth.Auditor}, OperadorID: "op-1"},
	"owner, no role":     {Sub: "ana"},
	"another citizen":    {Sub: "bea", Roles: []auth.Role{auth.Ciudadano}},
	"a citizen without":  {Sub: "eva", Roles: []auth.Role{auth.Ciudadano}},
	"operador":           {Sub: "oto", Roles: []auth.Role{auth.Operador}, OperadorID: "op-1"},
	"operador by name":   {Sub: "op-1", Roles: []auth.Role{auth.Ciudadano}},
	"foreign operador":   {Sub: "ivo", Roles: []auth.Role{auth.Operador}, OperadorID: "op-2"},
	"auditor":            {Sub: "leo", Roles: []auth.Role{auth.Auditor}},
	"entidad":            {Sub: "pia", Roles: []auth.Role{auth.Entidad}, EntidadID: "udea"},
	"administrador":      {Sub: "hugo", Roles: []auth.Role{auth.Administrador}},
	"nobody":             {},
	"nobody with a role": {Roles: []auth.Role{auth.Ciudadano}},
}

func (s *store) CarpetaDeCiudadano(_ context.Context, sub string) (carpeta.Carpeta, error) {
	s.calls = append(s.calls, []string{sub})
	for _, c := range []carpeta.Carpeta{deBea, deAna} {
		if c.CiudadanoID == sub {
			return c, s.err
		}
	}
	return carpeta.Carpeta{}, fault.Plain(fault.NotFound)
}

// TestKnownCarpetasChangeNoDecision: whoever asks for whichever carpeta, the answer, what the witness is told, and for
// those who are refused the reading, are the same whether nothing is known, everybody has asked before, or the owner has.
func TestKnownCarpetasChangeNoDecision(t *testing.T) {
	type told struct {
		ID      string
		Code    fault.Code
		Refused []fault.Code
		Calls   [][]string
	}
	uses := map[string]func(*carpeta.Servicio, auth.Principal, string) (carpeta.Carpeta, error){
		"Ver": func(s *carpeta.Servicio, q auth.Principal, id string) (carpeta.Carpeta, error) {
			return s.Ver(t.Context(), q, id)
		},
		"Reconocer": func(s *carpeta.Servicio, q auth.Principal, id string) (carpeta.Carpeta, error) {
			return s.Reconocer(t.Context(), q, id)
		},
		"Mia": func(s *carpeta.Servicio, q auth.Principal, _ string) (carpeta.Carpeta, error) {
			return s.Mia(t.Context(), q)
		},
		"ReconocerMia": func(s *carpeta.Servicio, q auth.Principal, _ string) (carpeta.Carpeta, error) {
			return s.ReconocerMia(t.Context(), q)
		},
	}
	for use, ask := range uses {
		for name, quien := range everybody {
			for _, id := range []string{propia, ajena, ausente, "x"} {
				answers := map[string]told{}
				for _, warmed := range [][]auth.Principal{nil, {ana, everybody["another citizen"]}, slices.Collect(maps.Values(everybody))} {
					st, w := &store{}, &witness{}
					s := &carpeta.Servicio{Store: st, Conocidas: carpeta.NewConocidas(time.Now)}
					for _, q := range warmed {
						for _, id := range []string{propia, ajena, ausente} {
							_, _ = s.Ver(t.Context(), q, id)
							_, _ = s.Mia(t.Context(), q)
						}
					}
					st.calls = nil
					asking := quien
					asking.Witness = w
					c, err := ask(s, asking, id)
					got := told{c.CarpetaID, fault.CodeOf(err), w.refused, st.calls}
					if err == nil {
						got.Calls = nil // fewer are the purpose
					}
					answers[fmt.Sprint(len(warmed))] = got
				}
				for known, got := range answers {
					if diff := cmp.Diff(answers["0"], got); diff != "" {
						t.Errorf("%s of %s as %s, %s have asked (-cold +warm):\n%s", use, id, name, known, diff)
					}
				}
			}
		}
	}
}

func TestAKnownCarpetaIsNotRead(t *testing.T) {
	now := time.Now()
	st := &store{}
	s := &carpeta.Servicio{Store: st, Conocidas: carpeta.NewConocidas(func() time.Time { return now })}
	spent := func(what string, want [][]string, ask func() (carpeta.Carpeta, error)) {
		t.Helper()
		st.calls = nil
		if c, err := ask(); err != nil || c.CarpetaID != propia || c.CiudadanoID != "ana" || c.OperadorID != "op-1" {
			t.Errorf("%s: %+v, %v", what, c, err)
		}
		if diff := cmp.Diff(want, st.calls); diff != "" {
			t.Errorf("%s: calls (-want +got):\n%s", what, diff)
		}
	}
	reconocer := func() (carpeta.Carpeta, error) { return s.Reconocer(t.Context(), ana, propia) }
	mia := func() (carpeta.Carpeta, error) { return s.Mia(t.Context(), ana) }
	reconocerMia := func() (carpeta.Carpeta, error) { return s.ReconocerMia(t.Context(), ana) }
	spent("the first time", [][]string{{propia}}, reconocer)
	spent("later", nil, reconocer)
	spent("her own, later", nil, reconocerMia)
	spent("her own, read", [][]string{{propia}}, mia) // by its id, not by its owner
	now = now.Add(5 * time.Minute)
	spent("after its time", [][]string{{"ana"}}, reconocerMia)
	spent("after that", nil, reconocer)
	st.gone = true
	spent("gone and opened anew", [][]string{{propia}, {"ana"}}, mia)
}

// TestKnownCarpetasAreBounded: who comes in thousands pushes others out, and nobody is kept who was refused.
func TestKnownCarpetasAreBounded(t *testing.T) {
	most := carpeta.NewConocidas(time.Now)
	s := &carpeta.Servicio{Store: &store{}, Conocidas: most}
	for i := range 100 {
		_, _ = s.Ver(t.Context(), auth.Principal{Sub: fmt.Sprint("x", i), Roles: []auth.Role{auth.Ciudadano}}, propia)
	}
	if n := most.Len(); n != 0 {
		t.Errorf("%d carpetas are kept of people who were refused", n)
	}
	for i := range 20_000 {
		most.Guardar(carpeta.Carpeta{CiudadanoID: fmt.Sprint("c", i), CarpetaID: propia})
	}
	if n := most.Len(); n > 8192 {
		t.Errorf("%d carpetas are kept", n)
	}
}

// TestWhoseCarpeta: a person's own carpeta is read once, and so is that they have none, for a shorter time.
func TestWhoseCarpeta(t *testing.T) {
	now := time.Unix(0, 0)
	s := &store{}
	k := carpeta.NewConocidas(func() time.Time { return now })
	ask := func(sub, want string, calls int) {
		t.Helper()
		if got, err := k.De(t.Context(), s, sub); err != nil || got != want || len(s.calls) != calls {
			t.Errorf("%s: %q (%v) after %d calls of the store, want %q after %d", sub, got, err, len(s.calls), want, calls)
		}
	}
	for range 3 {
		ask("ana", deAna.CarpetaID, 1)
	}
	for range 3 {
		ask("eva", "", 2)
	}
	now = now.Add(11 * time.Second)
	ask("eva", "", 3)
	ask("ana", deAna.CarpetaID, 3)
	now = now.Add(5 * time.Minute)
	ask("ana", deAna.CarpetaID, 4)
	s.err = fault.Plain(fault.Unavailable)
	if _, err := k.De(t.Context(), s, "bea"); fault.CodeOf(err) != fault.Unavailable {
		t.Errorf("a store that does not answer: %v", err)
	}
}

package carpeta_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/ground/batch"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

const (
	propia  = "01a18f41-0000-7000-8000-000000000001"
	ajena   = "01a18f41-0000-7000-8000-000000000002"
	ausente = "01a18f41-0000-7000-8000-000000000003"
)

var (
	ana   = auth.Principal{Sub: "ana", Roles: []auth.Role{auth.Ciudadano}}
	deAna = carpeta.Carpeta{CarpetaID: propia, CiudadanoID: "ana", OperadorID: "op-1"}
	deBea = carpeta.Carpeta{CarpetaID: ajena, CiudadanoID: "bea", OperadorID: "op-1"}
)

// store holds two carpetas, and remembers the ids of every call.
type store struct {
	carpeta.Store
	err   error
	gone  bool // from the reading by id
	calls [][]string
}

func (s *store) Carpeta(_ context.Context, id string) (carpeta.Carpeta, error) {
	cs, err := s.Carpetas(context.Background(), []string{id})
	if err != nil {
		return carpeta.Carpeta{}, err
	}
	if len(cs) == 0 {
		return carpeta.Carpeta{}, fault.New(fault.NotFound, "no existe la carpeta "+id)
	}
	return cs[0], nil
}

func (s *store) Carpetas(_ context.Context, ids []string) (found []carpeta.Carpeta, err error) {
	s.calls = append(s.calls, ids)
	for _, c := range []carpeta.Carpeta{deBea, deAna} {
		for _, id := range ids {
			if id == c.CarpetaID && !s.gone {
				found = append(found, c)
			}
		}
	}
	return found, s.err
}

func TestVerVariosDecidesForEach(t *testing.T) {
	st := &store{}
	s := &carpeta.Servicio{Store: st}
	got := s.VerVarios(t.Context(), ana, []string{ajena, propia, ausente, "x"})
	no := auth.NotFound()
	want := []batch.Result[carpeta.Carpeta]{{Err: fault.NotFound}, {Value: deAna}, {Err: fault.NotFound}, {Err: fault.NotFound}}
	if diff := cmp.Diff(want, got, cmpopts.EquateErrors()); diff != "" {
		t.Errorf("answers (-want +got):\n%s", diff)
	}
	for i, r := range got {
		if r.Err != nil && r.Err.Error() != no.Error() {
			t.Errorf("answer %d tells foreign from absent: %v", i, r.Err)
		}
	}
	if diff := cmp.Diff([][]string{{ajena, propia, ausente}}, st.calls); diff != "" {
		t.Errorf("calls (-want +got):\n%s", diff)
	}
}

// Ver and VerVarios are one decision.
func TestVerVariosAnswersAsVer(t *testing.T) {
	s := &carpeta.Servicio{Store: &store{}}
	ids := []string{propia, ajena, ausente, "x", ""}
	for i, r := range s.VerVarios(t.Context(), ana, ids) {
		c, err := s.Ver(t.Context(), ana, ids[i])
		if diff := cmp.Diff(c, r.Value); diff != "" {
			t.Errorf("%q: Ver and VerVarios differ:\n%s", ids[i], diff)
		}
		if diff := cmp.Diff(fmt.Sprint(err), fmt.Sprint(r.Err)); diff != "" {
			t.Errorf("%q: Ver and VerVarios fail differently:\n%s", ids[i], diff)
		}
	}
}

func TestStoreFailureIsNoAbsence(t *testing.T) {
	s := &carpeta.Servicio{Store: &store{err: fault.Plain(fault.Unavailable)}}
	if got := s.VerVarios(t.Context(), ana, []string{propia}); !errors.Is(got[0].Err, fault.Unavailable) {
		t.Errorf("VerVarios: %v", got[0].Err)
	}
	if got := s.MaySee(t.Context(), ana, []string{propia}); !errors.Is(got[propia], fault.Unavailable) {
		t.Errorf("MaySee: %v", got[propia])
	}
}

func TestOwnerIsAskedForOncePerRequest(t *testing.T) {
	st := &store{}
	s := &carpeta.Servicio{Store: st}
	ctx := carpeta.WithDuenos(t.Context())
	if _, err := s.Ver(ctx, ana, propia); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		puede := s.MaySee(ctx, ana, []string{propia, ajena, propia, ausente})
		want := map[string]error{propia: nil, ajena: fault.NotFound, ausente: fault.NotFound}
		if diff := cmp.Diff(want, puede, cmpopts.EquateErrors()); diff != "" {
			t.Errorf("decisions (-want +got):\n%s", diff)
		}
	}
	if diff := cmp.Diff([][]string{{propia}, {ajena, ausente}, {ausente}}, st.calls); diff != "" {
		t.Errorf("calls (-want +got):\n%s", diff)
	}
	if s.MaySee(t.Context(), ana, []string{propia}); len(st.calls) != 4 {
		t.Error("another request did not ask")
	}
}

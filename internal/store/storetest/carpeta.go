package storetest

import (
	"errors"
	"sort"
	"testing"

	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var casesCarpeta = []testCase{
	{"carpeta/create and read", "", carpetaCreatedAndRead},
	{"carpeta/absent", "", carpetaAbsent},
	{"carpeta/id taken", "", carpetaIDTaken},
	{"carpeta/several in one round", "", carpetaSeveral},
	{"carpeta/create at the same time", "", carpetaCreatedAtTheSameTime},
}

func carpetaCreatedAndRead(t *testing.T, b *world) {
	c := newCarpeta()
	c.TotalDocumentos, c.Version = 3, 5 // taken as given
	require(t, b.CrearCarpeta(b.ctx, c))
	got, err := b.Carpeta(b.ctx, c.CarpetaID)
	require(t, err)
	requireSame(t, "carpeta", got, c)
	eventually(t, b.ctx, func() error {
		got, err := b.CarpetaDeCiudadano(b.ctx, c.CiudadanoID)
		if err != nil {
			return err
		}
		return differenceError("the citizen's carpeta", got, c)
	})
}

func carpetaAbsent(t *testing.T, b *world) {
	_, err := b.Carpeta(b.ctx, uuid.NewString())
	requireCode(t, err, fault.NotFound)
	_, err = b.CarpetaDeCiudadano(b.ctx, uuid.NewString())
	requireCode(t, err, fault.NotFound)
	cs, err := b.Carpetas(b.ctx, []string{uuid.NewString()})
	require(t, err)
	requireSame(t, "carpetas", cs, []carpeta.Carpeta{})
}

func carpetaIDTaken(t *testing.T, b *world) {
	c := newCarpeta()
	require(t, b.CrearCarpeta(b.ctx, c))
	requireCode(t, b.CrearCarpeta(b.ctx, c), fault.Conflict)
	other := newCarpeta()
	other.CarpetaID = c.CarpetaID
	requireCode(t, b.CrearCarpeta(b.ctx, other), fault.Conflict)
	got, err := b.Carpeta(b.ctx, c.CarpetaID)
	require(t, err)
	requireSame(t, "carpeta", got, c)
}

func carpetaSeveral(t *testing.T, b *world) {
	var ids []string
	var want []carpeta.Carpeta
	for range 40 {
		c := newCarpeta()
		require(t, b.CrearCarpeta(b.ctx, c))
		want = append(want, c)
		ids = append(ids, c.CarpetaID, uuid.NewString())
	}
	ids = append(ids, ids[:20]...) // duplicates
	got, err := b.Carpetas(b.ctx, ids)
	require(t, err)
	sortCarpetas(got)
	sortCarpetas(want)
	requireSame(t, "carpetas", got, want)
	got, err = b.Carpetas(b.ctx, nil)
	require(t, err)
	requireSame(t, "no carpetas", got, []carpeta.Carpeta{})
}

func sortCarpetas(cs []carpeta.Carpeta) {
	sort.Slice(cs, func(i, j int) bool { return cs[i].CarpetaID < cs[j].CarpetaID })
}

func carpetaCreatedAtTheSameTime(t *testing.T, b *world) {
	c := newCarpeta()
	errs := atTheSameTime(16, func(int) error { return b.CrearCarpeta(b.ctx, c) })
	requireOneWinner(t, errs)
}

// requireOneWinner wants one nil and CONFLICT for all others.
func requireOneWinner(t testing.TB, errs []error) {
	t.Helper()
	winners := 0
	for _, err := range errs {
		switch {
		case err == nil:
			winners++
		case !errors.Is(err, fault.Conflict):
			t.Errorf("a loser got %v, want CONFLICT", err)
		}
	}
	if winners != 1 {
		t.Fatalf("%d of %d won, want exactly 1", winners, len(errs))
	}
}

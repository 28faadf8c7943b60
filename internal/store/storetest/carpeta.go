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
	{"carpeta/open and read", "", carpetaOpenedAndRead},
	{"carpeta/absent", "", carpetaAbsent},
	{"carpeta/one for each owner", "", carpetaOnePerOwner},
	{"carpeta/id taken", "", carpetaIDTaken},
	{"carpeta/several in one round", "", carpetaSeveral},
	{"carpeta/open at the same time", "", carpetaOpenedAtTheSameTime},
}

// open opens a carpeta, and wants exactly this one.
func (b *world) open(t testing.TB, c carpeta.Carpeta) {
	t.Helper()
	got, err := b.AbrirCarpeta(b.ctx, c, Hecho())
	require(t, err)
	requireSame(t, "carpeta that was opened", got, c)
}

func carpetaOpenedAndRead(t *testing.T, b *world) {
	c := newCarpeta()
	c.TotalDocumentos, c.Version = 3, 5 // taken as given
	b.open(t, c)
	got, err := b.Carpeta(b.ctx, c.CarpetaID)
	require(t, err)
	requireSame(t, "carpeta", got, c)
	got, err = b.CarpetaDeCiudadano(b.ctx, c.CiudadanoID) // at once: no index lags behind
	require(t, err)
	requireSame(t, "the citizen's carpeta", got, c)
}

func carpetaAbsent(t *testing.T, b *world) {
	requireCode(t, errOf(b.Carpeta(b.ctx, uuid.NewString())), fault.NotFound)
	requireCode(t, errOf(b.CarpetaDeCiudadano(b.ctx, uuid.NewString())), fault.NotFound)
	cs, err := b.Carpetas(b.ctx, []string{uuid.NewString()})
	require(t, err)
	requireSame(t, "carpetas", cs, []carpeta.Carpeta{})
}

func carpetaOnePerOwner(t *testing.T, b *world) {
	first, second := newCarpeta(), newCarpeta()
	second.CiudadanoID = first.CiudadanoID
	b.open(t, first)
	got, err := b.AbrirCarpeta(b.ctx, second, Hecho())
	require(t, err)
	requireSame(t, "the owner's carpeta", got, first)
	requireCode(t, errOf(b.Carpeta(b.ctx, second.CarpetaID)), fault.NotFound)
	requireCode(t, b.Sembrar(b.ctx, second, nil, Hecho()), fault.Conflict)
	got, err = b.CarpetaDeCiudadano(b.ctx, first.CiudadanoID)
	require(t, err)
	requireSame(t, "the owner's carpeta, afterwards", got, first)
}

func carpetaIDTaken(t *testing.T, b *world) {
	c, other := newCarpeta(), newCarpeta()
	other.CarpetaID = c.CarpetaID
	b.open(t, c)
	requireCode(t, errOf(b.AbrirCarpeta(b.ctx, other, Hecho())), fault.Conflict)
	requireCode(t, errOf(b.CarpetaDeCiudadano(b.ctx, other.CiudadanoID)), fault.NotFound)
	b.open(t, c)
}

func carpetaSeveral(t *testing.T, b *world) {
	var ids []string
	var want []carpeta.Carpeta
	for range 40 {
		c := newCarpeta()
		b.open(t, c)
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

// carpetaOpenedAtTheSameTime: each asks with an id of its own, as different operadores do.
func carpetaOpenedAtTheSameTime(t *testing.T, b *world) {
	ciudadano := uuid.NewString()
	opened := make([]carpeta.Carpeta, 16)
	errs := atTheSameTime(len(opened), func(n int) (err error) {
		c := newCarpeta()
		c.CiudadanoID = ciudadano
		opened[n], err = b.AbrirCarpeta(b.ctx, c, Hecho())
		return err
	})
	require(t, errors.Join(errs...))
	want, err := b.CarpetaDeCiudadano(b.ctx, ciudadano)
	require(t, err)
	for _, got := range opened {
		requireSame(t, "what each of them was told", got, want)
	}
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

package storetest

import (
	"errors"
	"sort"
	"testing"

	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var casosCarpeta = []caso{
	{"carpeta/crear y leer", "", carpetaCrearYLeer},
	{"carpeta/ausente", "", carpetaAusente},
	{"carpeta/id tomado", "", carpetaIDTomado},
	{"carpeta/varias en una vuelta", "", carpetaVarias},
	{"carpeta/crear a la vez", "", carpetaCrearALaVez},
}

func carpetaCrearYLeer(t *testing.T, b *banco) {
	c := nuevaCarpeta()
	c.TotalDocumentos, c.Version = 3, 5 // taken as given
	exigir(t, b.CrearCarpeta(b.ctx, c))
	hay, err := b.Carpeta(b.ctx, c.CarpetaID)
	exigir(t, err)
	comparar(t, "carpeta", hay, c)
	eventualmente(t, b.ctx, func() error {
		hay, err := b.CarpetaDeCiudadano(b.ctx, c.CiudadanoID)
		if err != nil {
			return err
		}
		return igual("the citizen's carpeta", hay, c)
	})
}

func carpetaAusente(t *testing.T, b *banco) {
	_, err := b.Carpeta(b.ctx, uuid.NewString())
	exigirCodigo(t, err, fault.NotFound)
	_, err = b.CarpetaDeCiudadano(b.ctx, uuid.NewString())
	exigirCodigo(t, err, fault.NotFound)
	cs, err := b.Carpetas(b.ctx, []string{uuid.NewString()})
	exigir(t, err)
	comparar(t, "carpetas", cs, []carpeta.Carpeta{})
}

func carpetaIDTomado(t *testing.T, b *banco) {
	c := nuevaCarpeta()
	exigir(t, b.CrearCarpeta(b.ctx, c))
	exigirCodigo(t, b.CrearCarpeta(b.ctx, c), fault.Conflict)
	otra := nuevaCarpeta()
	otra.CarpetaID = c.CarpetaID
	exigirCodigo(t, b.CrearCarpeta(b.ctx, otra), fault.Conflict)
	hay, err := b.Carpeta(b.ctx, c.CarpetaID)
	exigir(t, err)
	comparar(t, "carpeta", hay, c)
}

func carpetaVarias(t *testing.T, b *banco) {
	var ids []string
	var quiere []carpeta.Carpeta
	for range 40 {
		c := nuevaCarpeta()
		exigir(t, b.CrearCarpeta(b.ctx, c))
		quiere = append(quiere, c)
		ids = append(ids, c.CarpetaID, uuid.NewString())
	}
	ids = append(ids, ids[:20]...) // duplicates
	hay, err := b.Carpetas(b.ctx, ids)
	exigir(t, err)
	ordenarCarpetas(hay)
	ordenarCarpetas(quiere)
	comparar(t, "carpetas", hay, quiere)
	hay, err = b.Carpetas(b.ctx, nil)
	exigir(t, err)
	comparar(t, "no carpetas", hay, []carpeta.Carpeta{})
}

func ordenarCarpetas(cs []carpeta.Carpeta) {
	sort.Slice(cs, func(i, j int) bool { return cs[i].CarpetaID < cs[j].CarpetaID })
}

func carpetaCrearALaVez(t *testing.T, b *banco) {
	c := nuevaCarpeta()
	errs := aLaVez(16, func(int) error { return b.CrearCarpeta(b.ctx, c) })
	exigirUnGanador(t, errs)
}

// exigirUnGanador wants one nil and CONFLICT for all others.
func exigirUnGanador(t testing.TB, errs []error) {
	t.Helper()
	ganadores := 0
	for _, err := range errs {
		switch {
		case err == nil:
			ganadores++
		case !errors.Is(err, fault.Conflict):
			t.Errorf("a loser got %v, want CONFLICT", err)
		}
	}
	if ganadores != 1 {
		t.Fatalf("%d of %d won, want exactly 1", ganadores, len(errs))
	}
}

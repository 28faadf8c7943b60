package reconciliacion_test

import (
	"context"
	"errors"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

var errDisco = errors.New("input/output error")

// objetosConFalla cannot remove some files.
type objetosConFalla struct {
	objetosReales
	fallan map[string]bool
}

func (o objetosConFalla) Borrar(ctx context.Context, nombre string) (int, error) {
	if o.fallan[nombre] {
		return 0, errDisco
	}
	return o.objetosReales.Borrar(ctx, nombre)
}

// TestSweepGoesOnAfterAFailure: a file that cannot be removed holds up nobody else's, more of
// them than one look brings neither. The failure is reported, and the next sweep tries again.
func TestSweepGoesOnAfterAFailure(t *testing.T) {
	w := embebido(t)
	const fallan, van = 130, 20
	roto := objetosConFalla{w.objetos, map[string]bool{}}
	servicio := *w.subidas
	servicio.Objetos = roto
	for n := range fallan + van {
		d := w.anunciado(t)
		if n < fallan {
			roto.fallan[d.StoragePath] = true
		}
	}
	w.adelantar(documento.VigenciaSinConfirmar + 2*documento.MargenVencida)
	n, err := servicio.BarrerVencidas(t.Context())
	if n != van || !errors.Is(err, errDisco) {
		t.Errorf("%d swept of %d that can be, %v", n, van, err)
	}
	clear(roto.fallan)
	if n, err := servicio.BarrerVencidas(t.Context()); n != fallan || err != nil {
		t.Errorf("%d swept once they can be, %v", n, err)
	}
	w.exigirUso(carpeta.Uso{})
}

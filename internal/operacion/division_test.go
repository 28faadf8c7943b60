package operacion_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/operacion"
)

// dividido is a store in which operadores are divided.
type dividido struct {
	eliminacion.Store
	en    map[string]eliminacion.Particion
	falla error
}

func (d dividido) Particiones(context.Context) (map[string]eliminacion.Particion, error) {
	return d.en, d.falla
}

// Whoever is on call sees what carpeta particiones did: the number, a change under way, and when that can be ended.
func TestSharesSayHowIndexesAreDivided(t *testing.T) {
	k := newWorkshop(t, 1, sinReintentos)
	inicio := time.Date(2026, 5, 4, 10, 0, 0, 0, time.UTC)
	crece, err := eliminacion.Entera.Cambiar(4, inicio)
	exigir(t, err)
	mengua, err := crece.Asentada().Cambiar(2, inicio.Add(time.Hour))
	exigir(t, err)
	k.Eliminaciones.Store = dividido{Store: k.Store, en: map[string]eliminacion.Particion{
		"crece": crece, "mengua": mengua, "dividido": crece.Asentada(), "de-antes": {Antes: 2, Luego: 2, Tope: 2},
	}}
	mas := func(d time.Duration) *time.Time { return puntero(inicio.Add(d)) }
	for operadorID, quiere := range map[string]operacion.Division{
		"nunca":    entera,
		"crece":    {Partes: 4, Antes: puntero(1), EscribeDesde: mas(4 * time.Minute), TerminableDesde: mas(12 * time.Minute)},
		"mengua":   {Partes: 2, Antes: puntero(4), EscribeDesde: mas(64 * time.Minute), TerminableDesde: mas(72 * time.Minute)},
		"dividido": {Partes: 4, EscribeDesde: mas(4 * time.Minute)},
		"de-antes": {Partes: 2},
	} {
		r := k.reparto(auditor, operadorID)
		if diff := cmp.Diff(quiere, r.Operadores[0].Division); diff != "" {
			t.Errorf("%s (-want +got):\n%s", operadorID, diff)
		}
	}
	if r := k.reparto(operador("crece"), ""); r.Operadores[0].Division.Partes != 4 {
		t.Errorf("an operador does not see its own division: %+v", r.Operadores)
	}
	k.Eliminaciones.Store = dividido{Store: k.Store, falla: fault.New(fault.Unavailable, "caído")}
	_, err = k.Operacion.Reparto(t.Context(), auditor, "")
	exigirCodigo(t, err, fault.Unavailable)
}

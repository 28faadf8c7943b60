package resolvers_test

import (
	"reflect"
	"testing"
	"time"
)

// What the API says of a limit is what the use cases hold.
func TestLimitsAreThoseOfTheUseCases(t *testing.T) {
	w := newWorld(t)
	w.resolver.Eliminaciones.Plazos.VentanaMaxima = 90 * time.Minute
	w.resolver.Documentos.Limites.MaxTamano = 5 << 30
	got := w.good(ana, `{ limites { tamanoMaximo ventanaMaxima documentosPorPedido } }`, nil)["limites"]
	want := map[string]any{"tamanoMaximo": float64(5 << 30), "ventanaMaxima": float64(5400), "documentosPorPedido": float64(100)}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

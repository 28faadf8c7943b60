package e2e_test

import (
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/servidor"
)

// TestMuchosALaVez: who deletes a hundred documents at once is not too slow to
// hear of every step.
func TestMuchosALaVez(t *testing.T) {
	enAmbos(t, func(t *testing.T, p servidor.Perfil) {
		casa := servidor.NuevaCasa(t, p)
		mia := casa.Sembrar(t, "--carpetas", "1", "--documentos", "140", "--archivos")[0]
		c := casa.Iniciar(t).Cliente(t, mia.CiudadanoID, "ciudadano")
		libres := borrables(todos(t, c, mia.CarpetaID))[:101]
		borrar(t, c, libres[0], 600)
		oyentes := map[string]*servidor.Suscripcion{}
		for nombre, abrir := range servidor.Transportes {
			oyentes[nombre] = abrir(t, c, suscripcionCarpeta, obj{"id": mia.CarpetaID})
			siguiente(t, oyentes[nombre])
		}
		pedirBorrados(t.Context(), c, libres[1:], func(string, string) {})
		for nombre, oyente := range oyentes {
			oirTodo(t, nombre, oyente, len(libres)-1)
		}
	})
}

package e2e_test

import (
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// constancia is what a citizen takes away.
type constancia struct {
	EventID, Evento string
	Sello           *struct{ Prueba, Llaves string }
	SinSello        string
}

const constanciaQuery = `query($e: UUID!) { r: constancia(eventoId: $e) { eventId evento sello { prueba llaves } sinSello } }`

// takeReceipt asks for a receipt until it is sealed.
func takeReceipt(t *testing.T, c serverkit.Client, eventoID string) constancia {
	t.Helper()
	var got constancia
	serverkit.WaitFor(t, soon, "a sealed receipt", func() bool {
		got = serverkit.Do[alias[constancia]](t, c, constanciaQuery, obj{"e": eventoID}).R
		return got.Sello != nil
	})
	return got
}

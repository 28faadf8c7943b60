package e2e_test

import (
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

const looksSubscription = `subscription($id: ID!, $despuesDe: String) { r: accesosDeCarpeta(carpetaId: $id, despuesDe: $despuesDe) {
  cursor acceso { eventoId tipo rol propio operadorId } } }`

type accesoView struct {
	Cursor string
	Acceso *struct {
		EventoID, Tipo, Rol string
		Propio              bool
		OperadorID          *string
	}
}

func nextLook(t *testing.T, sub *serverkit.Subscription) accesoView {
	t.Helper()
	data, found := sub.Next(t, soon)
	if !found {
		_, end := sub.UntilEnd(t, soon)
		t.Fatalf("the looks ended: %+v", end)
	}
	return readMessage[accesoView](t, data)
}

// is requires that the message tells of a look.
func (v accesoView) is(t *testing.T, tipo, rol string) {
	t.Helper()
	if v.Acceso == nil || v.Acceso.Tipo != tipo || v.Acceso.Rol != rol || v.Acceso.Propio != (rol == "ciudadano") {
		t.Fatalf("told %+v, want %s by %s", v.Acceso, tipo, rol)
	}
}

const (
	lookMutation  = `query($id: ID!) { r: eliminacion(eventoId: $id) { estado } }`
	linkQuery     = `query($id: ID!) { r: carpeta(id: $id) { documentos(first: 1) { nodes { urlDescarga } } } }`
	embargarLooks = `mutation($m: OrdenarEmbargoInput!) { r: ordenarEmbargo(input: $m) { embargo { embargoId } errores { __typename } } }`
	levantarLooks = `mutation($c: ID!, $e: UUID!) { r: levantarEmbargo(input: {carpetaId: $c, embargoId: $e, motivo: "Fin"}) { embargo { estado } } }`
	accesosQuery  = `query($id: ID!) { r: carpeta(id: $id) { accesos { nodes { tipo rol } } } }`
)

// TestLooksAreFollowed: the owner hears of looks through another process, goes on after a lost socket, and hears
// nothing of those under an order; when that is lifted they are in the list.
func TestLooksAreFollowed(t *testing.T) {
	t.Parallel()
	house := serverkit.NewHouse(t, serverkit.Distributed).With("CARPETA_PLAZO=10m")
	mine := house.Seed(t, "--carpetas", "1", "--documentos", "10", "--archivos")[0]
	s := house.Start(t)
	other := house.Start(t)
	c := s.Client(t, mine.CiudadanoID, "ciudadano")
	operadorID := serverkit.Do[alias[struct{ OperadorID string }]](t, c, `{ r: miCarpeta { operadorId } }`, nil).R.OperadorID
	staff := serverkit.Client{URL: other.URL, Token: house.Token(t, "oto", "operador", operadorID, time.Hour)}
	auditor := serverkit.Client{URL: other.URL, Token: house.Token(t, "iris", "auditor", "", time.Hour)}
	evento := deleteDocumento(t, c, deletable(allFilas(t, c, mine.CarpetaID))[0], 3600).EventoID
	look := func(who serverkit.Client) {
		serverkit.Do[alias[any]](t, who, lookMutation, obj{"id": evento})
	}
	for _, name := range slices.Sorted(maps.Keys(serverkit.Transports)) {
		t.Run(name, func(t *testing.T) {
			open := serverkit.Transports[name]
			sub := open(t, c, looksSubscription, obj{"id": mine.CarpetaID})
			if first := nextLook(t, sub); first.Acceso != nil {
				t.Fatalf("the first message is %+v", first)
			}
			look(staff)
			nextLook(t, sub).is(t, "nodo.leido", "operador")
			serverkit.Do[alias[any]](t, serverkit.Client{URL: other.URL, Token: c.Token}, linkQuery, obj{"id": mine.CarpetaID})
			last := nextLook(t, sub)
			last.is(t, "documento.descargado", "ciudadano")
			sub.Close()

			look(staff) // nobody listens
			sub = open(t, c, looksSubscription, obj{"id": mine.CarpetaID, "despuesDe": last.Cursor})
			again := nextLook(t, sub)
			for again.Acceso.Rol == "ciudadano" || again.Acceso.EventoID == last.Acceso.EventoID { // what the cursor's half minute holds may be told twice
				again = nextLook(t, sub)
			}
			again.is(t, "nodo.leido", "operador")
			sub.Close()

			sub = open(t, c, looksSubscription, obj{"id": mine.CarpetaID})
			nextLook(t, sub)
			order := serverkit.Do[alias[struct{ Embargo struct{ EmbargoID string } }]](t, auditor, embargarLooks, obj{"m": obj{
				"carpetaId": mine.CarpetaID, "motivo": "Investigación", "baseLegal": "Auto 1", "hasta": time.Now().Add(time.Hour).Format(time.RFC3339),
				"miradasDe": obj{"rol": "auditor"},
			}}).R.Embargo.EmbargoID
			look(auditor)
			look(staff)
			nextLook(t, sub).is(t, "nodo.leido", "operador") // and not the auditor's
			mustSame(t, "hidden looks in the list", 0, auditorLooks(t, c, mine.CarpetaID))
			serverkit.Do[alias[any]](t, auditor, levantarLooks, obj{"c": mine.CarpetaID, "e": order})
			if auditorLooks(t, c, mine.CarpetaID) == 0 {
				t.Error("the auditor's look is not in the list afterwards")
			}
		})
	}
}

// auditorLooks counts an auditor's looks in the owner's list.
func auditorLooks(t *testing.T, c serverkit.Client, carpetaID string) (n int) {
	t.Helper()
	type list struct {
		Accesos struct{ Nodes []struct{ Tipo, Rol string } }
	}
	for _, a := range serverkit.Do[alias[list]](t, c, accesosQuery, obj{"id": carpetaID}).R.Accesos.Nodes {
		if a.Rol == "auditor" && a.Tipo == "nodo.leido" {
			n++
		}
	}
	return n
}

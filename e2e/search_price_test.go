package e2e_test

import (
	"encoding/json"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// priced is what an answer says that it cost.
type priced struct {
	Price int `json:"precio"`
	Read  int `json:"leido"`
	Left  int `json:"restante"`
}

func costOf(t *testing.T, c serverkit.Client, query string, variables obj) priced {
	t.Helper()
	r := c.MustPost(t, query, variables)
	var a struct {
		Extensions struct {
			Cost priced `json:"costo"`
		}
	}
	must(t, json.Unmarshal(r.Body, &a))
	if r.Code() != "" || a.Extensions.Cost.Price == 0 {
		t.Fatalf("%s", r.Body)
	}
	return a.Extensions.Cost
}

// TestWhoSearchesPaysForWhatIsRead: a filter that reads more than its page is charged for it, after the fact, on the
// budget of its subject; and a debt keeps the next operation waiting.
func TestWhoSearchesPaysForWhatIsRead(t *testing.T) {
	onBothProfiles(t, func(t *testing.T, p serverkit.Profile) {
		const documents = 300
		house := serverkit.NewHouse(t, p).With("CARPETA_RATE_PER_SECOND=1", "CARPETA_RATE_BURST=5000", "CARPETA_LIMIT_COST=4000", "CARPETA_COSTO=siempre")
		mine := house.Seed(t, "--carpetas", "1", "--documentos", "300", "--semilla", "7")[0]
		s := house.Start(t)
		c := s.Client(t, mine.CiudadanoID, "ciudadano")
		const search = `query($c: ID!, $t: String) { carpeta(id: $c) { documentos(first: 5, filtro: {texto: $t}) { nodes { id } } } }`
		plain := costOf(t, c, search, obj{"c": mine.CarpetaID})
		rare := costOf(t, c, search, obj{"c": mine.CarpetaID, "t": "zzyzx"})
		mustSame(t, "read for a page without a filter", 0, plain.Read)
		mustSame(t, "price of rows in vain, for a word that nobody has", 2*documents, rare.Read)
		mustSame(t, "price of the search", plain.Price+2*documents, rare.Price)
		if spent := plain.Left - rare.Left; spent > rare.Price || spent < rare.Price-120 { // a budget regains 1 a second
			t.Errorf("the search took %d of the budget, and says %d", spent, rare.Price)
		}

		const free = `query($c: ID!) { r: carpeta(id: $c) { documentos(first: 3, filtro: {certificado: false}) { nodes { id } } } }`
		type carpeta struct{ Documentos struct{ Nodes []fila } }
		for _, d := range serverkit.Do[alias[carpeta]](t, c, free, obj{"c": mine.CarpetaID}).R.Documentos.Nodes {
			deleteDocumento(t, c, d.ID, 600)
		}
		const deletions = `query($c: ID!, $e: [EstadoSaga!]) { carpeta(id: $c) { eliminaciones(first: 5, filtro: {estados: $e}) { nodes { id } } } }`
		mustSame(t, "read for deletions that pass", 0, costOf(t, c, deletions, obj{"c": mine.CarpetaID, "e": []string{"INICIADA"}}).Read)
		mustSame(t, "price of deletions in vain", 6, costOf(t, c, deletions, obj{"c": mine.CarpetaID, "e": []string{"FALLIDA"}}).Read)

		for range 60 { // each takes 600 and more of 5,000
			if r := c.MustPost(t, search, obj{"c": mine.CarpetaID, "t": "zzyzx"}); r.Code() == "RATE_LIMITED" {
				return
			}
		}
		t.Error("sixty searches, and the budget is not empty")
	})
}

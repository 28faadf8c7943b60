package e2e_test

import (
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// TestEntidadMendsAnAnnouncement: wrong data block the bytes until the entity cancels what it announced. It finds that
// delivery, and follows what became of it, with the filters of its list. No signed link of before brings a file.
func TestEntidadMendsAnAnnouncement(t *testing.T) {
	t.Parallel()
	e := newEntrante(t, serverkit.NewHouse(t, serverkit.Embedded))
	content := []byte("uno")
	declare := func(numero string) obj {
		return e.uni.declara(t, e.ciudadanoID, "Diploma", content, obj{"numero": numero})
	}
	cancel := func(id string) entregarResult {
		return serverkit.Do[alias[entregarResult]](t, e.program, `mutation($id: ID!) { r: cancelarEntrega(input: {entregaId: $id}) {
  entrega { `+entregaFields+` } errores { __typename ... on ErrorDeUsuario { codigo mensaje } } } }`, obj{"id": id}).R
	}
	refusal := func(es []userError) string {
		t.Helper()
		if len(es) != 1 {
			t.Fatalf("%d errores: %+v", len(es), es)
		}
		return es[0].Codigo
	}
	wrong := entregar(t, e.program, declare("A-71"))
	r := entregar(t, e.program, declare("A-17"))
	mustSame(t, "announced with another number", "OTRA_DECLARACION", refusal(r.Errores))
	if says := r.Errores[0].Mensaje; !strings.Contains(says, wrong.Entrega.EntregaID) || !strings.Contains(says, "numero") {
		t.Errorf("it says %q", says)
	}
	for _, id := range []string{wrong.Entrega.EntregaID, wrong.Entrega.ID} { // the second changes nothing
		gone := cancel(id)
		mustSame(t, "errores of cancelarEntrega", nil, gone.Errores)
		mustSame(t, "cancelled", "CANCELADA", gone.Entrega.Estado)
	}
	if status := serverkit.Upload(t, *wrong.Carga, content); status/100 == 2 {
		t.Errorf("the link of the cancelled one takes a file: %d", status)
	}
	mustSame(t, "one that is none", "NOT_FOUND", refusal(cancel("nada").Errores))
	right := entregada(t, e.program, declare("A-17"), content)
	mustSame(t, "one that was confirmed", "ENTREGA_CONFIRMADA", refusal(cancel(right.EntregaID).Errores))
	confirmed := serverkit.Do[alias[entregarResult]](t, e.program, confirmarEntregaMutation, obj{"id": wrong.Entrega.EntregaID}).R
	mustSame(t, "confirmed after all", "ENTREGA_CANCELADA", refusal(confirmed.Errores))

	for filtro, want := range map[string][]string{
		`ciudadanoId: $c`:                                             {wrong.Entrega.EntregaID, right.EntregaID},
		`ciudadanoId: $c, numero: "A-17"`:                             {right.EntregaID},
		`modificadasDesde: "2020-01-01T00:00:00Z"`:                    {wrong.Entrega.EntregaID, right.EntregaID},
		`modificadasDesde: "2020-01-01T00:00:00Z", estado: CANCELADA`: {wrong.Entrega.EntregaID},
		`ciudadanoId: "otra persona", estado: ENTREGADA`:              nil,
	} {
		page := serverkit.Do[alias[struct{ Nodes []entregaState }]](t, e.program,
			`query($c: ID) { r: entregas(filtro: {`+filtro+`}, direccion: ASC) { nodes { entregaId } } of: entregas(filtro: {ciudadanoId: $c}) { pageInfo { hasNextPage } } }`, obj{"c": e.ciudadanoID}).R
		var got []string
		for _, n := range page.Nodes {
			got = append(got, n.EntregaID)
		}
		mustSame(t, filtro, want, got)
	}
}

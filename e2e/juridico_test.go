package e2e_test

import (
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// worth is what a citizen reads of a certified document.
type worth struct {
	ID, EstadoJuridico                   string
	Numero, VigenciaDesde, VigenciaHasta *string
	FechaEmision                         *string
	MotivoRevocacion, RevocadoEn         *string
	ReemplazadoPor, ReemplazaA           *string
}

const worthFields = `id estadoJuridico numero vigenciaDesde vigenciaHasta fechaEmision motivoRevocacion revocadoEn reemplazadoPor reemplazaA`

// worthOf is the same document, as itself and in the list.
func (e *entrante) worthOf(t *testing.T, entregaID string) worth {
	t.Helper()
	id := globalID("Documento", e.carpetaID, entregaID)
	type page struct{ Nodes []worth }
	r := serverkit.Do[struct {
		Node      worth
		MiCarpeta struct{ Whole, Rows page }
	}](t, e.dueno, `query($id: ID!) { node(id: $id) { ... on Documento { `+worthFields+` } }
  miCarpeta { whole: documentos(first: 20) { nodes { `+worthFields+` } } rows: documentos(first: 20) { nodes { id estadoJuridico vigenciaHasta } } } }`, obj{"id": id})
	for _, d := range r.MiCarpeta.Whole.Nodes {
		if d.ID == id {
			mustSame(t, "the document in the list", r.Node, d)
		}
	}
	for _, d := range r.MiCarpeta.Rows.Nodes {
		if d.ID == id {
			mustSame(t, "its row", worth{ID: id, EstadoJuridico: r.Node.EstadoJuridico, VigenciaHasta: r.Node.VigenciaHasta}, d)
			return r.Node
		}
	}
	t.Fatalf("the list lacks %s", id)
	return worth{}
}

// TestEntidadCorrectsItself: a paper that is valid, expires, is replaced, is revoked; and everybody reads so.
func TestEntidadCorrectsItself(t *testing.T) {
	t.Parallel()
	e := newEntrante(t, serverkit.NewHouse(t, serverkit.Embedded))
	deliver := func(content string, more obj) entregaState {
		return entregada(t, e.program, e.uni.declara(t, e.ciudadanoID, "Diploma", []byte(content), more), []byte(content))
	}
	full := deliver("uno", obj{"numero": "A-17", "vigencia": obj{"desde": "2020-05-03", "hasta": "2999-05-03"}})
	w := e.worthOf(t, full.EntregaID)
	mustSame(t, "number and validity", []string{"A-17", "2020-05-03", "2999-05-03", "2020-05-03T05:00:00.000Z"}, []string{*w.Numero, *w.VigenciaDesde, *w.VigenciaHasta, *w.FechaEmision})
	mustSame(t, "state", "VIGENTE", w.EstadoJuridico)
	old := deliver("dos", obj{"vigencia": obj{"hasta": "2021-05-03"}})
	mustSame(t, "state of an old one", "VENCIDO", e.worthOf(t, old.EntregaID).EstadoJuridico)

	second := deliver("tres", obj{"reemplazaA": full.EntregaID})
	w = e.worthOf(t, full.EntregaID)
	mustSame(t, "replaced", "REEMPLAZADO", w.EstadoJuridico)
	mustSame(t, "by", globalID("Documento", e.carpetaID, second.EntregaID), *w.ReemplazadoPor)
	mustSame(t, "for", full.EntregaID, *second.ReemplazaA)
	mustSame(t, "the new one stands for", w.ID, *e.worthOf(t, second.EntregaID).ReemplazaA)

	const why = "El título no corresponde."
	for range 2 { // the same again changes nothing
		r := e.uni.revoca(t, e.program, second.EntregaID, why)
		mustSame(t, "errores of revocarEntrega", nil, r.Errores)
		mustSame(t, "for its entity", []string{"REVOCADO", why}, []string{*r.Entrega.EstadoJuridico, *r.Entrega.Motivo})
		w = e.worthOf(t, second.EntregaID)
		mustSame(t, "revoked", []string{"REVOCADO", why, *r.Entrega.RevocadaEn}, []string{w.EstadoJuridico, *w.MotivoRevocacion, *w.RevocadoEn})
	}
	r := e.uni.revoca(t, e.program, second.EntregaID, "Otro motivo")
	if len(r.Errores) != 1 || r.Errores[0].Codigo != "ENTREGA_REVOCADA" {
		t.Errorf("another reason: %+v", r)
	}
}

package resolvers_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sellado"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
)

const orderMutation = `mutation($m: OrdenarEmbargoInput!) { ordenarEmbargo(input: $m) {
	embargo { embargoId estado motivo baseLegal levantadoEn eventoIds miradasDe { rol operadorId entidadId } }
	errores { __typename ... on ErrorDeUsuario { codigo mensaje } ... on EntradaInvalida { campos { campo mensaje } } } } }`

// newHidden is a carpeta of ana's at which an auditor looks under an order.
func newHidden(t *testing.T) (w *witnessed, embargoID string) {
	w = newWitnessed(t)
	w.resolver.Embargos.Lecturas = w.resolver.Documentos.Auditoria
	w.resolver.Pruebas = &sellado.Pruebas{Rastro: w.store, Carpetas: w.store, Clock: time.Now}
	data := w.good(auditor, orderMutation, map[string]any{"m": map[string]any{
		"carpetaId": carpetaGlobalID(1), "motivo": "Investigación 7", "baseLegal": "Auto 12", "hasta": time.Now().Add(time.Hour).Format(time.RFC3339),
		"miradasDe": map[string]any{"rol": "auditor"},
	}})
	o := data["ordenarEmbargo"].(map[string]any)["embargo"].(map[string]any)
	if o["estado"] != "VIGENTE" || o["levantadoEn"] != nil || fmt.Sprint(o["miradasDe"]) != "map[entidadId:<nil> operadorId:<nil> rol:auditor]" {
		t.Errorf("the order is %v", o)
	}
	w.good(auditor, `query($evento: ID!) { eliminacion(eventoId: $evento) { estado } }`, map[string]any{"evento": w.evento})
	return w, o["embargoId"].(string)
}

// TestNoWayLeadsToWhatIsHidden: every field on which an owner reaches events says the same as if there were none.
func TestNoWayLeadsToWhatIsHidden(t *testing.T) {
	w, embargoID := newHidden(t)
	var look string
	for _, e := range w.trail.all {
		if e.Tipo == auditoria.NodoLeido {
			look = e.EventoID
		}
	}
	if look == "" {
		t.Fatal("no look was written")
	}
	ids := map[string]any{"c": carpetaGlobalID(1), "d": documentoGlobalID(1, 1), "look": look, "order": embargoID, "none": uuid(7, 7)}
	ways := map[string]string{
		"Carpeta.accesos":   `query($c: ID!) { carpeta(id: $c) { accesos { nodes { tipo } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`,
		"Documento.accesos": `query($d: ID!) { node(id: $d) { ... on Documento { accesos { nodes { tipo } pageInfo { hasNextPage endCursor } } } } }`,
		"pruebaDeEvento":    `query($look: UUID!, $order: UUID!, $none: UUID!) { a: pruebaDeEvento(eventId: $look) { eventId } b: pruebaDeEvento(eventId: $order) { eventId } c: pruebaDeEvento(eventId: $none) { eventId } }`,
	}
	both := auth.Principal{Sub: "ana", Roles: []auth.Role{auth.Ciudadano, auth.Auditor}}
	for way, query := range ways {
		for _, quien := range []auth.Principal{ana, both} {
			a := w.query(quien, query, ids)
			said := fmt.Sprint(a.data)
			if strings.Contains(said, "leido") || strings.Contains(said, "embargo") || strings.Contains(said, "eventId:") || strings.Contains(said, "Cursor:v1") {
				t.Errorf("%s of %v: %s", way, quien.Roles, said)
			}
		}
	}
	w.good(auditor, `mutation($c: ID!, $e: UUID!) { levantarEmbargo(input: {carpetaId: $c, embargoId: $e, motivo: "Terminó"}) { embargo { estado levantadoEn } errores { __typename } } }`,
		map[string]any{"c": carpetaGlobalID(1), "e": embargoID})
	said := fmt.Sprint(w.good(ana, ways["Carpeta.accesos"], ids))
	for _, kind := range []string{"embargo.levantado", "nodo.leido", "embargo.impuesto"} {
		if !strings.Contains(said, kind) {
			t.Errorf("afterwards %s is not in %s", kind, said)
		}
	}
	w.good(ana, `query($look: UUID!) { pruebaDeEvento(eventId: $look) { eventId } }`, ids)
	said = fmt.Sprint(w.good(auditor, `query($c: ID!) { embargos(carpetaId: $c) { estado motivo eventoIds } }`, ids))
	if !strings.Contains(said, "LEVANTADO") {
		t.Errorf("the auditor reads %s", said)
	}
}

// TestTheReceiptOfAHiddenEnd: a deletion whose end is hidden has no receipt for its owner, as one of before the trail.
func TestTheReceiptOfAHiddenEnd(t *testing.T) {
	w, _ := newHidden(t)
	done := auditoria.Escribano{}.Levantar(t.Context(), auditoria.Evento{
		Tipo: auditoria.EliminacionCompletada, OperadorID: "op-1", CarpetaID: uuid(1, 0), CorrelacionID: uuid(6, 1), Actor: auditoria.Actor{Tipo: auditoria.DelPrograma, ID: "x"},
	})
	w.must(w.store.Anotar(t.Context(), done))
	receipt := `query($e: UUID!) { constancia(eventoId: $e) { eventId } }`
	w.good(ana, receipt, map[string]any{"e": uuid(6, 1)})
	w.good(auditor, orderMutation, map[string]any{"m": map[string]any{
		"carpetaId": uuid(1, 0), "motivo": "m", "baseLegal": "b", "hasta": time.Now().Add(time.Hour).Format(time.RFC3339), "eventoIds": []any{done.EventoID},
	}})
	hidden, absent := w.query(ana, receipt, map[string]any{"e": uuid(6, 1)}), w.query(ana, receipt, map[string]any{"e": uuid(6, 2)})
	if fmt.Sprint(hidden) != fmt.Sprint(absent) || hidden.data["constancia"] != nil {
		t.Errorf("hidden %v, absent %v", hidden, absent)
	}
	w.good(oficial, receipt, map[string]any{"e": uuid(6, 1)})
}

// TestOrdersSayWhatIsWrong: each refusal is of a type, with its fields; nobody but auditors learns anything.
func TestOrdersSayWhatIsWrong(t *testing.T) {
	w, _ := newHidden(t)
	m := map[string]any{"carpetaId": carpetaGlobalID(1), "motivo": " ", "baseLegal": "", "hasta": "2020-01-01T00:00:00Z"}
	said := fmt.Sprint(w.good(auditor, orderMutation, map[string]any{"m": m}))
	for _, field := range []string{"EntradaInvalida", "campo:motivo", "campo:baseLegal", "campo:hasta", "campo:eventoIds"} {
		if !strings.Contains(said, field) {
			t.Errorf("%s is not in %s", field, said)
		}
	}
	for _, id := range []string{carpetaGlobalID(5), uuid(5, 0), "nada"} {
		m["carpetaId"] = id
		if said := fmt.Sprint(w.good(auditor, orderMutation, map[string]any{"m": m})); !strings.Contains(said, "CarpetaNoEncontrada") {
			t.Errorf("%s: %s", id, said)
		}
		there := map[string]any{"carpetaId": carpetaGlobalID(1), "motivo": "m", "baseLegal": "b", "hasta": "2099-01-01T00:00:00Z"}
		for _, quien := range []auth.Principal{ana, oficial, uni, bea} {
			a, b := w.query(quien, orderMutation, map[string]any{"m": m}), w.query(quien, orderMutation, map[string]any{"m": there})
			if fmt.Sprint(a) != fmt.Sprint(b) || a.data["ordenarEmbargo"] != nil {
				t.Errorf("%s: %v and %v", quien.Sub, a, b)
			}
		}
	}
}

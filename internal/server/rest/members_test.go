package rest_test

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// TestMembersOfAnEvent: an answer has the members of S-STORAGE-010 and ours, with what the trail has of each, and the
// description has the same ones.
func TestMembersOfAnEvent(t *testing.T) {
	h := start(t)
	const carpetaID, documentoID = "01a18f41-0000-7000-8000-000000000001", "01a18f41-0000-7000-8000-000000000002"
	full := h.happened(auditoria.Evento{
		Tipo: auditoria.DocumentoDescargado, Servicio: auditoria.Coordinador, Resultado: auditoria.Negado, Gravedad: auditoria.Critica, CorrelacionID: "c-1",
		Recurso: auditoria.Recurso{Tipo: "documento", ID: documentoID}, Actor: auditoria.Actor{Tipo: "entidad", ID: "programa", OperadorID: "operador-2", EntidadID: "uni"},
		EnNombreDe: "ana", Proposito: "Matrícula", BaseLegal: "Ley 1", CarpetaID: carpetaID, DocumentoID: documentoID, Datos: map[string]string{"hash": "ab"},
	})
	h.later(time.Second)
	least := h.happened(auditoria.Evento{Tipo: auditoria.DocumentoEditado, Servicio: auditoria.API, CorrelacionID: "c-2", Actor: auditoria.Actor{Tipo: "servicio", ID: "api"}})
	always := func(e auditoria.Evento) map[string]any {
		return map[string]any{
			"event_id": e.EventoID, "event_type": string(e.Tipo), "service": string(e.Servicio), "correlation_id": e.CorrelacionID,
			"event_timestamp": e.Momento.UTC().Format("2006-01-02T15:04:05.000Z"), "outcome": string(e.Resultado), "severity": string(e.Gravedad),
			"resource_type": "documento", "resource_id": e.Recurso.ID, "actor_type": e.Actor.Tipo, "actor_id": e.Actor.ID,
			"operador_id": "operador-1", "ingest_sequence": "",
			"event_data": map[string]any{"service": string(e.Servicio), "version": "1.0", "data": map[string]any{}},
		}
	}
	all := always(full)
	maps.Copy(all, map[string]any{
		"event_data":        map[string]any{"service": "coordinador", "version": "1.0", "data": map[string]any{"hash": "ab"}},
		"actor_operador_id": "operador-2", "actor_entidad_id": "uni", "on_behalf_of": "ana", "purpose": "Matrícula", "legal_basis": "Ley 1",
		"carpeta_id": carpetaID, "documento_id": documentoID,
	})
	orders := map[string]string{}
	for id, want := range map[string]map[string]any{"c-1": all, "c-2": always(least)} {
		var page struct{ Data []map[string]any }
		h.must(json.Unmarshal([]byte(h.get(operador, "/api/v1/audit/events?correlation_id="+id).body), &page))
		if len(page.Data) != 1 {
			t.Fatalf("%s: %+v", id, page.Data)
		}
		orders[id], _ = page.Data[0]["ingest_sequence"].(string)
		want["ingest_sequence"] = orders[id] // the store gives it
		if diff := cmp.Diff(want, page.Data[0]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", id, diff)
		}
	}
	if orders["c-1"] == "" || orders["c-1"] >= orders["c-2"] {
		t.Errorf("the order of the events is %v", orders)
	}
	described := parsed(t, describe(t)).Components.Schemas["Event"]
	if got, want := slices.Sorted(maps.Keys(described.Properties)), slices.Sorted(maps.Keys(all)); !slices.Equal(slices.DeleteFunc(got, func(s string) bool { return s == "cursor" }), want) {
		t.Errorf("described: %v, want %v", got, want)
	}
	if got, want := slices.Sorted(slices.Values(described.Required)), slices.Sorted(maps.Keys(always(least))); !slices.Equal(got, want) {
		t.Errorf("always there: %v, want %v", got, want)
	}
}

// TestACursorIsForWhoWatchesLive: behind the cursor of the last page is what happened since, each event once. An event that
// comes late stands before others, and is not passed.
func TestACursorIsForWhoWatchesLive(t *testing.T) {
	h := start(t)
	h.trail.Asentado = func() time.Time { return h.trail.Clock().Add(-30 * time.Second) }
	auditor := auth.Principal{Sub: "eva", Roles: []auth.Role{auth.Auditor}}
	var cursor *string
	watch := func() (seen []string) {
		t.Helper()
		two := int32(2)
		page, err := h.trail.Consultar(t.Context(), auditor, auditoria.Pedido{OperadorID: "operador-1", Tipo: auditoria.DocumentoEditado}, auditoria.Ascendente, relay.Args{First: &two, After: cursor})
		h.must(err)
		for _, e := range page.Edges {
			seen, cursor = append(seen, e.Node.EventoID), &e.Cursor
		}
		return seen
	}
	want := func(what string, got []string, events ...auditoria.Evento) {
		t.Helper()
		var ids []string
		for _, e := range events {
			ids = append(ids, e.EventoID)
		}
		if !slices.Equal(got, ids) {
			t.Errorf("%s: %v, want %v", what, got, ids)
		}
	}
	happen := func() auditoria.Evento { h.later(time.Second); return h.happened(auditoria.Evento{}) }
	a, b, c := happen(), happen(), happen()
	h.later(time.Minute)
	want("a first page", watch(), a, b)
	want("the last page", watch(), c)
	want("nothing new", watch())
	d := happen()
	want("what may still be passed by another", watch())
	h.later(-10 * time.Second)
	late := h.happened(auditoria.Evento{})
	h.later(time.Minute)
	if got := watch(); !slices.Contains(got, late.EventoID) || !slices.Contains(got, d.EventoID) || len(got) != 2 {
		t.Errorf("what came since: %v, want %s and %s", got, late.EventoID, d.EventoID)
	}
	want("the end again", watch())
}

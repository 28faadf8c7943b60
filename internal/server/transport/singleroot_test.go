package transport_test

import "testing"

// TestSubscriptionWithoutField: directives may leave nothing to subscribe to.
func TestSubscriptionWithoutField(t *testing.T) {
	b := start(t)
	for _, query := range []string{
		`subscription($id: ID!, $no: Boolean!) { eliminacionesDeCarpeta(carpetaId: $id) @include(if: $no) { id } }`,
		`subscription($id: ID!) { eliminacionesDeCarpeta(carpetaId: $id) @skip(if: true) { id } }`,
	} {
		v := map[string]any{"id": b.carpeta.CarpetaID, "no": false}
		a := b.do(request{body: operation(query, v), header: map[string]string{
			"Content-Type": "application/json", "Accept": "text/event-stream", "Authorization": "Bearer " + b.token,
		}})
		if a.code() != "GRAPHQL_VALIDATION_FAILED" {
			t.Errorf("%d %s", a.status, a.body)
		}
		c := b.connect()
		c.subscribe("s", query, v)
		c.expectError("s", "GRAPHQL_VALIDATION_FAILED")
	}
}

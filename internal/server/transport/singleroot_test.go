package transport_test

import (
	"net/http"
	"testing"
)

// TestSubscriptionWithoutField: directives may leave nothing to subscribe to.
func TestSubscriptionWithoutField(t *testing.T) {
	b := start(t)
	for _, query := range []string{
		`subscription($id: ID!, $no: Boolean!) { eliminacionesDeCarpeta(carpetaId: $id) @include(if: $no) { id } }`,
		`subscription($id: ID!) { eliminacionesDeCarpeta(carpetaId: $id) @skip(if: true) { id } }`,
	} {
		v := map[string]any{"id": b.carpeta.CarpetaID, "no": false}
		stream := b.events(http.MethodPost, query, v, b.token)
		stream.expect("next", `"code":"GRAPHQL_VALIDATION_FAILED"`)
		stream.expect("complete", "")
		c := b.connect()
		c.subscribe("s", query, v)
		c.expectError("s", "GRAPHQL_VALIDATION_FAILED")
	}
}

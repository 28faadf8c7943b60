package transport_test

import (
	"strings"
	"testing"
)

// TestUUIDsAreStrict: another spelling of an id names nothing, exactly as an absent one.
func TestUUIDsAreStrict(t *testing.T) {
	b := start(t)
	id := b.carpeta.CarpetaID
	const query = `query($id: ID!) { carpeta(id: $id) { carpetaId } }`
	if a := b.query(query, map[string]any{"id": id}); a.code() != "" {
		t.Fatal(a.body)
	}
	for _, other := range []string{strings.ToUpper(id), "{" + id + "}", "urn:uuid:" + id, strings.ReplaceAll(id, "-", ""), id + "\n", " " + id, id[:35], strings.Replace(id, "-", "_", 1)} {
		if a := b.query(query, map[string]any{"id": other}); a.code() != "NOT_FOUND" {
			t.Errorf("%q: %s", other, a.body)
		}
	}
}

package client_test

import (
	"encoding/json"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/cli/client"
)

// What the server says of an input ends as the server ends it, and two of them stand apart.
func TestUserErrors(t *testing.T) {
	var es client.UserErrors
	err := json.Unmarshal([]byte(`[{ "codigo": "BAD_USER_INPUT", "mensaje": "Check the entity.", "campos": [
		{ "campo": "nit", "mensaje": "Give it." }, { "campo": "nombre", "mensaje": "1 to 120 characters" }] }]`), &es)
	if err != nil {
		t.Fatal(err)
	}
	if said := es.Err().Error(); said != "Check the entity. (BAD_USER_INPUT) nit: Give it. nombre: 1 to 120 characters." {
		t.Errorf("says %q", said)
	}
}

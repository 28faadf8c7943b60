package e2e_test

import (
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// TestAuditoria runs the audits of the GraphQL over HTTP working group's suite
// against the server: MUST, SHOULD and MAY alike.
func TestAuditoria(t *testing.T) {
	t.Parallel()
	node := nodeProject(t, "auditoria")
	s := serverkit.NewHouse(t, serverkit.Embedded).Start(t)
	t.Logf("%s", node("auditar.mjs", s.URL+"/graphql"))
}

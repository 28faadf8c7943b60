package e2e_test

import (
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// TestGraphQLOverHTTPAudits runs the audits of the GraphQL over HTTP working group's suite
// against the server: MUST, SHOULD and MAY alike.
func TestGraphQLOverHTTPAudits(t *testing.T) {
	t.Parallel()
	node := nodeProject(t, "audits")
	s := serverkit.NewHouse(t, serverkit.Embedded).Start(t)
	t.Logf("%s", node("audit.mjs", s.URL+"/graphql"))
}

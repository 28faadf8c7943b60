package transport_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
)

// TestNoDefer: @defer is refused, and not ignored.
func TestNoDefer(t *testing.T) {
	b := start(t)
	if a := b.query(`{ miCarpeta { ... @defer { documentos(first: 1) { nodes { id } } } } }`, nil); a.code() != "GRAPHQL_VALIDATION_FAILED" {
		t.Error(a.body)
	}
	if a := b.query(`{ __schema { directives { name } } }`, nil); a.code() != "" || strings.Contains(a.body, "defer") {
		t.Error(a.body)
	}
}

// TestIntrospectionFits: the query that every tool sends is within all limits.
func TestIntrospectionFits(t *testing.T) {
	b := start(t)
	a := b.query(introspection, nil)
	if a.status != 200 || len(a.Errors) > 0 || !strings.Contains(a.body, `"DeleteDocumentoPayload"`) {
		t.Fatal(a.status, a.body)
	}
}

const introspection = `query IntrospectionQuery {
  __schema { description queryType { name kind } mutationType { name kind } subscriptionType { name kind } types { ...FullType }
    directives { name description isRepeatable locations args(includeDeprecated: true) { ...InputValue } } } }
fragment FullType on __Type { kind name description specifiedByURL isOneOf
  fields(includeDeprecated: true) { name description args(includeDeprecated: true) { ...InputValue } type { ...TypeRef } isDeprecated deprecationReason }
  inputFields(includeDeprecated: true) { ...InputValue } interfaces { ...TypeRef }
  enumValues(includeDeprecated: true) { name description isDeprecated deprecationReason } possibleTypes { ...TypeRef } }
fragment InputValue on __InputValue { name description type { ...TypeRef } defaultValue isDeprecated deprecationReason }
fragment TypeRef on __Type { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name
  ofType { kind name ofType { kind name ofType { kind name } } } } } } } } } }`

// TestDocumentsInParallel: with room for few documents, many at once push each
// other out, and every client gets the answer to its own question.
func TestDocumentsInParallel(t *testing.T) {
	b := start(t, withLimits(func(l *limits.Limits) { l.CacheKiB = 64 }))
	var wg sync.WaitGroup
	for worker := range 8 {
		wg.Go(func() {
			for i := range 20 {
				alias := fmt.Sprintf("a%d", (worker+i)%12)
				if a := b.query("{ "+alias+": __typename }", nil); !strings.HasPrefix(a.body, `{"data":{"`+alias+`":"Query"}`) {
					t.Error(a.body)
				}
			}
		})
	}
	wg.Wait()
}

// TestBody tries the limit of a body at its edge and one past it.
func TestBody(t *testing.T) {
	b := start(t, withLimits(func(l *limits.Limits) { l.Body = 4096 }))
	padded := func(bytes int) string {
		q := "{ __typename } #"
		return q + strings.Repeat("x", bytes-len(operation(q, nil)))
	}
	if a := b.query(padded(4096), nil); a.status != http.StatusOK || len(a.Errors) > 0 {
		t.Errorf("within: %d %s", a.status, a.body)
	}
	if a := b.query(padded(4097), nil); a.status != http.StatusRequestEntityTooLarge || a.code() != "BAD_USER_INPUT" {
		t.Errorf("beyond: %d %s", a.status, a.body)
	}
}

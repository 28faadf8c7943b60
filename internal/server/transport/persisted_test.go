package transport_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/server/admission"
	"github.com/carpeta-ciudadana/servidor/internal/server/transport"
)

func hash(query string) string {
	sum := sha256.Sum256([]byte(query))
	return hex.EncodeToString(sum[:])
}

// persistedBody is what Apollo's link sends; query may be empty.
func persistedBody(query, id string) string {
	members := map[string]any{"extensions": map[string]any{"persistedQuery": map[string]any{"version": 1, "sha256Hash": id}}}
	if query != "" {
		members["query"] = query
	}
	raw, err := json.Marshal(members)
	if err != nil {
		panic(err)
	}
	return string(raw)
}

func (b *bench) postBody(body string) answer {
	b.t.Helper()
	return b.do(request{body: body, header: map[string]string{"Content-Type": "application/json", "Authorization": "Bearer " + b.token}})
}

// TestAutomaticPersistedQueries: unknown, taught, known; by POST, GET and socket.
func TestAutomaticPersistedQueries(t *testing.T) {
	b := start(t)
	query := `{ miCarpeta { carpetaId } }`
	id := hash(query)
	if a := b.postBody(persistedBody("", id)); a.status != 200 || a.code() != "PERSISTED_QUERY_NOT_FOUND" {
		t.Fatal(a.status, a.body)
	}
	for _, body := range []string{persistedBody(query, id), persistedBody("", id), `{"documentId":"sha256:` + id + `"}`} {
		if a := b.postBody(body); a.code() != "" || !strings.Contains(a.body, b.carpeta.CarpetaID) {
			t.Errorf("%s: %s", body, a.body)
		}
	}
	extensions := url.QueryEscape(`{"persistedQuery":{"version":1,"sha256Hash":"` + id + `"}}`)
	if a := b.do(request{method: "GET", path: "/graphql?extensions=" + extensions, header: map[string]string{"Authorization": "Bearer " + b.token}}); a.code() != "" {
		t.Error("GET:", a.body)
	}
	c := b.connect()
	c.send(`{"id":"1","type":"subscribe","payload":` + persistedBody("", id) + `}`)
	if m := c.expect("1", "next"); !strings.Contains(string(m.Payload), b.carpeta.CarpetaID) {
		t.Error("socket:", string(m.Payload))
	}
}

func TestPersistedQueriesBadInput(t *testing.T) {
	b := start(t)
	good, wrong := `{ __typename }`, `{ nada }`
	for name, c := range map[string]struct{ body, code string }{
		"hash of something else":  {persistedBody(good, hash(wrong)), "BAD_USER_INPUT"},
		"no hash":                 {persistedBody("", ""), "BAD_USER_INPUT"},
		"not an object":           {`{"extensions":{"persistedQuery":"x"}}`, "BAD_USER_INPUT"},
		"unknown version":         {`{"extensions":{"persistedQuery":{"version":2,"sha256Hash":"` + hash(good) + `"}}}`, "BAD_USER_INPUT"},
		"long id":                 {`{"documentId":"` + strings.Repeat("a", 300) + `"}`, "BAD_USER_INPUT"},
		"id and text":             {`{"documentId":"x","query":"{ __typename }"}`, "BAD_USER_INPUT"},
		"two ids":                 {`{"documentId":"x",` + persistedBody("", hash(good))[1:], "BAD_USER_INPUT"},
		"id of another type":      {`{"documentId":7}`, "BAD_USER_INPUT"},
		"neither":                 {`{"extensions":{"persistedQuery":null}}`, "BAD_USER_INPUT"},
		"taught while not valid":  {persistedBody(wrong, hash(wrong)), "GRAPHQL_VALIDATION_FAILED"},
		"then it is not known":    {persistedBody("", hash(wrong)), "PERSISTED_QUERY_NOT_FOUND"},
		"nobody's document by id": {`{"documentId":"nadie"}`, "PERSISTED_QUERY_NOT_FOUND"},
	} {
		if a := b.postBody(c.body); a.code() != c.code {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
}

const trusted, stranger = `query Mia { miCarpeta { carpetaId } }`, `{ miCarpeta { operadorId } }`

func withManifest(t *testing.T, trust admission.Trust, manifest string) func(*transport.Config) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "manifest.json")
	if err := os.WriteFile(file, []byte(manifest), 0o600); err != nil {
		t.Fatal(err)
	}
	m, err := admission.LoadManifest(file)
	if err != nil {
		t.Fatal(err)
	}
	return func(c *transport.Config) { c.Trust, c.Trusted = trust, m }
}

// TestTrustedDocuments: both formats, by id and by text; a stranger is refused,
// even one that was taught, or logged by its hash alone.
func TestTrustedDocuments(t *testing.T) {
	apollo, err := json.Marshal(map[string]any{"format": "apollo-persisted-query-manifest", "version": 1, "operations": []map[string]string{
		{"id": hash(trusted), "body": trusted, "name": "Mia", "type": "query"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	relay, err := json.Marshal(map[string]string{"d41d8cd98f": trusted})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ manifest, id string }{"apollo": {string(apollo), hash(trusted)}, "relay": {string(relay), "d41d8cd98f"}} {
		t.Run(name, func(t *testing.T) {
			b := start(t, withManifest(t, admission.TrustEnforce, c.manifest))
			for _, body := range []string{
				operation(trusted, nil), persistedBody("", c.id), persistedBody(trusted, c.id), `{"documentId":"` + c.id + `"}`,
				persistedBody("", hash(trusted)), persistedBody(trusted, hash(trusted)), // Apollo's link knows no id but the hash
			} {
				if a := b.postBody(body); a.code() != "" {
					t.Errorf("trusted: %s", a.body)
				}
			}
			for _, body := range []string{operation(stranger, nil), persistedBody(stranger, hash(stranger))} {
				a := b.do(request{body: body, header: map[string]string{"Content-Type": "application/json", "Accept": "application/graphql-response+json"}})
				if a.status != 403 || a.code() != "OPERATION_NOT_TRUSTED" || a.Errors[0].Extensions["recuperacion"] == nil {
					t.Errorf("stranger: %d %s", a.status, a.body)
				}
			}
			if a := b.postBody(persistedBody(stranger, c.id)); a.code() != "BAD_USER_INPUT" {
				t.Error("another text under a trusted id:", a.body)
			}
		})
	}
	b := start(t, withManifest(t, admission.TrustLog, string(apollo)))
	if a := b.query(stranger, nil); a.code() != "" {
		t.Error(a.body)
	}
	if log := b.log.String(); !strings.Contains(log, hash(stranger)) || strings.Contains(log, "operadorId") {
		t.Error(log)
	}
}

// TestManifestWith: added documents are trusted too, and the manifest itself stays.
func TestManifestWith(t *testing.T) {
	b := start(t, withManifest(t, admission.TrustEnforce, `{"a":"{ __typename }"}`), func(c *transport.Config) {
		before := c.Trusted.Len()
		if c.Trusted = c.Trusted.With(trusted, trusted); c.Trusted.Len() != before+1 {
			t.Error(c.Trusted.Len())
		}
	})
	for _, body := range []string{operation(trusted, nil), persistedBody("", hash(trusted)), `{"documentId":"a"}`} {
		if a := b.postBody(body); a.code() != "" {
			t.Errorf("%s: %s", body, a.body)
		}
	}
	if a := b.query(stranger, nil); a.code() != "OPERATION_NOT_TRUSTED" {
		t.Error(a.body)
	}
}

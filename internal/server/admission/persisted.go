package admission

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/99designs/gqlgen/graphql"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
)

// Trust is the mode for operations that are not in the manifest.
type Trust string

// The modes of trusted documents.
const (
	TrustOff     Trust = "off"     // there is no manifest; clients may register documents by hash
	TrustLog     Trust = "log"     // they run, and are logged by hash
	TrustEnforce Trust = "enforce" // they are refused
)

// persistedKiB is the size of the cache of documents that clients registered.
const persistedKiB = 8 << 10

// persisted finds documents by id: those of the manifest, and those that clients registered (Apollo's automatic persisted
// queries).
type persisted struct {
	trust      Trust
	trusted    Manifest
	registered *sizedCache[string]
	log        *slog.Logger
}

func newPersisted(trust Trust, trusted Manifest, log *slog.Logger) *persisted {
	return &persisted{trust: trust, trusted: trusted, registered: newSizedCache[string](persistedKiB << 10), log: log}
}

// resolve fills in the document that an id stands for, or checks the document beside the id. newID is the id under which a
// new document may be registered once it is found valid.
func (p *persisted) resolve(ctx context.Context, params *graphql.RawParams) (newID string, err *fault.Error) {
	id, given, err := persistedID(params.Extensions)
	if err != nil {
		return "", err
	}
	if !given {
		return "", p.allow(ctx, params.Query)
	}
	text, known := p.trusted.byID[id]
	if !known && p.trust != TrustEnforce {
		text, known = p.registered.get(id)
	}
	switch {
	case known && (params.Query == "" || params.Query == text):
		params.Query = text
		return "", nil
	case known, params.Query != "" && id != HashOf(params.Query):
		return "", fault.New(fault.BadUserInput, "El identificador no es el de este documento.")
	case params.Query == "":
		return "", fault.Plain(fault.PersistedQueryNotFound)
	default:
		return id, p.allow(ctx, params.Query)
	}
}

// allow applies the mode to a document that came as text.
func (p *persisted) allow(ctx context.Context, query string) *fault.Error {
	if p.trust == TrustOff || p.trusted.texts[query] {
		return nil
	}
	if p.trust == TrustEnforce {
		return fault.Plain(fault.OperationNotTrusted).
			WithRecuperacion("Quien opera el servidor puede agregar la operación a CARPETA_TRUSTED_MANIFEST.")
	}
	p.log.WarnContext(ctx, "operation is not in the manifest", "request_id", caller.RequestID(ctx), "sha256", HashOf(query))
	return nil
}

// register remembers a document under its hash, unless only the manifest counts.
func (p *persisted) register(ctx context.Context, id, query string) {
	if id != "" && p.trust != TrustEnforce {
		p.registered.put(id, query, len(query)+2*len(id)+entryBytes)
	}
}

// persistedID reads extensions.persistedQuery, the way in which Apollo's clients
// name a document.
func persistedID(extensions map[string]any) (id string, given bool, err *fault.Error) {
	raw, given := extensions[persistedMember]
	if !given || raw == nil {
		return "", false, nil
	}
	members, _ := raw.(map[string]any)
	id, _ = members["sha256Hash"].(string)
	if id == "" || len(id) > maxDocumentID || members["version"] != persistedVersion {
		return "", true, fault.New(fault.BadUserInput, "`persistedQuery` debe tener version 1 y sha256Hash.")
	}
	return id, true, nil
}

const (
	persistedMember = "persistedQuery"
	maxDocumentID   = 256

	persistedVersion = json.Number("1") // as readMember decodes numbers
)

// asPersisted is documentId, of the GraphQL over HTTP draft and of Relay, in the form of Apollo's extension: the code that
// follows knows one way of naming a document.
func asPersisted(id string) map[string]any {
	return map[string]any{"version": persistedVersion, "sha256Hash": strings.TrimPrefix(id, "sha256:")}
}

// Manifest holds the documents that an application was built with, each under its
// own id and under its SHA-256, which Apollo's clients name any document by.
type Manifest struct {
	byID  map[string]string
	texts map[string]bool
}

// Len is the number of documents.
func (m Manifest) Len() int { return len(m.texts) }

// With is the manifest with these documents added, known by their hash.
func (m Manifest) With(texts ...string) Manifest {
	with := Manifest{byID: map[string]string{}, texts: map[string]bool{}}
	maps.Copy(with.byID, m.byID)
	maps.Copy(with.texts, m.texts)
	for _, text := range texts {
		with.texts[text] = true
		if _, taken := with.byID[HashOf(text)]; !taken {
			with.byID[HashOf(text)] = text
		}
	}
	return with
}

const apolloFormat = "apollo-persisted-query-manifest"

// LoadManifest reads the file that a client's build writes: Apollo's
// (generate-persisted-query-manifest, version 1) or Relay's, an object of id to text.
func LoadManifest(file string) (Manifest, error) {
	raw, err := os.ReadFile(file)
	if err != nil {
		return Manifest{}, err
	}
	m, err := parseManifest(raw)
	if err != nil {
		return Manifest{}, fmt.Errorf("%s: %w: give the manifest of Apollo's generate-persisted-query-manifest, or the one of Relay's compiler", file, err)
	}
	return m, nil
}

func parseManifest(raw []byte) (Manifest, error) {
	var apollo struct {
		Format     string
		Version    int
		Operations []struct{ ID, Body string }
	}
	byID := map[string]string{}
	switch err := json.Unmarshal(raw, &apollo); {
	case err == nil && apollo.Format == apolloFormat && apollo.Version == 1:
		for _, op := range apollo.Operations {
			byID[op.ID] = op.Body
		}
	case json.Unmarshal(raw, &byID) != nil:
		return Manifest{}, errors.New("not a manifest of a known format")
	}
	for id, text := range byID {
		if id == "" || text == "" {
			return Manifest{}, errors.New("an operation without id or text")
		}
	}
	if len(byID) == 0 {
		return Manifest{}, errors.New("no operations in it")
	}
	return Manifest{byID: byID}.With(slices.Collect(maps.Values(byID))...), nil
}

// HashOf is what Apollo's clients call a document.
func HashOf(query string) string {
	sum := sha256.Sum256([]byte(query))
	return hex.EncodeToString(sum[:])
}

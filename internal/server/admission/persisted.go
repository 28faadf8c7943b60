package admission

import (
	"context"
	"encoding/json"
	"log/slog"
	"strings"

	"github.com/99designs/gqlgen/graphql"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
)

// Trust says what becomes of operations that are not in the manifest.
type Trust string

// The modes of trusted documents.
const (
	TrustOff     Trust = "off"     // there is no manifest; clients may teach documents by hash
	TrustLog     Trust = "log"     // they run, and are logged by hash
	TrustEnforce Trust = "enforce" // they are refused
)

// persistedKiB is the room for documents that clients taught.
const persistedKiB = 8 << 10

// persisted finds documents by id: those of the manifest, and those that clients
// taught (Apollo's automatic persisted queries).
type persisted struct {
	trust   Trust
	trusted Manifest
	learned *sizedCache[string]
	log     *slog.Logger
}

func newPersisted(trust Trust, trusted Manifest, log *slog.Logger) *persisted {
	return &persisted{trust: trust, trusted: trusted, learned: newSizedCache[string](persistedKiB << 10), log: log}
}

// resolve fills in the document that an id stands for, or checks the one given.
// teaches is the id under which a new one may be learned, once it is found good.
func (p *persisted) resolve(ctx context.Context, params *graphql.RawParams) (teaches string, err *fault.Error) {
	id, given, err := persistedID(params.Extensions)
	if err != nil {
		return "", err
	}
	if !given {
		return "", p.allow(ctx, params.Query)
	}
	text, known := p.trusted.byID[id]
	if !known && p.trust != TrustEnforce {
		text, known = p.learned.get(ctx, id)
	}
	switch {
	case known && (params.Query == "" || params.Query == text):
		params.Query = text
		return "", nil
	case known, params.Query != "" && id != hashOf(params.Query):
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
	p.log.WarnContext(ctx, "operation is not in the manifest", "request_id", caller.RequestID(ctx), "sha256", hashOf(query))
	return nil
}

// learn remembers a document under its hash, unless only the manifest counts.
func (p *persisted) learn(ctx context.Context, id, query string) {
	if id != "" && p.trust != TrustEnforce {
		p.learned.put(ctx, id, query, len(query)+2*len(id)+entryBytes)
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

// asPersisted is documentId, of the GraphQL over HTTP draft and of Relay, in
// Apollo's form: one way of naming a document is enough further on.
func asPersisted(id string) map[string]any {
	return map[string]any{"version": persistedVersion, "sha256Hash": strings.TrimPrefix(id, "sha256:")}
}

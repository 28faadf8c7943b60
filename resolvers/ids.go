package resolvers

import (
	"context"
	"errors"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// An id that names nothing gets the answer of an absent object: an object that a client
// may not see looks like one that does not exist.

// uuidDe reads a global id of a type with one key, or the bare UUID.
func uuidDe(tipo, id string) (string, error) {
	if relay.IsUUID(id) {
		return id, nil
	}
	g, err := relay.ParseGlobalID(id)
	if err != nil || g.Type != tipo || len(g.Keys) != 1 || !relay.IsUUID(g.Keys[0]) {
		return "", auth.NotFound()
	}
	return g.Keys[0], nil
}

func carpetaID(id string) (string, error) { return uuidDe(carpeta.TipoNodo, id) }

// anyCarpetaID is "", which no carpeta has, for an id that names nothing: whoever may not know whether there is
// one is refused as always.
func anyCarpetaID(id string) string {
	uuid, _ := carpetaID(id)
	return uuid
}

func eventoID(id string) (string, error) { return uuidDe(eliminacion.TipoNodo, id) }

// claveDe reads a document's global id, or the bare UUID of a document in the caller's own
// carpeta.
func (r *Resolver) claveDe(ctx context.Context, quien auth.Principal, id string) (documento.Clave, error) {
	if relay.IsUUID(id) {
		return r.ownClave(ctx, quien, id)
	}
	g, err := relay.ParseGlobalID(id)
	if err != nil || g.Type != documento.TipoNodo || len(g.Keys) != 2 || !relay.IsUUID(g.Keys[0]) || !relay.IsUUID(g.Keys[1]) {
		return documento.Clave{}, auth.NotFound()
	}
	return documento.Clave{CarpetaID: g.Keys[0], DocumentoID: g.Keys[1]}, nil
}

// ownClave: of a caller without a carpeta the document is as absent as any other.
func (r *Resolver) ownClave(ctx context.Context, quien auth.Principal, documentoID string) (documento.Clave, error) {
	c, err := r.Carpetas.Mia(ctx, quien)
	if errors.Is(err, fault.NotFound) {
		err = auth.NotFound()
	}
	return documento.Clave{CarpetaID: c.CarpetaID, DocumentoID: documentoID}, err
}

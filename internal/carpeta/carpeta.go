package carpeta

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// Carpeta is one citizen's folder.
type Carpeta struct {
	CarpetaID   string // UUID
	CiudadanoID string // the owner: the token's subject
	OperadorID  string // the operator that serves the citizen
	Tipo        string // PERSONAL, EMPRESA; copied to each document as tipoCarpeta
	// TotalDocumentos counts visible documents. It changes only inside the
	// transaction that creates or deletes one, or moves one into the bin or out of it.
	TotalDocumentos int64
	// TotalPapelera counts the documents in the bin, as TotalDocumentos does the visible ones.
	TotalPapelera int64
	// Version grows with every document that appears, moves or disappears; SinLeer if only the owner was asked for.
	Version int64
	Uso     Uso
}

// SinLeer is the Version of a carpeta that was not read: see Reconocer.
const SinLeer = relay.Unread

// Store keeps the carpetas. What changes something writes its event h in the same
// transaction: both, or neither. Failures are *fault.Error: NOT_FOUND when absent,
// UNAVAILABLE when the store does not answer in time.
type Store interface {
	// Carpeta reads one, strongly consistent.
	Carpeta(ctx context.Context, carpetaID string) (Carpeta, error)
	// Carpetas reads up to 100 in one round. Absent ones are left out; order is not kept.
	Carpetas(ctx context.Context, carpetaIDs []string) ([]Carpeta, error)
	// CarpetaDeCiudadano reads the carpeta of an owner, strongly consistent.
	CarpetaDeCiudadano(ctx context.Context, ciudadanoID string) (Carpeta, error)
	// AbrirCarpeta writes a new one (TotalDocumentos, Version and Uso are taken as given)
	// and returns it, unless its owner has one: then that one is returned, and nothing
	// is written, h neither. So an owner has one, however many ask at the same time.
	// CONFLICT if the id is taken by another owner's.
	AbrirCarpeta(ctx context.Context, c Carpeta, h auditoria.Evento) (Carpeta, error)
}

// TipoNodo is the type name in global ids.
const TipoNodo = "Carpeta"

// ID is the carpeta's global id.
func (c Carpeta) ID() string {
	return relay.GlobalID{Type: TipoNodo, Keys: []string{c.CarpetaID}}.String()
}

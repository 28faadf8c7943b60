package carpeta

import (
	"context"
	"errors"
	"strings"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Conocidas is a cache of what never changes about a carpeta: its id, its owner and its operador. It spares the
// next page a read. Only the owner is answered from it, and only a carpeta that was shown to its owner gets in: a
// stranger is refused after the same read whether the carpeta is known, unknown or absent. A nil cache knows none.
type Conocidas struct {
	clock func() time.Time
	de    *lru.Cache[string, conocida] // by ciudadanoId
}

type conocida struct {
	carpetaID, operadorID string // "" for a citizen without a carpeta
	hasta                 time.Time
}

// Bounds of the memory: 4 MiB at most, of ids with up to 128 bytes. Nothing in this program changes an owner; whoever
// does it beside it, with a backup or by hand, is believed after this time. Who has no carpeta may get one at any time.
const (
	maxConocidas      = 8192
	vigenciaConocidas = 5 * time.Minute
	vigenciaAusencia  = 10 * time.Second
)

// NewConocidas makes it.
func NewConocidas(clock func() time.Time) *Conocidas {
	de, _ := lru.New[string, conocida](maxConocidas) // fails for a size of 0 only
	return &Conocidas{clock: clock, de: de}
}

// guardar keeps a carpeta that its owner was shown. The texts are copied: one may be a part of a token, or of a page.
func (k *Conocidas) guardar(c Carpeta) {
	if k == nil {
		return
	}
	k.de.Add(strings.Clone(c.CiudadanoID), conocida{strings.Clone(c.CarpetaID), strings.Clone(c.OperadorID), k.clock().Add(vigenciaConocidas)})
}

// propia is the caller's own carpeta without what changes: its Version is SinLeer, and the counts are 0.
func (k *Conocidas) propia(quien auth.Principal) (c Carpeta, conocida bool) {
	if k == nil || auth.MayReadCarpeta(quien.Quiet(), quien.Sub) != nil {
		return Carpeta{}, false
	}
	x, ok := k.de.Get(quien.Sub)
	if !ok || !k.clock().Before(x.hasta) || x.carpetaID == "" {
		return Carpeta{}, false
	}
	return Carpeta{CarpetaID: x.carpetaID, CiudadanoID: quien.Sub, OperadorID: x.operadorID, Version: SinLeer}, true
}

// De is the id of a person's own carpeta, or "" if they have none. It is no permission.
func (k *Conocidas) De(ctx context.Context, store Store, ciudadanoID string) (string, error) {
	if x, ok := k.de.Get(ciudadanoID); ok && k.clock().Before(x.hasta) {
		return x.carpetaID, nil
	}
	c, err := store.CarpetaDeCiudadano(ctx, ciudadanoID)
	switch {
	case errors.Is(err, fault.NotFound):
		k.de.Add(strings.Clone(ciudadanoID), conocida{hasta: k.clock().Add(vigenciaAusencia)})
		return "", nil
	case err == nil:
		k.guardar(c)
	}
	return c.CarpetaID, err
}

// Leer is Read for a use case that needs the owner and the operador of a carpeta only: the other fields may be
// those of a carpeta that was not read. The caller decides what that person may do, as after a reading.
func (k *Conocidas) Leer(ctx context.Context, store Store, quien auth.Principal, carpetaID string) (Carpeta, error) {
	if c, ok := k.propia(quien); ok && c.CarpetaID == carpetaID {
		remember(ctx, c)
		return c, nil
	}
	return Read(ctx, store, carpetaID)
}

// Reconocer is Ver for a use case that needs the CarpetaID and the permission of the caller only: the other fields
// may be those of a carpeta that was not read.
func (s *Servicio) Reconocer(ctx context.Context, quien auth.Principal, carpetaID string) (Carpeta, error) {
	if c, ok := s.Conocidas.propia(quien); ok && c.CarpetaID == carpetaID {
		remember(ctx, c)
		return c, nil
	}
	return s.Ver(ctx, quien, carpetaID)
}

// ReconocerMia is Mia for the same need as Reconocer.
func (s *Servicio) ReconocerMia(ctx context.Context, quien auth.Principal) (Carpeta, error) {
	if c, ok := s.Conocidas.propia(quien); ok {
		remember(ctx, c)
		return c, nil
	}
	return s.Mia(ctx, quien)
}

package marca

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Marca is a record under a name.
type Marca struct {
	Nombre string          `json:"-"`
	Token  int64           `json:"token"`           // grows with every write: a process that lost the mark is fenced off
	Dueno  string          `json:"dueno"`           // the process that has the lease
	Hasta  time.Time       `json:"hasta,omitzero"`  // until when it is its alone
	Datos  json.RawMessage `json:"datos,omitempty"` // of the work
}

// DeOtro reports whether another process has the lease now.
func (m Marca) DeOtro(dueno string, now time.Time) bool {
	return m.Dueno != dueno && m.Hasta.After(now)
}

// Store keeps the marks. Failures are *fault.Error, as of the other stores.
type Store interface {
	// LeerMarca reads one, strongly consistent; of one that was never written Token is 0.
	LeerMarca(ctx context.Context, nombre string) (Marca, error)
	// EscribirMarca writes m with the next token and returns it. CONFLICT unless the
	// stored token is m's: also on the repetition of a write whose answer was lost.
	EscribirMarca(ctx context.Context, m Marca) (Marca, error)
}

// Arrendar takes or renews the lease of a name. It is not libre while another process has it.
func Arrendar(ctx context.Context, s Store, nombre, dueno string, now time.Time, plazo time.Duration) (m Marca, libre bool, err error) {
	m, err = s.LeerMarca(ctx, nombre)
	if err != nil || m.DeOtro(dueno, now) {
		return m, false, err
	}
	m.Dueno, m.Hasta = dueno, now.Add(plazo)
	m, err = s.EscribirMarca(ctx, m)
	if errors.Is(err, fault.Conflict) {
		return m, false, nil // another process was faster
	}
	return m, err == nil, err
}

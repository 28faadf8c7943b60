package reconciliacion

import (
	"context"
	"log/slog"
	"time"

	"golang.org/x/time/rate"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/marca"
)

// Reconciliador looks for inconsistencies and mends them.
type Reconciliador struct {
	Metadatos    Metadatos
	Reparaciones Reparaciones
	Marcas       marca.Store
	Objetos      documento.Inventario
	Cargas       Cargas
	Plazos       Plazos
	Clock        func() time.Time
	NewID        func() string // UUID
	// Pause waits; its error is the context's.
	Pause     func(ctx context.Context, d time.Duration) error
	Log       *slog.Logger
	Escribano auditoria.Escribano
}

// Cargas forgets an upload that no sweep took away.
type Cargas interface {
	Olvidar(ctx context.Context, d documento.Documento) error
}

// Plazos are the times of a walk.
type Plazos struct {
	Pausa      time.Duration // between a suspicion and the second look
	Atraso     time.Duration // by how much a command is overdue before it is suspect
	Reposo     time.Duration // how long such a command is watched: longer than a place in a window is held
	Gracia     time.Duration // how long an expired upload, or a folder that is being filled before its carpeta, is judged right
	Arriendo   time.Duration // how long a mark is held without being renewed
	Renovacion time.Duration // how often a mark is renewed
}

// PlazosNormales are the defaults.
var PlazosNormales = Plazos{
	Pausa: 2 * time.Second, Atraso: 5 * time.Minute, Reposo: 45 * time.Second, Gracia: time.Hour,
	Arriendo: 2 * time.Minute, Renovacion: 10 * time.Second,
}

// Recorrido asks for a run.
type Recorrido struct {
	CarpetaID  string // only this carpeta
	OperadorID string // only this operador's carpetas
	Ritmo      float64
	Desde      Posicion
	Hallado    func(Hallazgo) error
	// Paso is called after every carpeta with the position where a later run could go on.
	Paso func(ctx context.Context, p Posicion, r Resumen) error
	// Latido is called before every call to the stores: an error ends the walk.
	Latido func(ctx context.Context) error
}

// Posicion is where a walk stands: everything before it was looked at.
type Posicion struct {
	Bucket   bool   `json:"b,omitempty"` // the second walk
	Operador string `json:"o,omitempty"`
	Carpeta  string `json:"c,omitempty"`
	Folder   string `json:"f,omitempty"` // where the listing of the bucket goes on
}

// corrida is one run.
type corrida struct {
	*Reconciliador
	p       Recorrido
	ritmo   *rate.Limiter
	pos     Posicion
	resumen *Resumen

	quietas []sospecha // commands that nobody takes, watched until the end
}

// Recorrer walks and reports. The summary is also good after an error: it tells how
// far the walk came.
func (r *Reconciliador) Recorrer(ctx context.Context, p Recorrido, previo Resumen) (Resumen, error) {
	c := &corrida{Reconciliador: r, p: p, ritmo: limitador(p.Ritmo), pos: p.Desde, resumen: &previo}
	if c.p.Paso == nil {
		c.p.Paso = func(context.Context, Posicion, Resumen) error { return nil }
	}
	err := c.andar(ctx)
	if err == nil {
		err = c.vigilar(ctx)
	}
	return *c.resumen, err
}

// limitador bounds the calls to the stores; 0 does not bound.
func limitador(ritmo float64) *rate.Limiter {
	if ritmo <= 0 {
		return rate.NewLimiter(rate.Inf, 1)
	}
	return rate.NewLimiter(rate.Limit(ritmo), max(1, int(ritmo/4)))
}

// turno waits until one more call may be made.
func (c *corrida) turno(ctx context.Context) error {
	if err := c.ritmo.Wait(ctx); err != nil || c.p.Latido == nil {
		return err
	}
	return c.p.Latido(ctx)
}

func (c *corrida) hallar(h Hallazgo) error {
	c.resumen.contar(h.Tipo)
	return c.p.Hallado(h)
}

package operacion

import (
	"context"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
)

const (
	maxPartes    = 100  // operadores of one answer
	partesALaVez = 10   // are counted
	maxEnEspera  = 1000 // commands that are counted of each
	porPunto     = 5    // such keys for a point of the price
)

// Reparto is how the work is divided among operadores.
type Reparto struct {
	Desde      time.Time // since when Completadas were counted
	Operadores []Parte   // by name
	Incompleto bool      // there are more
}

// Parte is what waits of an operador, and what it got.
type Parte struct {
	OperadorID    string
	Peso          int        // its share beside the others, from 1
	EnEspera      int        // commands that are due and not handed out; maxEnEspera stands for that many or more
	EnEsperaDesde *time.Time // since when the oldest of them is due; nil if there is none
	Completadas   int        // deletions
}

// Reparto tells what waits and what was done of an operador, or, for an auditor, of all. It names no deletion and no
// citizen, and so is not written into the trail.
func (s *Servicio) Reparto(ctx context.Context, quien auth.Principal, operadorID string) (Reparto, error) {
	operadorID, err := alcance(quien, operadorID)
	if err != nil {
		return Reparto{}, err
	}
	operadores, incompleto, err := s.deQuienes(ctx, operadorID)
	if err != nil {
		return Reparto{}, err
	}
	partes, err := s.partes(ctx, operadores)
	if err != nil {
		return Reparto{}, err
	}
	completadas, desde := s.Despacho.Completadas()
	for i := range partes {
		partes[i].Completadas = completadas[partes[i].OperadorID]
	}
	return Reparto{Desde: desde, Operadores: partes, Incompleto: incompleto}, nil
}

// partes counts what waits of each operador, some at a time: one after the other a hundred of them would take a hundred
// times as long as one.
func (s *Servicio) partes(ctx context.Context, operadores []string) ([]Parte, error) {
	partes := make([]Parte, len(operadores))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(partesALaVez)
	for i, o := range operadores {
		g.Go(func() (err error) {
			partes[i], err = s.parte(ctx, o)
			return err
		})
	}
	return partes, g.Wait()
}

// deQuienes are the operadores of an answer: the one that was asked for, or all, as far as they fit.
func (s *Servicio) deQuienes(ctx context.Context, operadorID string) (operadores []string, mas bool, err error) {
	if operadorID != "" {
		return []string{operadorID}, false, nil
	}
	todos, err := s.Sagas.Store.Operadores(ctx)
	if err != nil {
		return nil, false, err
	}
	slices.Sort(todos)
	n := min(len(todos), maxPartes)
	return todos[:n], n < len(todos), nil
}

// parte counts what waits of an operador.
func (s *Servicio) parte(ctx context.Context, operadorID string) (Parte, error) {
	p := Parte{OperadorID: operadorID, Peso: s.Despacho.Peso(operadorID)}
	now := s.Clock()
	vencidas, err := s.Sagas.Store.Vencidas(ctx, operadorID, now, maxEnEspera)
	if err != nil {
		return p, err
	}
	quota.Spend(ctx, len(vencidas)/porPunto)
	if p.EnEspera = len(vencidas); p.EnEspera > 0 {
		p.EnEsperaDesde = &vencidas[0].NoAntesDe // the oldest stands first
	}
	return p, nil
}

// Indice is Jain's index of the operadores that have work waiting, by weight: 1 if each got its part, 1/n if one of n
// got everything. Nil unless two of them can be compared, and something was done.
func (r Reparto) Indice() *float64 {
	var n, sum, squares float64
	for _, p := range r.Operadores {
		if p.EnEspera == 0 {
			continue // it got what it asked for
		}
		x := float64(p.Completadas) / float64(p.Peso)
		n, sum, squares = n+1, sum+x, squares+x*x
	}
	if n < 2 || squares == 0 {
		return nil
	}
	j := sum * sum / (n * squares)
	return &j
}

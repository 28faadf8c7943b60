package documento

import (
	"context"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
)

// maxLecturasEnEspera wait for a place; a further one is refused.
const maxLecturasEnEspera = 256

// NewLecturas has so many places for those who read whole files, one for each carpeta: a citizen who
// confirms two hundred large files waits for their own, and the others for one of them.
func NewLecturas(places int) *quota.FairSemaphore {
	return quota.NewFairSemaphore(places, 1, maxLecturasEnEspera)
}

// Turno waits for a place to read a whole file of a carpeta; call salir at its end. It refuses it once the operation
// has read what one may.
func (s *Servicio) Turno(ctx context.Context, carpetaID string) (salir func(), err error) {
	if quota.Exhausted(ctx) {
		return nil, fault.New(fault.QueryTooComplex, "Esta consulta ya hizo leer demasiado.").
			WithRecuperacion("Pida menos documentos en una consulta.")
	}
	if s.Lecturas == nil {
		return func() {}, nil
	}
	salir, err = s.Lecturas.Acquire(ctx, carpetaID, 1)
	if err != nil {
		return nil, fault.Wrap(fault.Unavailable, err).WithEspera(5 * time.Second)
	}
	return salir, nil
}

// turnoDePartes waits for no more than a part of the request's time. Whoever got no place has not been
// verified, and asks again.
func (s *Servicio) turnoDePartes(ctx context.Context, d Documento) (salir func(), err error) {
	espera, cancel := context.WithTimeout(ctx, s.plazoDe(ctx))
	defer cancel()
	salir, err = s.Turno(espera, d.CarpetaID)
	if err != nil && ctx.Err() == nil && espera.Err() != nil {
		err = d.verificandose(d.Partes.Verificados)
	}
	return salir, err
}

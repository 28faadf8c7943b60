package documento

import (
	"context"
	"slices"
	"strings"
	"time"
)

// Novedades are what happened to a carpeta's documents since a moment, oldest first, and at most
// limite. Those that came stand in the index by date anyway, and those that left it since in their deletions: only
// changes are written down. The caller was allowed to see the carpeta. May lag behind writes.
func (s *Servicio) Novedades(ctx context.Context, carpetaID string, desde time.Time, limite int) ([]Novedad, error) {
	ns, err := s.llegadas(ctx, carpetaID, desde, limite)
	if err != nil {
		return nil, err
	}
	q := ConsultaNovedades{CarpetaID: carpetaID, Desde: desde}
	for n := 0; n < limite; n += q.Limite {
		q.Limite = min(maxNovedades, limite-n)
		cambios, err := s.Store.Novedades(ctx, q)
		if err != nil {
			return nil, err
		}
		if ns = append(ns, cambios...); len(cambios) < q.Limite {
			break
		}
		q.Despues = cambios[len(cambios)-1].ClaveOrden()
	}
	slices.SortFunc(ns, func(a, b Novedad) int { return strings.Compare(a.ClaveOrden(), b.ClaveOrden()) })
	return ns[:min(limite, len(ns))], nil
}

func (s *Servicio) llegadas(ctx context.Context, carpetaID string, desde time.Time, limite int) (ns []Novedad, err error) {
	q := Consulta{CarpetaID: carpetaID, Campo: PorFechaRecepcion, Desde: desde.UTC().Format(formatoOrden) + "#0"}
	for n := 0; n < limite; n += q.Limite {
		q.Limite = min(maxFilas, limite-n)
		fs, err := s.Store.Listar(ctx, q)
		if err != nil {
			return nil, err
		}
		for _, f := range fs {
			ns = append(ns, f.Llegada())
		}
		if len(fs) < q.Limite {
			break
		}
		q.Desde = fs[len(fs)-1].ClaveOrden(PorFechaRecepcion)
	}
	return ns, nil
}

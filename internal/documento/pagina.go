package documento

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// Presentes reads whole documents for a page: it answers with those rows that are there
// still. An index may show a row that its table has no more, because deletions go on while a
// page is read. A row that cannot be read stays: nobody knows that it is gone.
type Presentes func(ctx context.Context, filas []Fila) []Fila

// Pagina reads a page of a carpeta that the caller was allowed to read. With presentes every
// row of it was there; without, a row is what the index shows.
func (s *Servicio) Pagina(ctx context.Context, quien auth.Principal, c carpeta.Carpeta, p PageRequest, presentes Presentes) (*relay.Connection[Fila], error) {
	filtro, err := p.Filtro.validado()
	if err != nil {
		return nil, err
	}
	p.Filtro = filtro
	camino := s.camino(c.CarpetaID, p)
	if presentes != nil {
		camino = soloPresentes(camino, p.Campo, presentes)
	}
	lista := relay.List[Fila]{
		Cursors: s.Cursores, Clock: s.Clock, Scope: p.scope(quien.Sub, c.CarpetaID), Version: c.Version,
		Key: func(f Fila) string { return f.ClaveOrden(p.Campo) }, Walk: camino,
	}
	return lista.Page(ctx, p.Args)
}

func (s *Servicio) camino(carpetaID string, p PageRequest) relay.Walk[Fila] {
	return func(ctx context.Context, after string, backward bool, limit int) ([]Fila, error) {
		if err := PuedeFiltrar(ctx); err != nil && !p.Filtro.Vacio() {
			return nil, err
		}
		return s.Store.Listar(ctx, Consulta{
			CarpetaID: carpetaID, Campo: p.Campo, Descendente: p.Descendente != backward,
			Desde: after, Filtro: p.Filtro, Limite: limit,
		})
	}
}

// maxRelleno bounds how often a page is filled up. An index lags by a moment, in which a
// carpeta does not lose this many pages; the page after that goes on.
const maxRelleno = 8

// soloPresentes leaves out the rows of a walk that are gone, and reads on for as many.
// The last row of a full run only says that there are more: it is not read.
func soloPresentes(camino relay.Walk[Fila], campo CampoOrden, presentes Presentes) relay.Walk[Fila] {
	return func(ctx context.Context, after string, backward bool, limit int) (filas []Fila, err error) {
		if limit == 1 { // whether there is anything
			return camino(ctx, after, backward, limit)
		}
		for range maxRelleno {
			wanted := limit - len(filas)
			found, err := camino(ctx, after, backward, wanted)
			page := found[:min(len(found), wanted-1)]
			living := presentes(ctx, page)
			filas = append(filas, living...)
			if len(living) == len(page) || len(found) < wanted || err != nil {
				return append(filas, found[len(page):]...), err
			}
			after = page[len(page)-1].ClaveOrden(campo) // the row that was not read comes again
		}
		return filas, relay.Stopped{After: after}
	}
}

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
	filtro, err := s.validado(ctx, p.Filtro)
	if err != nil {
		return nil, err
	}
	p.Filtro = filtro
	clave := func(f Fila) string { return f.ClaveOrden(p.Campo) }
	camino, desde := s.camino(c.CarpetaID, p, false), s.camino(c.CarpetaID, p, true)
	if presentes != nil {
		desde = soloPresentesDesde(desde, camino, clave, presentes)
		camino = soloPresentes(camino, clave, presentes)
	}
	lista := relay.List[Fila]{
		Cursors: s.Cursores, Clock: s.Clock, Scope: p.scope(quien.Sub, c.CarpetaID), Version: c.Version,
		Key: clave, Walk: camino, Including: desde,
	}
	return lista.Page(ctx, p.Args)
}

func (s *Servicio) camino(carpetaID string, p PageRequest, conDesde bool) relay.Walk[Fila] {
	return func(ctx context.Context, after string, backward bool, limit int) ([]Fila, error) {
		if !p.Filtro.Vacio() {
			leave, err := Filtrar(ctx)
			if err != nil {
				return nil, err
			}
			defer leave()
		}
		return s.Store.Listar(ctx, Consulta{
			CarpetaID: carpetaID, Campo: p.Campo, Descendente: p.Descendente != backward,
			Desde: after, ConDesde: conDesde, Filtro: p.Filtro, Limite: limit,
		})
	}
}

// maxRelleno bounds how often a page is filled up. An index lags by a moment, in which a
// carpeta does not lose this many pages; the page after that goes on.
const maxRelleno = 8

// soloPresentes leaves out the rows of a walk that are gone, and reads on for as many.
// The last row of a full run only says that there are more: it is not read.
func soloPresentes(camino relay.Walk[Fila], clave func(Fila) string, presentes Presentes) relay.Walk[Fila] {
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
			after = clave(page[len(page)-1]) // the row that was not read comes again
		}
		return filas, relay.Stopped{After: after}
	}
}

// soloPresentesDesde is soloPresentes for a walk whose first run begins with the row of the cursor: that one only says
// that it is there, and is not read.
func soloPresentesDesde(desde, camino relay.Walk[Fila], clave func(Fila) string, presentes Presentes) relay.Walk[Fila] {
	return func(ctx context.Context, from string, backward bool, limit int) ([]Fila, error) {
		var cursor []Fila
		primera := true
		filas, err := soloPresentes(func(ctx context.Context, after string, backward bool, wanted int) ([]Fila, error) {
			if !primera {
				return camino(ctx, after, backward, wanted)
			}
			primera = false
			found, err := desde(ctx, after, backward, wanted+1)
			if len(found) > 0 && clave(found[0]) == from {
				cursor, found = found[:1:1], found[1:]
			}
			return found[:min(len(found), wanted)], err
		}, clave, presentes)(ctx, from, backward, limit-1)
		return append(cursor, filas...), err
	}
}

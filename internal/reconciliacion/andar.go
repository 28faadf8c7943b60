package reconciliacion

import (
	"context"
	"errors"
	"slices"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// lote is how many carpetas are listed at once.
const lote = 100

func (c *corrida) andar(ctx context.Context) error {
	switch {
	case c.p.CarpetaID != "":
		return c.una(ctx, c.p.CarpetaID)
	case c.p.OperadorID != "":
		return c.porOperador(ctx, c.p.OperadorID, c.pos.Carpeta)
	}
	operadores, err := c.operadores(ctx)
	if err != nil {
		return err
	}
	if !c.pos.Bucket {
		if err := c.porCarpetas(ctx, operadores); err != nil {
			return err
		}
		c.pos = Posicion{Bucket: true}
	}
	return c.porBucket(ctx, operadores)
}

// operadores are all that ever had a carpeta or a deletion.
func (c *corrida) operadores(ctx context.Context) ([]string, error) {
	conCarpetas, err := c.Metadatos.OperadoresConCarpetas(ctx)
	if err != nil {
		return nil, err
	}
	conSagas, err := c.Metadatos.Operadores(ctx)
	todos := slices.Concat(conCarpetas, conSagas)
	slices.Sort(todos)
	return slices.Compact(todos), err
}

func (c *corrida) porCarpetas(ctx context.Context, operadores []string) error {
	for _, o := range operadores {
		if o < c.pos.Operador {
			continue
		}
		desde := ""
		if o == c.pos.Operador {
			desde = c.pos.Carpeta
		}
		if err := c.porOperador(ctx, o, desde); err != nil {
			return err
		}
	}
	return nil
}

func (c *corrida) porOperador(ctx context.Context, operador, desde string) error {
	for {
		if err := c.turno(ctx); err != nil {
			return err
		}
		ids, err := c.Metadatos.CarpetasDeOperador(ctx, operador, desde, lote)
		if err != nil || len(ids) == 0 {
			return err
		}
		hay, err := c.leer(ctx, ids)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if v, existe := hay[id]; existe { // a carpeta that went away is nobody's
				if err := c.comparar(ctx, v, true); err != nil {
					return err
				}
			}
			if err := c.dado(ctx, Posicion{Operador: operador, Carpeta: id}); err != nil {
				return err
			}
		}
		if len(ids) < lote {
			return nil
		}
		desde = ids[len(ids)-1]
	}
}

// dado books one more carpeta.
func (c *corrida) dado(ctx context.Context, p Posicion) error {
	c.pos = p
	return c.p.Paso(ctx, p, *c.resumen)
}

func (c *corrida) leer(ctx context.Context, ids []string) (map[string]carpeta.Carpeta, error) {
	if err := c.turno(ctx); err != nil {
		return nil, err
	}
	cs, err := c.Metadatos.Carpetas(ctx, ids)
	hay := make(map[string]carpeta.Carpeta, len(cs))
	for _, v := range cs {
		hay[v.CarpetaID] = v
	}
	return hay, err
}

// porBucket looks at the folders that the walk by carpetas could not know: without
// a carpeta, or of an operador that is in no register.
func (c *corrida) porBucket(ctx context.Context, operadores []string) error {
	for {
		if err := c.turno(ctx); err != nil {
			return err
		}
		p, err := c.Objetos.CarpetasConObjetos(ctx, c.pos.Folder, lote)
		if err != nil {
			return err
		}
		c.resumen.Ajenos += int64(p.Ajenos)
		if err := c.folders(ctx, p.CarpetaIDs, operadores); err != nil || p.Siguiente == "" {
			return err
		}
		if err := c.dado(ctx, Posicion{Bucket: true, Folder: p.Siguiente}); err != nil {
			return err
		}
	}
}

func (c *corrida) folders(ctx context.Context, ids, operadores []string) error {
	if len(ids) == 0 {
		return nil
	}
	hay, err := c.leer(ctx, ids)
	if err != nil {
		return err
	}
	for _, id := range ids {
		v, existe := hay[id]
		if existe && slices.Contains(operadores, v.OperadorID) {
			continue
		}
		v.CarpetaID = id
		if err := c.comparar(ctx, v, existe); err != nil {
			return err
		}
	}
	return nil
}

// una looks at one carpeta, or at its remains. NOT_FOUND if there is neither.
func (c *corrida) una(ctx context.Context, id string) error {
	v, err := c.Metadatos.Carpeta(ctx, id)
	existe := err == nil
	if err != nil && !errors.Is(err, fault.NotFound) {
		return err
	}
	v.CarpetaID = id
	if err := c.comparar(ctx, v, existe); err != nil {
		return err
	}
	if !existe && c.resumen.Documentos+c.resumen.Objetos == 0 {
		return fault.Wrap(fault.NotFound, errors.New("carpeta "+id+": neither metadata nor files; is this the right table prefix, or data folder?"))
	}
	return nil
}

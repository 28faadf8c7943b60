package operacion

import (
	"context"
	"fmt"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// busqueda fills a run of deletions: the keys of several states are merged in
// their order, and their items read a batch at a time until enough have passed the
// filter.
type busqueda struct {
	s           *Servicio
	f           Filtro
	d           *diagnosta
	descendente bool
	corrientes  []*corriente
	lecturas    int
}

// corriente is the list of one state.
type corriente struct {
	consulta eliminacion.ConsultaOperador
	claves   []string
	fin      bool // nothing comes after claves
}

// tanda is how many items are read at a time, and keys of each state.
const tanda = 100

func (b *busqueda) hasta(ctx context.Context, limite int) (es []eliminacion.Eliminacion, err error) {
	for len(es) < limite {
		claves, err := b.siguientes(ctx, b.cuantas(limite-len(es)))
		if err != nil || len(claves) == 0 {
			return es, err
		}
		mas, err := b.leer(ctx, claves)
		if err != nil {
			return nil, err
		}
		antes := len(es)
		for _, e := range mas {
			pasa, err := b.filtra(ctx, e)
			if err != nil {
				return nil, err
			}
			if pasa && len(es) < limite {
				es = append(es, e)
			}
		}
		documento.FilasEnVano(ctx, len(mas)-(len(es)-antes))
	}
	return es, nil
}

// cuantas items to read for so many wanted: as many, unless items are filtered.
func (b *busqueda) cuantas(faltan int) int {
	if b.f.Paso == "" && b.f.Causa == "" && b.f.Certificados == nil {
		return min(faltan, tanda)
	}
	return tanda
}

// siguientes takes the next keys of all states, each once: while an index lags
// behind, a deletion may be in two states.
func (b *busqueda) siguientes(ctx context.Context, n int) (claves []string, err error) {
	for len(claves) < n {
		c, err := b.primera(ctx, n)
		if err != nil {
			return nil, err
		}
		if c == nil {
			return claves, nil
		}
		clave := c.claves[0]
		c.claves = c.claves[1:]
		if len(claves) == 0 || claves[len(claves)-1] != clave {
			claves = append(claves, clave)
		}
	}
	return claves, nil
}

// primera is the state whose next key comes first; nil at the end of all.
func (b *busqueda) primera(ctx context.Context, n int) (mejor *corriente, err error) {
	for _, c := range b.corrientes {
		if err := b.llenar(ctx, c, n); err != nil {
			return nil, err
		}
		if len(c.claves) > 0 && (mejor == nil || b.antes(c.claves[0], mejor.claves[0])) {
			mejor = c
		}
	}
	return mejor, nil
}

// antes reports whether the walk comes to one key before the other.
func (b *busqueda) antes(una, otra string) bool {
	if b.descendente {
		una, otra = otra, una
	}
	return una < otra
}

func (b *busqueda) llenar(ctx context.Context, c *corriente, n int) error {
	if len(c.claves) > 0 || c.fin {
		return nil
	}
	if err := b.pagar(); err != nil {
		return err
	}
	c.consulta.Limite = n
	claves, err := b.s.Sagas.Store.ClavesDeOperador(ctx, c.consulta)
	if err != nil {
		return err
	}
	c.claves, c.fin = claves, len(claves) < n
	if len(claves) > 0 {
		c.consulta.Desde = claves[len(claves)-1]
	}
	return nil
}

// leer reads the items, in the order of their keys. What expired is not there.
func (b *busqueda) leer(ctx context.Context, claves []string) ([]eliminacion.Eliminacion, error) {
	if err := b.pagar(); err != nil {
		return nil, err
	}
	ids := make([]string, len(claves))
	for i, c := range claves {
		ids[i] = eventoDe(c)
	}
	hay, err := b.s.Sagas.Store.Eliminaciones(ctx, ids)
	if err != nil {
		return nil, err
	}
	por := make(map[string]eliminacion.Eliminacion, len(hay))
	for _, e := range hay {
		por[e.EventoID] = e
	}
	es := make([]eliminacion.Eliminacion, 0, len(hay))
	for _, id := range ids {
		if e, hay := por[id]; hay {
			es = append(es, e)
		}
	}
	return es, nil
}

// pagar counts a store call of this run.
func (b *busqueda) pagar() error {
	if b.lecturas++; b.lecturas <= b.s.Plazos.Reads {
		return nil
	}
	return fault.New(fault.QueryTooComplex, "El filtro deja muy pocas eliminaciones entre demasiadas; nombre estados o una edad.").
		Because(fmt.Errorf("page not filled after %d reads", b.s.Plazos.Reads))
}

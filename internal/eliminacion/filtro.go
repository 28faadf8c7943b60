package eliminacion

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// Filtro narrows a carpeta's list of deletions; an empty member does not filter.
type Filtro struct {
	Estados      []EstadoSaga
	Desde, Hasta time.Time // asked for at Desde or later, and before Hasta
	Texto        string    // words of the remembered title
}

// A run reads at most so many deletions, in runs of 100: 20 MB at the very worst.
const (
	tandaDeCarpeta  = relay.MaxPage
	maxTandas       = 20
	maxTextoBuscado = 200
	maxPalabras     = 16
)

// scope is the binding of a cursor of this list.
func (f Filtro) scope(sub, carpetaID string) relay.Scope {
	return relay.NewScope("eliminaciones", sub, carpetaID, f)
}

func (f Filtro) vacio() bool {
	return len(f.Estados) == 0 && f.Desde.IsZero() && f.Hasta.IsZero() && f.Texto == ""
}

// validado is the filter as people meant it: times to the millisecond, the text clean.
func (f Filtro) validado() (Filtro, error) {
	err := fault.New(fault.BadUserInput, "Revise el filtro.")
	f.Texto = documento.TextoLimpio(f.Texto)
	f.Estados = slices.Compact(slices.Sorted(slices.Values(f.Estados)))
	if f.Texto != "" {
		switch b := documento.Buscar(f.Texto); {
		case !documento.EsTexto(f.Texto, 1, maxTextoBuscado):
			err = err.WithCampo("filtro.texto", fmt.Sprintf("Como máximo %d caracteres, sin caracteres de control ni de dirección.", maxTextoBuscado))
		case b.Vacia():
			err = err.WithCampo("filtro.texto", "Escriba al menos una letra o una cifra.")
		case b.Palabras() > maxPalabras:
			err = err.WithCampo("filtro.texto", fmt.Sprintf("Como máximo %d palabras.", maxPalabras))
		}
	}
	if !f.Desde.IsZero() && !f.Hasta.IsZero() && !f.Desde.Before(f.Hasta) {
		err = err.WithCampo("filtro.hasta", "Debe ser posterior a desde.")
	}
	if len(err.Campos) > 0 {
		return Filtro{}, err
	}
	return f, nil
}

// limite is the place of a moment among the ClaveCarpeta: behind all that were asked for
// earlier, and before all that were then.
func limite(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	if !t.Equal(documento.Milisegundos(t)) {
		t = documento.Milisegundos(t).Add(time.Millisecond) // keys know no parts of it
	}
	return t.UTC().Format(FormatoClave) + "#!" // before every id
}

// filtrada walks a carpeta's deletions until enough have passed the filter. The times are
// bounds of the walk; states and words are looked at deletion by deletion. Those that are looked
// at in vain are paid for, as those of a search among documents are.
func (s *Servicio) filtrada(ctx context.Context, c ConsultaCarpeta, f Filtro) (es []Eliminacion, err error) {
	leave, err := documento.Filtrar(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	looked := 0
	defer func() { documento.FilasEnVano(ctx, looked-len(es)) }()
	from, until, wanted := limite(f.Hasta), limite(f.Desde), c.Limite
	beyond := func(clave string) bool { return until != "" && clave < until }
	if !c.Descendente {
		from, until = until, from
		beyond = func(clave string) bool { return until != "" && clave > until }
	}
	if c.Desde == "" || from != "" && (c.Desde > from) == c.Descendente {
		c.Desde = from
	}
	busca := documento.Buscar(f.Texto)
	c.Limite = tandaDeCarpeta
	for tandas := 0; len(es) < wanted; tandas++ {
		if tandas == maxTandas {
			return nil, fault.New(fault.QueryTooComplex, "El filtro deja muy pocas eliminaciones entre demasiadas; acote las fechas.")
		}
		run, err := s.Store.DeCarpeta(ctx, c)
		if err != nil {
			return nil, err
		}
		looked += len(run)
		for _, e := range run {
			if beyond(e.ClaveCarpeta()) {
				return es, nil
			}
			if f.incluye(e, busca) && len(es) < wanted {
				es = append(es, e)
			}
		}
		if len(run) < c.Limite {
			return es, nil
		}
		c.Desde = run[len(run)-1].ClaveCarpeta()
	}
	return es, nil
}

func (f Filtro) incluye(e Eliminacion, busca *documento.Busqueda) bool {
	if len(f.Estados) > 0 && !slices.Contains(f.Estados, e.Estado) {
		return false
	}
	return f.Texto == "" || e.Recuerdo != nil && busca.En(e.Recuerdo.Titulo)
}

package auditoria

import (
	"context"
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// Accesos answers an owner who looked at their things.
type Accesos struct {
	Rastro interface {
		Eventos(ctx context.Context, c Consulta) ([]Evento, error)
	}
	Cursores *relay.Codec
	Clock    func() time.Time
}

// Acceso is a look, as the owner sees it: offices, and no person of their staff.
type Acceso struct {
	EventoID                  string
	En                        time.Time
	Tipo                      string
	Rol                       string
	Propio                    bool
	OperadorID, EntidadID     string
	DocumentoID               string
	Proposito, BaseLegal, key string
}

// miradas are the kinds that are looks at an owner's things, and who came in as the owner.
var miradas = []Tipo{SesionIniciada, DocumentoVisto, DocumentoDescargado, ArchivoServido, ListaLeida, NodoLeido}

func accesoDe(e Evento) Acceso {
	return Acceso{
		EventoID: e.EventoID, En: e.Momento, Tipo: string(e.Tipo), Rol: e.Actor.Tipo, Propio: e.Actor.Tipo == string(auth.Ciudadano),
		OperadorID: e.Actor.OperadorID, EntidadID: e.Actor.EntidadID, DocumentoID: e.DocumentoID,
		Proposito: e.Proposito, BaseLegal: e.BaseLegal, key: e.ClaveOrden(),
	}
}

// De is a page of the looks at a carpeta, or at one document of it, newest first. The caller was allowed to
// read the carpeta.
func (a *Accesos) De(ctx context.Context, quien auth.Principal, carpetaID, documentoID string, args relay.Args) (*relay.Connection[Acceso], error) {
	lista := relay.List[Acceso]{
		Cursors: a.Cursores, Clock: a.Clock, Scope: relay.NewScope("accesos", quien.Sub, carpetaID, documentoID),
		Key: func(x Acceso) string { return x.key },
		Walk: func(ctx context.Context, after string, backward bool, limit int) ([]Acceso, error) {
			return a.andar(ctx, Consulta{
				Filtro: Filtro{CarpetaID: carpetaID, DocumentoID: documentoID}, Descendente: !backward, Despues: after, Limite: limit,
			})
		},
	}
	return lista.Page(ctx, args)
}

// maxTramos are the runs of a page that may have events in them that are no looks.
const maxTramos = 8

// andar reads a run, and leaves out what is no look.
func (a *Accesos) andar(ctx context.Context, c Consulta) (as []Acceso, err error) {
	limite := c.Limite
	for range maxTramos {
		c.Limite = limite - len(as)
		es, err := a.Rastro.Eventos(ctx, c)
		for _, e := range es {
			if slices.Contains(miradas, e.Tipo) {
				as = append(as, accesoDe(e))
			}
		}
		if err != nil || len(es) < c.Limite || len(as) == limite {
			return as, err
		}
		c.Despues = es[len(es)-1].ClaveOrden()
	}
	return as, Sigue(c.Despues)
}

package auditoria

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// Accesos answers an owner who looked at their things.
type Accesos struct {
	Rastro interface {
		Eventos(ctx context.Context, c Consulta) ([]Evento, error)
		Evento(ctx context.Context, operadorID, eventoID string) (Evento, error)
		EmbargosDe(ctx context.Context, carpetaID string) (Embargos, error)
	}
	Cursores *relay.Codec
	Clock    func() time.Time
	// Compas hides how long a list took: an answer leaves at a whole multiple of it. Pausa waits until then;
	// without Pausa the answer leaves at once.
	Compas time.Duration
	Pausa  func(ctx context.Context, d time.Duration) error
}

// Acceso is a look, as the owner sees it: offices, and no person of their staff.
type Acceso struct {
	EventoID                  string
	Acto                      string // the same for all looks of one request, for the uses of links that it gave out, and for one visitor with a code
	En                        time.Time
	Tipo                      string
	Rol                       string
	Propio                    bool
	OperadorID, EntidadID     string
	CarpetaID, DocumentoID    string
	AutorizacionID            string // of a look under an authorisation
	Proposito, BaseLegal, key string
}

func accesoDe(e Evento) Acceso {
	a := Acceso{
		EventoID: e.EventoID, Acto: actoDe(e), CarpetaID: e.CarpetaID, En: e.Momento, Tipo: string(e.Tipo), Rol: e.Actor.Tipo, Propio: e.Actor.Tipo == string(auth.Ciudadano),
		OperadorID: e.Actor.OperadorID, EntidadID: e.Actor.EntidadID, DocumentoID: e.DocumentoID,
		Proposito: e.Proposito, BaseLegal: e.BaseLegal, key: e.ClaveOrden(),
	}
	if e.Tipo.EsMiradaAutorizada() {
		a.AutorizacionID = e.Recurso.ID
	}
	return a
}

// Visitante is among the Datos of a look by a code the mark of the address that it came from. Each process has its own
// marks, and none leads to an address.
const Visitante = "visitante"

// Mirada names, among the Datos of an event, the look that it belongs to: looks under one authorisation have one correlation,
// and each is an act of its own, with the file that it led to.
const Mirada = "mirada"

// actoDe names the request of a look in one carpeta, or the sign-in of a session. The request's own name may be the words
// of whoever asked, and would tell an owner which looks at others' carpetas belong to it.
func actoDe(e Evento) string {
	acto := cmp.Or(e.CorrelacionID, e.EventoID)
	if en := e.Datos[ingreso]; e.Tipo == SesionIniciada && en != "" {
		acto = ingreso + " " + e.Actor.ID + " " + en
	}
	if v := e.Datos[Visitante]; v != "" {
		acto += " " + v
	}
	if m := e.Datos[Mirada]; m != "" {
		acto += " " + m
	}
	h := sha256.Sum256([]byte(e.CarpetaID + "#" + acto))
	return hex.EncodeToString(h[:8])
}

// De is a page of the looks at a carpeta, or at one document of it, newest first. The caller was allowed to
// read the carpeta.
func (a *Accesos) De(ctx context.Context, quien auth.Principal, carpetaID, documentoID string, args relay.Args) (*relay.Connection[Acceso], error) {
	lista := relay.List[Acceso]{
		Cursors: a.Cursores, Clock: a.Clock, Scope: relay.NewScope("accesos", quien.Sub, carpetaID, documentoID),
		Key: func(x Acceso) string { return x.key },
		Walk: func(ctx context.Context, after string, backward bool, limit int) ([]Acceso, error) {
			c := Consulta{Filtro: Filtro{CarpetaID: carpetaID}, Descendente: !backward, Despues: after, Limite: limit}
			return a.andar(ctx, c, documentoID)
		},
	}
	return lista.Page(ctx, args)
}

// andar takes looks up to the limit of c, and gives them when nobody can tell any more how long it took.
func (a *Accesos) andar(ctx context.Context, c Consulta, documentoID string) ([]Acceso, error) {
	begin := a.Clock()
	p := paseo{a: a, c: c, documentoID: documentoID, limite: c.Limite, now: begin}
	err := p.andar(ctx)
	if a.Pausa != nil && a.Compas > 0 {
		if err := a.Pausa(ctx, a.Compas-a.Clock().Sub(begin)%a.Compas); err != nil {
			return nil, err
		}
	}
	return p.hallados, err
}

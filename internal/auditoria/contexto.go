package auditoria

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
)

type servicioKey struct{}

// Como says which part of the program works in a context. Without it, it is the API.
func Como(ctx context.Context, s Servicio) context.Context {
	return context.WithValue(ctx, servicioKey{}, s)
}

func servicioDe(ctx context.Context) Servicio {
	s, _ := ctx.Value(servicioKey{}).(Servicio)
	return s
}

// DelPrograma is the Tipo of an actor that is no person: a worker, or the command line.
const DelPrograma = "servicio"

// conActor names who acts in a context: its caller, or the program itself.
func (e Evento) conActor(ctx context.Context) Evento {
	if quien, ok := auth.FromContext(ctx); ok {
		return e.Por(quien, "")
	}
	e.Actor = Actor{Tipo: DelPrograma, ID: string(e.Servicio)}
	if propio := servicioDe(ctx); propio != "" { // the command line, whatever part of the program it starts
		e.Actor.ID = string(propio)
	}
	return e
}

// Por says who did it, and what for. dueno is whose things they are; "" if nobody's.
func (e Evento) Por(quien auth.Principal, dueno string) Evento {
	e.Actor, e.Proposito, e.BaseLegal = ActorDe(quien, dueno), quien.Finalidad.Proposito, quien.Finalidad.BaseLegal
	return e
}

// oficios are the roles from which a caller acts on what is not its own, the first that it has.
var oficios = []auth.Role{auth.Operador, auth.Entidad, auth.Administrador, auth.Auditor, auth.Ciudadano}

// ActorDe is a caller as the actor on the things of an owner. Who acts on their own is a citizen,
// whatever other role they have.
func ActorDe(quien auth.Principal, dueno string) Actor {
	a := Actor{ID: quien.Sub}
	if dueno != "" && quien.Sub == dueno {
		a.Tipo = string(auth.Ciudadano)
		return a
	}
	for _, r := range oficios {
		if quien.Has(r) {
			a.Tipo = string(r)
			break
		}
	}
	switch auth.Role(a.Tipo) {
	case auth.Operador:
		a.OperadorID = quien.OperadorID
	case auth.Entidad:
		a.EntidadID = quien.EntidadID
	}
	return a
}

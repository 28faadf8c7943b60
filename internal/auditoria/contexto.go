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

type autorKey struct{}

// autor is who did it, and what for.
type autor struct {
	actor                Actor
	proposito, baseLegal string
}

// ConAutor says who does what follows in a context, and what for: a caller, on the things of an owner
// ("" if nobody's).
func ConAutor(ctx context.Context, quien auth.Principal, dueno string) context.Context {
	return context.WithValue(ctx, autorKey{}, autorDe(quien, dueno))
}

func autorDe(quien auth.Principal, dueno string) autor {
	return autor{ActorDe(quien, dueno), quien.Finalidad.Proposito, quien.Finalidad.BaseLegal}
}

// DelPrograma is the Tipo of an actor that is no person: a worker, or the command line.
const DelPrograma = "servicio"

// autorEn is who acts in a context. A worker or the command line is the actor itself, whomever it works for. Otherwise the
// actor is the one that ConAutor named, or the caller of the request.
func autorEn(ctx context.Context, s Servicio) autor {
	if propio := servicioDe(ctx); propio != "" {
		return autor{actor: Actor{Tipo: DelPrograma, ID: string(propio)}}
	}
	if a, ok := ctx.Value(autorKey{}).(autor); ok {
		return a
	}
	if quien, ok := auth.FromContext(ctx); ok {
		return autorDe(quien, "")
	}
	return autor{actor: Actor{Tipo: DelPrograma, ID: string(s)}}
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

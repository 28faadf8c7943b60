package resolvers

import (
	"context"
	"errors"

	"github.com/carpeta-ciudadana/servidor/graph"
	"github.com/carpeta-ciudadana/servidor/graph/model"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/auth/act"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// mutate changes something in the name of the caller and answers with the payload:
// of the result, or of nil and the errors that the user can correct. notFound makes the
// user error for an absent object; with nil that is a GraphQL error.
//
// A change that has begun is not cut off when the request's time ends or its client leaves:
// then nobody could tell what was done. The stores have deadlines of their own. One that
// has not begun does not begin.
func mutate[V, E, P any](ctx context.Context, notFound userError, do func(ctx context.Context, quien auth.Principal) (V, error),
	payload func(done *V, errores []E) *P,
) (*P, error) {
	return asCaller(ctx, func(quien auth.Principal) (*P, error) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		defer forget(ctx)
		outcome := error(fault.Internal) // of a panic
		defer func() { tried(ctx, outcome) }()
		var done *V
		if err := chargeDay(ctx, quien); err != nil {
			outcome = err
		} else {
			done, outcome = orNull(do(context.WithoutCancel(ctx), quien))
		}
		errores, err := userErrors[E](ctx, outcome, notFound)
		if err != nil {
			return nil, err
		}
		return payload(done, errores), nil
	})
}

// chargeDay takes what the mutation needs from the day's budget of the caller. One that changes many documents does so itself,
// for each.
func chargeDay(ctx context.Context, quien auth.Principal) error {
	if takes, _ := act.TakesChange(graph.FieldName(ctx)); takes {
		return loadersFrom(ctx).r.change(quien)
	}
	return nil
}

// tried tells of a mutation that was tried, and how it ended.
func tried(ctx context.Context, err error) {
	if hear := loadersFrom(ctx).r.Cambiado; hear != nil {
		hear(graph.FieldName(ctx), fault.CodeOf(err))
	}
}

// userError makes an error that stands in a payload.
type userError func(ctx context.Context, codigo fault.Code, mensaje string) any

func documentoNoEncontrado(ctx context.Context, codigo fault.Code, _ string) any {
	return model.DocumentoNoEncontrado{Codigo: codigo, Mensaje: fault.Say(ctx, "No se encontró el documento.")}
}

func eliminacionNoEncontrada(ctx context.Context, codigo fault.Code, _ string) any {
	return model.EliminacionNoEncontrada{Codigo: codigo, Mensaje: fault.Say(ctx, "No se encontró la eliminación.")}
}

func entidadNoEncontrada(ctx context.Context, codigo fault.Code, _ string) any {
	return model.EntidadNoEncontrada{Codigo: codigo, Mensaje: fault.Say(ctx, "No se encontró la entidad.")}
}

func carpetaNoEncontrada(ctx context.Context, codigo fault.Code, _ string) any {
	return model.CarpetaNoEncontrada{Codigo: codigo, Mensaje: fault.Say(ctx, "No se encontró la carpeta.")}
}

func embargoNoEncontrado(ctx context.Context, codigo fault.Code, _ string) any {
	return model.EmbargoNoEncontrado{Codigo: codigo, Mensaje: fault.Say(ctx, "No se encontró el embargo.")}
}

func entregaNoEncontrada(ctx context.Context, codigo fault.Code, _ string) any {
	return model.EntregaNoEncontrada{Codigo: codigo, Mensaje: fault.Say(ctx, "No se encontró la entrega.")}
}

func mensajeNoEncontrado(_ context.Context, codigo fault.Code, mensaje string) any {
	return model.MensajeNoEncontrado{Codigo: codigo, Mensaje: mensaje}
}

// userErrors splits a failure: an error that the user can act on goes into the payload, if
// the payload's union E has its type; the rest is a GraphQL error.
func userErrors[E any](ctx context.Context, err error, notFound userError) ([]E, error) {
	var e *fault.Error
	if !errors.As(err, &e) {
		return []E{}, err
	}
	if shown, ok := ofPayload(ctx, err, e.For(ctx), notFound).(E); ok {
		return []E{shown}, nil
	}
	return nil, err
}

// cuotaExcedida tells what is used and allowed.
func cuotaExcedida(err error, e *fault.Error) model.CuotaExcedida {
	var x carpeta.Exceso
	errors.As(err, &x)
	return model.CuotaExcedida{Codigo: e.Code, Mensaje: e.Mensaje, Uso: usoDeCarpeta(x.Uso, x.Cuota)}
}

// documentoCambiado has the document as it is now.
func documentoCambiado(err error, e *fault.Error) model.DocumentoCambiado {
	var c documento.Cambiado
	errors.As(err, &c)
	return model.DocumentoCambiado{Codigo: e.Code, Mensaje: e.Mensaje, Documento: &c.Actual.Fila}
}

// ofPayload is the error as a payload shows it, or nil.
func ofPayload(ctx context.Context, err error, e *fault.Error, notFound userError) any {
	switch family := e.Code.Family(); {
	case e.Code == fault.NotFound && notFound != nil:
		return notFound(ctx, e.Code, e.Mensaje)
	case e.Code == fault.QuotaExceeded:
		return cuotaExcedida(err, e)
	case e.Code == fault.DocumentoChanged:
		return documentoCambiado(err, e)
	case family == fault.NotAllowed && e.Code != fault.NotAllowed:
		return model.OperacionNoPermitida{Codigo: e.Code, Mensaje: e.Mensaje}
	case e.Code == fault.BadUserInput && len(e.Campos) > 0:
		return model.EntradaInvalida{Codigo: e.Code, Mensaje: e.Mensaje, Campos: campos(e.Campos)}
	case family == fault.BadUserInput && e.Code != fault.BadUserInput:
		return model.CargaInvalida{Codigo: e.Code, Mensaje: e.Mensaje}
	}
	return nil
}

func campos(cs []fault.Campo) []model.CampoInvalido {
	out := make([]model.CampoInvalido, len(cs))
	for i, c := range cs {
		out[i] = model.CampoInvalido{Campo: c.Campo, Mensaje: c.Mensaje}
	}
	return out
}

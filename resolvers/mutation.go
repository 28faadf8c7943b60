package resolvers

import (
	"context"
	"errors"

	"github.com/carpeta-ciudadana/servidor/graph/model"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// mutate changes something in the name of the caller and answers with the payload:
// of the result, or of nil and the errors that the user can correct. notFound makes the
// user error for an absent object; with nil that is a GraphQL error.
func mutate[V, P any](ctx context.Context, notFound userError, do func(quien auth.Principal) (V, error),
	payload func(done *V, errores []model.ErrorDeUsuario) *P,
) (*P, error) {
	return asCaller(ctx, func(quien auth.Principal) (*P, error) {
		defer forget(ctx)
		done, err := orNull(do(quien))
		errores, err := userErrors(err, notFound)
		if err != nil {
			return nil, err
		}
		return payload(done, errores), nil
	})
}

// userError makes an error that stands in a payload.
type userError func(codigo, mensaje string) model.ErrorDeUsuario

func documentoNoEncontrado(codigo, _ string) model.ErrorDeUsuario {
	return model.DocumentoNoEncontrado{Codigo: codigo, Mensaje: "No se encontró el documento."}
}

func eliminacionNoEncontrada(codigo, _ string) model.ErrorDeUsuario {
	return model.EliminacionNoEncontrada{Codigo: codigo, Mensaje: "No se encontró la eliminación."}
}

func mensajeNoEncontrado(codigo, mensaje string) model.ErrorDeUsuario {
	return model.MensajeNoEncontrado{Codigo: codigo, Mensaje: mensaje}
}

// userErrors splits a failure: an error that the user can act on goes into the payload, the
// rest is a GraphQL error.
func userErrors(err error, notFound userError) ([]model.ErrorDeUsuario, error) {
	var e *fault.Error
	if !errors.As(err, &e) {
		return []model.ErrorDeUsuario{}, err
	}
	codigo := string(e.Code)
	switch {
	case e.Code == fault.NotFound && notFound != nil:
		return []model.ErrorDeUsuario{notFound(codigo, e.Mensaje)}, nil
	case e.Code == fault.NotAllowed:
		return []model.ErrorDeUsuario{model.OperacionNoPermitida{Codigo: codigo, Mensaje: e.Mensaje}}, nil
	case e.Code == fault.BadUserInput && len(e.Campos) == 0:
		return []model.ErrorDeUsuario{model.CargaInvalida{Codigo: codigo, Mensaje: e.Mensaje}}, nil
	case e.Code == fault.BadUserInput:
		return []model.ErrorDeUsuario{model.EntradaInvalida{Codigo: codigo, Mensaje: e.Mensaje, Campos: campos(e.Campos)}}, nil
	}
	return nil, err
}

func campos(cs []fault.Campo) []model.CampoInvalido {
	out := make([]model.CampoInvalido, len(cs))
	for i, c := range cs {
		out[i] = model.CampoInvalido{Campo: c.Campo, Mensaje: c.Mensaje}
	}
	return out
}

package resolvers

import (
	"errors"

	"github.com/carpeta-ciudadana/servidor/graph/model"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// noEncontrado makes the user error for what a mutation could not find.
type noEncontrado func(codigo, mensaje string) model.ErrorDeUsuario

func documentoNoEncontrado(codigo, _ string) model.ErrorDeUsuario {
	return model.DocumentoNoEncontrado{Codigo: codigo, Mensaje: "No se encontró el documento."}
}

func eliminacionNoEncontrada(codigo, _ string) model.ErrorDeUsuario {
	return model.EliminacionNoEncontrada{Codigo: codigo, Mensaje: "No se encontró la eliminación."}
}

// errores splits a failure: what the user can act on goes into the payload, the
// rest is a GraphQL error.
func errores(err error, ausente noEncontrado) ([]model.ErrorDeUsuario, error) {
	var e *fault.Error
	if err == nil || !errors.As(err, &e) {
		return []model.ErrorDeUsuario{}, err
	}
	codigo := string(e.Code)
	switch {
	case e.Code == fault.NotFound && ausente != nil:
		return []model.ErrorDeUsuario{ausente(codigo, e.Mensaje)}, nil
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

package admission

import (
	"errors"

	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// coded gives errors of the library the code that clients of any GraphQL server know.
func coded(first *gqlerror.Error, code string, more ...*gqlerror.Error) gqlerror.List {
	errs := append(gqlerror.List{first}, more...)
	for _, e := range errs {
		e.Err = nil // a cause would make it an internal error
		errcode.Set(e, code)
	}
	return errs
}

// TooManyValues is the answer to a request with more values of JSON than may be.
func TooManyValues(most int) *fault.Error {
	return fault.Newf(fault.QueryTooComplex, "La solicitud trae más de %d valores.", most).WithRecuperacion("Divídala en varias.")
}

// Twice is the answer to a request with two members of one name.
func Twice() *fault.Error { return badInput("Un miembro de la solicitud viene más de una vez.") }

// errSemantic is the cause of the refusal of a request that has the right form, and makes no sense.
var errSemantic = errors.New("admission: of the right form, and without meaning")

// IsMalformed reports whether a request was refused because it has not the form that the protocols define.
func IsMalformed(err *fault.Error) bool {
	return err.Code == fault.BadUserInput && !errors.Is(err, errSemantic)
}

func semanticError(mensaje string) *fault.Error { return badInput(mensaje).Because(errSemantic) }

func badInput(mensaje string) *fault.Error { return fault.New(fault.BadUserInput, mensaje) }

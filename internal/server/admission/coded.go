package admission

import (
	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// coded gives errors of the library the code that clients of any server know.
func coded(first *gqlerror.Error, code string, more ...*gqlerror.Error) gqlerror.List {
	errs := append(gqlerror.List{first}, more...)
	for _, e := range errs {
		e.Err = nil // a cause would make it an internal error
		errcode.Set(e, code)
	}
	return errs
}

package relay

import "github.com/carpeta-ciudadana/servidor/internal/ground/fault"

// Page sizes (issue C1 of the source documents: 20 by default, 100 at most).
const (
	DefaultPage = 20
	MaxPage     = 100
)

// Args are the four page arguments as the client gave them.
type Args struct {
	First  *int32
	After  *string
	Last   *int32
	Before *string
}

// Page is the page that the arguments ask for.
type Page struct {
	Limit    int
	Backward bool
	Cursor   string // After or Before; empty for the beginning or the end
}

// Page validates the arguments.
func (a Args) Page() (Page, error) {
	switch {
	case a.First != nil && a.Last != nil:
		return Page{}, badArgs("Use `first` o `last`, no ambos; cada uno va de 1 a 100.")
	case a.After != nil && a.Before != nil:
		return Page{}, badArgs("Use `after` (con `first`) o `before` (con `last`), no ambos.")
	case a.Last != nil && a.After != nil:
		return Page{}, badArgs("`after` acompaña a `first`; con `last` use `before`.")
	case a.Last == nil && a.Before != nil:
		return Page{}, badArgs("`before` acompaña a `last` (1 a 100); agregue `last`.")
	case a.Last != nil:
		return page("last", *a.Last, a.Before, true)
	case a.First != nil:
		return page("first", *a.First, a.After, false)
	default:
		return page("first", DefaultPage, a.After, false)
	}
}

func page(name string, n int32, cursor *string, backward bool) (Page, error) {
	switch {
	case n > MaxPage:
		return Page{}, fault.Newf(fault.PageSizeTooLarge, "`%s` es %d; va de 1 a %d.", name, n, MaxPage).
			WithRecuperacion("Pida como máximo 100 y siga con el cursor.")
	case n < 1:
		return Page{}, badArgs("`" + name + "` va de 1 a 100.")
	}
	p := Page{Limit: int(n), Backward: backward}
	if cursor != nil {
		if *cursor == "" {
			return Page{}, invalidCursor()
		}
		p.Cursor = *cursor
	}
	return p, nil
}

func badArgs(mensaje string) error { return fault.New(fault.InvalidPaginationArguments, mensaje) }

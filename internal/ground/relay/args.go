package relay

import (
	"fmt"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Page sizes: the default of S-0002, and the largest of S-2025-10-25.
const (
	DefaultPage = 20
	MaxPage     = 100
)

// Sizes are the page sizes of a list; the zero value has those of most lists.
type Sizes struct{ Default, Max int }

func (z Sizes) orUsual() Sizes {
	if z.Max == 0 {
		return Sizes{DefaultPage, MaxPage}
	}
	return z
}

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

// Page validates the arguments for a list of such sizes.
func (a Args) Page(z Sizes) (Page, error) {
	z = z.orUsual()
	switch {
	case a.First != nil && a.Last != nil:
		return Page{}, badArgs("Use `first` o `last`, no ambos; cada uno va de 1 a %d.", z.Max)
	case a.After != nil && a.Before != nil:
		return Page{}, badArgs("Use `after` (con `first`) o `before` (con `last`), no ambos.")
	case a.Last != nil && a.After != nil:
		return Page{}, badArgs("`after` acompaña a `first`; con `last` use `before`.")
	case a.Last == nil && a.Before != nil:
		return Page{}, badArgs("`before` acompaña a `last` (1 a %d); agregue `last`.", z.Max)
	case a.Last != nil:
		return z.page("last", *a.Last, a.Before, true)
	case a.First != nil:
		return z.page("first", *a.First, a.After, false)
	default:
		return z.page("first", int32(z.Default), a.After, false)
	}
}

func (z Sizes) page(name string, n int32, cursor *string, backward bool) (Page, error) {
	switch {
	case int(n) > z.Max:
		return Page{}, fault.Newf(fault.PageSizeTooLarge, "`%s` es %d; va de 1 a %d.", name, n, z.Max).
			WithRecuperacion(fmt.Sprintf("Pida como máximo %d y siga con el cursor.", z.Max))
	case n < 1:
		return Page{}, badArgs("`%s` va de 1 a %d.", name, z.Max)
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

func badArgs(format string, args ...any) error {
	return fault.Newf(fault.InvalidPaginationArguments, format, args...)
}

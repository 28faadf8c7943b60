package reconciliacion

import "context"

// flujo reads a sorted list page by page.
type flujo[T any] struct {
	leer   func(ctx context.Context, desde string) (pagina []T, siguiente string, err error)
	pagina []T
	desde  string
	fin    bool
}

// ver is the next element; false at the end.
func (f *flujo[T]) ver(ctx context.Context) (t T, hay bool, err error) {
	for len(f.pagina) == 0 && !f.fin {
		if f.pagina, f.desde, err = f.leer(ctx, f.desde); err != nil {
			return t, false, err
		}
		f.fin = f.desde == ""
	}
	if len(f.pagina) == 0 {
		return t, false, nil
	}
	return f.pagina[0], true, nil
}

func (f *flujo[T]) pasar() { f.pagina = f.pagina[1:] }

package eliminacion_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay/relaytest"
)

func TestEveryFieldOfTheFilterIsBound(t *testing.T) {
	relaytest.EveryFieldBinds(t, func(f eliminacion.Filtro) relay.Scope { return f.Scope("sub", "carpeta") })
}

// TestDeletionsOfACarpetaAreFound: by state, time and the words of the remembered title, page by
// page in both directions.
func TestDeletionsOfACarpetaAreFound(t *testing.T) {
	m := newWorld(t, t.TempDir())
	ctx, begin := context.Background(), m.now
	var all []eliminacion.Eliminacion // the newest first
	for i := range 5 {
		e := m.solicitar(m.documento(false), time.Hour)
		if i == 2 {
			var err error
			if e, err = m.servicio.Cancelar(ctx, m.dueno, e.EventoID); err != nil {
				t.Fatal(err)
			}
		}
		all = append([]eliminacion.Eliminacion{e}, all...)
		m.now = m.now.Add(time.Minute)
	}
	two := int32(2)
	pages := func(f eliminacion.Filtro, backward bool) (found []string) {
		a := relay.Args{First: &two}
		if backward {
			a = relay.Args{Last: &two}
		}
		for {
			c, err := m.servicio.DeCarpeta(ctx, m.dueno, m.carpeta, f, a)
			if err != nil {
				t.Fatalf("%+v: %v", f, err)
			}
			page := []string{}
			for _, e := range c.Nodes() {
				page = append(page, e.EventoID)
			}
			start, end := c.PageInfo.StartCursor, c.PageInfo.EndCursor
			if backward {
				found = append(page, found...)
				a.Before = start
			} else {
				found = append(found, page...)
				a.After = end
			}
			if len(page) < 2 {
				return found
			}
		}
	}
	at := func(i int) time.Time { return begin.Add(time.Duration(i) * time.Minute) }
	for name, tc := range map[string]struct {
		f    eliminacion.Filtro
		want []int // of all
	}{
		"all":                {eliminacion.Filtro{}, []int{0, 1, 2, 3, 4}},
		"a state":            {eliminacion.Filtro{Estados: []eliminacion.EstadoSaga{eliminacion.Cancelada}}, []int{2}},
		"other states":       {eliminacion.Filtro{Estados: []eliminacion.EstadoSaga{eliminacion.Iniciada, eliminacion.Fallida}}, []int{0, 1, 3, 4}},
		"since":              {eliminacion.Filtro{Desde: at(3)}, []int{0, 1}},
		"before":             {eliminacion.Filtro{Hasta: at(3)}, []int{2, 3, 4}},
		"before, a hair":     {eliminacion.Filtro{Hasta: at(3).Add(time.Nanosecond)}, []int{1, 2, 3, 4}},
		"since, a hair":      {eliminacion.Filtro{Desde: at(3).Add(time.Nanosecond)}, []int{0}},
		"between":            {eliminacion.Filtro{Desde: at(1), Hasta: at(4)}, []int{1, 2, 3}},
		"between, a state":   {eliminacion.Filtro{Desde: at(1), Hasta: at(4), Estados: []eliminacion.EstadoSaga{eliminacion.Iniciada}}, []int{1, 3}},
		"words":              {eliminacion.Filtro{Texto: "ZORÁ diplom"}, []int{0, 1, 2, 3, 4}},
		"not at a beginning": {eliminacion.Filtro{Texto: "oraida"}, nil},
		"never":              {eliminacion.Filtro{Desde: at(99)}, nil},
	} {
		var want []string
		for _, i := range tc.want {
			want = append(want, all[i].EventoID)
		}
		for _, backward := range []bool{false, true} {
			if diff := cmp.Diff(strings.Join(want, "\n"), strings.Join(pages(tc.f, backward), "\n")); diff != "" {
				t.Errorf("%s, backward %t (-want +got):\n%s", name, backward, diff)
			}
		}
	}
	for name, f := range map[string]eliminacion.Filtro{
		"a long text": {Texto: strings.Repeat("a", 201)}, "only accents": {Texto: "\u0301\u0301"}, "wildcards": {Texto: "%*_"},
		"many words": {Texto: strings.Repeat("a b c d ", 5) + "e f g h i j k l m n o p q r s"}, "the wrong way": {Desde: at(2), Hasta: at(1)},
	} {
		if _, err := m.servicio.DeCarpeta(ctx, m.dueno, m.carpeta, f, relay.Args{}); fault.CodeOf(err) != fault.BadUserInput {
			t.Errorf("%s: %v", name, err)
		}
	}
}

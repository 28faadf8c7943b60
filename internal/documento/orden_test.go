package documento_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

func TestTitlesSortAsASpanishReaderExpects(t *testing.T) {
	titulos := []string{"Acta", "ácta de grado", "Añejo", "Anillo", "Azul", "ZAPATO", "zapato b"}
	filas := make([]documento.Fila, len(titulos))
	for i, titulo := range titulos {
		filas[i] = documento.Fila{Titulo: titulo, DocumentoID: "x"}
	}
	slices.SortFunc(filas, func(a, b documento.Fila) int {
		return strings.Compare(a.ClaveOrden(documento.PorTitulo), b.ClaveOrden(documento.PorTitulo))
	})
	var got []string
	for _, f := range filas {
		got = append(got, f.Titulo)
	}
	want := []string{"Acta", "ácta de grado", "Anillo", "Añejo", "Azul", "ZAPATO", "zapato b"}
	if !slices.Equal(got, want) {
		t.Fatalf("got  %v\nwant %v", got, want)
	}
}

func TestSortKeysOrderLikeTheirValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(n string) documento.Fila {
			return documento.Fila{
				DocumentoID:    n,
				TamanoBytes:    rapid.Int64Range(0, 1<<40).Draw(t, "tamano"+n),
				FechaRecepcion: time.UnixMilli(rapid.Int64Range(0, 4102444800000).Draw(t, "fecha"+n)).UTC(),
			}
		}
		a, b := draw("a"), draw("b")
		bySize := strings.Compare(a.ClaveOrden(documento.PorTamano), b.ClaveOrden(documento.PorTamano)) < 0
		if a.TamanoBytes != b.TamanoBytes && bySize != (a.TamanoBytes < b.TamanoBytes) {
			t.Fatalf("sizes %d and %d", a.TamanoBytes, b.TamanoBytes)
		}
		byDate := strings.Compare(a.ClaveOrden(documento.PorFechaRecepcion), b.ClaveOrden(documento.PorFechaRecepcion)) < 0
		if !a.FechaRecepcion.Equal(b.FechaRecepcion) && byDate != a.FechaRecepcion.Before(b.FechaRecepcion) {
			t.Fatalf("dates %v and %v", a.FechaRecepcion, b.FechaRecepcion)
		}
	})
}

func TestSortKeyIsBounded(t *testing.T) {
	f := documento.Fila{Titulo: strings.Repeat("ñandú ", 40), DocumentoID: strings.Repeat("0", 36)}
	if n := len(f.ClaveOrden(documento.PorTitulo)); n > 96+1+36 {
		t.Fatalf("%d bytes", n)
	}
}

package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"
)

// veredicto says whether a figure keeps its budget.
type veredicto string

const (
	bien    veredicto = "ok"
	corto   veredicto = "SHORT"
	sinTope veredicto = "—" // there is no budget: for comparison
)

// si is the verdict on a condition.
func si(cumple bool) veredicto {
	if cumple {
		return bien
	}
	return corto
}

type figura struct {
	nombre, presupuesto, medido string
	veredicto                   veredicto
}

// informe collects the figures in the order in which they were measured.
type informe struct {
	maquina *maquina
	figuras []figura
}

func (i *informe) anotar(nombre, presupuesto string, v veredicto, formato string, args ...any) {
	f := figura{nombre, presupuesto, fmt.Sprintf(formato, args...), v}
	i.figuras = append(i.figuras, f)
	fmt.Fprintf(os.Stderr, "bench:   %s: %s %s\n", f.nombre, f.medido, f.veredicto)
}

func (i *informe) sinMedir(seccion string, err error) {
	i.anotar(seccion, "", corto, "not measured: %s", primeraLinea(err))
}

func primeraLinea(err error) string {
	linea, _, _ := strings.Cut(err.Error(), "\n")
	return linea
}

var titulos = figura{"figure", "budget", "measured", "verdict"}

// texto prints the table for a terminal.
func (i *informe) texto(w io.Writer) {
	fmt.Fprintf(w, "\n%s\n\n", strings.Join(i.maquina.lineas(), "\n"))
	filas := append([]figura{titulos}, i.figuras...)
	var anchos [3]int
	for _, f := range filas {
		for n, celda := range []string{f.nombre, f.presupuesto, f.medido} {
			anchos[n] = max(anchos[n], utf8.RuneCountInString(celda))
		}
	}
	for _, f := range filas {
		fmt.Fprintf(w, "%-*s  %-*s  %-*s  %s\n", anchos[0], f.nombre, anchos[1], f.presupuesto, anchos[2], f.medido, f.veredicto)
	}
	fmt.Fprintf(w, "\n%s\n", i.resumen())
}

func (i *informe) resumen() string {
	n := 0
	for _, f := range i.figuras {
		if f.veredicto == corto {
			n++
		}
	}
	if n == 0 {
		return "Every figure keeps its budget."
	}
	return fmt.Sprintf("%d figures fall short of their budget.", n)
}

// The table stands between these lines of a file; what is around them is written
// by hand and stays.
const (
	desdeAqui = "<!-- make bench -->\n"
	hastaAqui = "<!-- /make bench -->\n"
)

// guardar writes the table as Markdown into its place in a file.
func (i *informe) guardar(ruta string) error {
	texto, err := os.ReadFile(ruta)
	if err != nil {
		return err
	}
	antes, resto, hay := strings.Cut(string(texto), desdeAqui)
	_, despues, cierra := strings.Cut(resto, hastaAqui)
	if !hay || !cierra {
		return fmt.Errorf("%s has no place for the table: it wants the lines %s and %s", ruta, strings.TrimSpace(desdeAqui), strings.TrimSpace(hastaAqui))
	}
	return os.WriteFile(ruta, []byte(antes+desdeAqui+i.markdown()+hastaAqui+despues), 0o644)
}

func (i *informe) markdown() string {
	var s strings.Builder
	s.WriteString("\n")
	for _, l := range i.maquina.lineas() {
		fmt.Fprintf(&s, "* %s\n", l)
	}
	s.WriteString("\n")
	for n, f := range append([]figura{titulos}, i.figuras...) {
		fmt.Fprintf(&s, "| %s | %s | %s | %s |\n", f.nombre, f.presupuesto, f.medido, f.veredicto)
		if n == 0 {
			s.WriteString("| --- | --- | --- | --- |\n")
		}
	}
	fmt.Fprintf(&s, "\n%s\n\n", i.resumen())
	return s.String()
}

package config

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

const (
	prefijo        = "CARPETA_"
	prefijoPruebas = "CARPETA_TEST_" // read by internal/testkit
)

// variable is the environment variable of a flag.
func variable(flag string) string {
	return prefijo + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// entorno are the CARPETA_* variables that are set and not empty.
type entorno map[string]string

func leerEntorno(environ []string) entorno {
	e := entorno{}
	for _, linea := range environ {
		nombre, valor, _ := strings.Cut(linea, "=")
		if strings.HasPrefix(nombre, prefijo) && !strings.HasPrefix(nombre, prefijoPruebas) {
			e[nombre] = valor
		}
	}
	return e
}

// desconocidas refuses variables that nothing reads: a typing error in a
// variable would otherwise be a setting silently left at its default.
func (e entorno) desconocidas(conocidas []string) []error {
	var errs []error
	for _, nombre := range slices.Sorted(maps.Keys(e)) {
		if slices.Contains(conocidas, nombre) {
			continue
		}
		errs = append(errs, fmt.Errorf("unknown variable %s; did you mean %s? Unset it, or see carpeta --help for all names", nombre, masCercana(nombre, conocidas)))
	}
	return errs
}

// Validate implements kong.Resolver.
func (e entorno) Validate(*kong.Application) error { return nil }

// Resolve gives a setting that no flag gave its variable's value. Commands' own
// flags (--sub, --dir …) are no settings and have no variable.
func (e entorno) Resolve(_ *kong.Context, padre *kong.Path, flag *kong.Flag) (any, error) {
	if valor := e[variable(flag.Name)]; valor != "" && padre.App != nil && flag.Name != "help" {
		return valor, nil
	}
	return nil, nil
}

// masCercana is the name with the smallest edit distance.
func masCercana(nombre string, nombres []string) string {
	return slices.MinFunc(nombres, func(a, b string) int {
		return cmp.Or(cmp.Compare(distancia(nombre, a), distancia(nombre, b)), cmp.Compare(a, b))
	})
}

// distancia counts the insertions, deletions and substitutions between two names.
func distancia(a, b string) int {
	fila := make([]int, len(b)+1)
	for j := range fila {
		fila[j] = j
	}
	for i := range len(a) {
		diagonal := fila[0]
		fila[0] = i + 1
		for j := range len(b) {
			costo := 1
			if a[i] == b[j] {
				costo = 0
			}
			diagonal, fila[j+1] = fila[j+1], min(fila[j+1]+1, fila[j]+1, diagonal+costo)
		}
	}
	return fila[len(b)]
}

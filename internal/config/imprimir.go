package config

import (
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"strings"

	"github.com/alecthomas/kong"
)

// Valor is one setting as it is in force, with its secrets hidden.
type Valor struct {
	Variable, Valor string
	Origen          string // flag, env or default
}

// Valores are all settings in the order of the struct.
func (c Config) Valores() []Valor { return c.valores }

// Escribir prints the settings as lines of a shell file, each with its source.
func (c Config) Escribir(w io.Writer) error {
	for _, v := range c.valores {
		if _, err := fmt.Fprintf(w, "%-58s # %s\n", v.Variable+"="+citar(v.Valor), v.Origen); err != nil {
			return err
		}
	}
	return nil
}

// String is Escribir without sources; it makes %v safe.
func (c Config) String() string {
	var b strings.Builder
	for _, v := range c.valores {
		fmt.Fprintf(&b, "%s=%s ", v.Variable, citar(v.Valor))
	}
	return strings.TrimSpace(b.String())
}

// GoString makes %#v safe: the parsed cursor keys are among the fields.
func (c Config) GoString() string { return c.String() }

// LogValue makes logging safe.
func (c Config) LogValue() slog.Value { return slog.StringValue(c.String()) }

// citar quotes what a shell would take apart.
func citar(valor string) string {
	if valor != "" && strings.ContainsAny(valor, " \t\n'\"$`\\&;|<>()*?#~") {
		return "'" + strings.ReplaceAll(valor, "'", `'\''`) + "'"
	}
	return valor
}

// valoresDe reads back what kong put into the struct.
func valoresDe(k *kong.Context) []Valor {
	origen := map[*kong.Flag]string{}
	for _, paso := range k.Path {
		switch {
		case paso.Flag == nil:
		case paso.Resolved:
			origen[paso.Flag] = "env"
		default:
			origen[paso.Flag] = "flag"
		}
	}
	var valores []Valor
	for _, flag := range k.Model.Flags {
		if flag.Name == "help" {
			continue
		}
		v := Valor{variable(flag.Name), enTexto(flag), "default"}
		if o, hay := origen[flag]; hay {
			v.Origen = o
		}
		valores = append(valores, v)
	}
	return valores
}

// enTexto writes a value as its variable would hold it.
func enTexto(flag *kong.Flag) string {
	texto := fmt.Sprint(flag.Target.Interface())
	switch {
	case flag.IsMap():
		texto = strings.TrimSuffix(strings.TrimPrefix(texto, "map["), "]")
		return strings.ReplaceAll(strings.ReplaceAll(texto, " ", ","), ":", "=")
	case flag.IsSlice():
		return strings.ReplaceAll(strings.Trim(texto, "[]"), " ", ",")
	}
	if u, err := url.Parse(texto); err == nil && u.User != nil {
		return u.Redacted() // an address may hold a password
	}
	return texto
}

package e2e_test

import (
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// tipoRef is a type as introspection names it.
type tipoRef struct {
	Kind   string
	Name   string
	OfType *tipoRef
}

// base is the named type inside lists and non-nulls.
func (r tipoRef) base() tipoRef {
	for r.OfType != nil {
		r = *r.OfType
	}
	return r
}

// texto is the type as SDL writes it.
func (r tipoRef) texto() string {
	switch r.Kind {
	case "NON_NULL":
		return r.OfType.texto() + "!"
	case "LIST":
		return "[" + r.OfType.texto() + "]"
	default:
		return r.Name
	}
}

func (r tipoRef) compuesto() bool {
	k := r.base().Kind
	return k == "OBJECT" || k == "INTERFACE" || k == "UNION"
}

type entradaDef struct {
	Name         string
	Type         tipoRef
	DefaultValue *string
}

func (e entradaDef) obligatoria() bool { return e.Type.Kind == "NON_NULL" && e.DefaultValue == nil }

type campoDef struct {
	Name string
	Type tipoRef
	Args []entradaDef
}

type tipoDef struct {
	Kind, Name    string
	Fields        []campoDef
	InputFields   []entradaDef
	EnumValues    []struct{ Name string }
	PossibleTypes []tipoRef
}

// esquema is the API as the server itself describes it.
type esquema map[string]tipoDef

const (
	tipoAnidado      = `kind name ofType { kind name ofType { kind name ofType { kind name } } }`
	introspeccion    = `{ __schema { types { kind name fields(includeDeprecated: true) { name type { ` + tipoAnidado + ` } args { name defaultValue type { ` + tipoAnidado + ` } } } ` + masIntrospeccion
	masIntrospeccion = `inputFields { name defaultValue type { ` + tipoAnidado + ` } } enumValues(includeDeprecated: true) { name } possibleTypes { kind name } } } }`
)

func leerEsquema(t testing.TB, c serverkit.Client) esquema {
	t.Helper()
	r := serverkit.Do[struct {
		Schema struct{ Types []tipoDef } `json:"__schema"`
	}](t, c, introspeccion, nil)
	e := esquema{}
	for _, d := range r.Schema.Types {
		if !strings.HasPrefix(d.Name, "__") {
			e[d.Name] = d
		}
	}
	return e
}

func (e esquema) campo(tipo, nombre string) (campoDef, bool) {
	for _, c := range e[tipo].Fields {
		if c.Name == nombre {
			return c, true
		}
	}
	return campoDef{}, false
}

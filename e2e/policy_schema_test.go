package e2e_test

import (
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// typeRef is a type as introspection names it.
type typeRef struct {
	Kind   string
	Name   string
	OfType *typeRef
}

// base is the named type inside lists and non-nulls.
func (r typeRef) base() typeRef {
	for r.OfType != nil {
		r = *r.OfType
	}
	return r
}

// text is the type as SDL writes it.
func (r typeRef) text() string {
	switch r.Kind {
	case "NON_NULL":
		return r.OfType.text() + "!"
	case "LIST":
		return "[" + r.OfType.text() + "]"
	default:
		return r.Name
	}
}

func (r typeRef) composite() bool {
	k := r.base().Kind
	return k == "OBJECT" || k == "INTERFACE" || k == "UNION"
}

type inputDef struct {
	Name         string
	Type         typeRef
	DefaultValue *string
}

func (e inputDef) required() bool { return e.Type.Kind == "NON_NULL" && e.DefaultValue == nil }

type fieldDef struct {
	Name string
	Type typeRef
	Args []inputDef
}

type typeDef struct {
	Kind, Name    string
	Fields        []fieldDef
	InputFields   []inputDef
	EnumValues    []struct{ Name string }
	PossibleTypes []typeRef
}

// schema is the API as the server itself describes it.
type schema map[string]typeDef

const (
	nestedType        = `kind name ofType { kind name ofType { kind name ofType { kind name } } }`
	introspection     = `{ __schema { types { kind name fields(includeDeprecated: true) { name type { ` + nestedType + ` } args { name defaultValue type { ` + nestedType + ` } } } ` + moreIntrospection
	moreIntrospection = `inputFields { name defaultValue type { ` + nestedType + ` } } enumValues(includeDeprecated: true) { name } possibleTypes { kind name } } } }`
)

func readSchema(t testing.TB, c serverkit.Client) schema {
	t.Helper()
	r := serverkit.Do[struct {
		Schema struct{ Types []typeDef } `json:"__schema"`
	}](t, c, introspection, nil)
	e := schema{}
	for _, d := range r.Schema.Types {
		if !strings.HasPrefix(d.Name, "__") {
			e[d.Name] = d
		}
	}
	return e
}

func (e schema) field(typeName, name string) (fieldDef, bool) {
	for _, c := range e[typeName].Fields {
		if c.Name == name {
			return c, true
		}
	}
	return fieldDef{}, false
}

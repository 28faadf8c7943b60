package admission

import (
	"cmp"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
)

// The schema's directive for a field or an argument that makes the store read more than it answers, and the end of the name
// of the type of every list that has pages.
const (
	walks      = "walks"
	connection = "Connection"
)

// askedKey is where an admitted operation keeps what it asks for.
const askedKey = "pedido"

// Other is what operations ask for that have no name of their own in the metrics: those of no list, of two lists, or of two
// different mutations.
const Other = "otra"

// askedNames are the names of what operations ask for, by the field of the schema that they select. They are all there are:
// a client makes up none. An operation's own name is no such name, although that of a trusted document would be limited
// too: one document of the client kit asks for a page or for a search, as its variables say.
type askedNames map[ast.Operation]map[*ast.FieldDefinition]askedName

// askedName is a coordinate of the schema; narrowed is the one of its argument that makes it a search.
type askedName struct{ plain, narrowed string }

// namesOf finds the mutations of a schema (deleteDocumento) and its lists (Carpeta.documentos, or with a filter
// Carpeta.documentos(filtro:)).
func namesOf(schema *ast.Schema) askedNames {
	names := askedNames{ast.Query: {}, ast.Mutation: {}}
	for _, t := range schema.Types {
		for _, f := range t.Fields {
			switch {
			case t == schema.Mutation:
				names[ast.Mutation][f] = askedName{f.Name, f.Name}
			case strings.HasSuffix(f.Type.Name(), connection):
				names[ast.Query][f] = nameOfList(t.Name+"."+f.Name, f)
			}
		}
	}
	return names
}

func nameOfList(coordinate string, list *ast.FieldDefinition) askedName {
	for _, a := range list.Arguments {
		if a.Directives.ForName(walks) != nil {
			return askedName{coordinate, coordinate + "(" + a.Name + ":)"}
		}
	}
	return askedName{coordinate, coordinate}
}

func (n askedName) of(narrowed bool) string {
	if narrowed {
		return n.narrowed
	}
	return n.plain
}

// Asked is what an operation asks for; the zero value: the request never became an operation.
type Asked struct {
	Kind string // query, mutation or subscription
	Name string // one of AskedFor
}

// AskedBy is what an admitted operation asks for.
func AskedBy(opCtx *graphql.OperationContext) Asked {
	name, _ := opCtx.Stats.GetExtension(askedKey).(string)
	return Asked{KindOf(opCtx), cmp.Or(name, Other)}
}

// KindOf is query, mutation or subscription.
func KindOf(opCtx *graphql.OperationContext) string { return string(opCtx.Operation.Operation) }

// AskedFor are all names of what may be asked for in a schema.
func AskedFor(schema *ast.Schema, kind ast.Operation) []string {
	all := []string{Other}
	for _, n := range namesOf(schema)[kind] {
		if all = append(all, n.plain); n.narrowed != n.plain {
			all = append(all, n.narrowed)
		}
	}
	return all
}

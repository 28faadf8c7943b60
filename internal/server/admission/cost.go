package admission

import (
	"encoding/json"
	"fmt"
	"sort"
	"strconv"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// requestPrice is what any operation costs, however little it asks for: reading and answering it takes as long as fifty
// fields of a page.
const requestPrice = 50

// ListPrice is how many elements a list without page arguments is priced as.
const ListPrice = 10

// longIntrospection is the price from which introspection waits for a slot among the operations that walk: eight clients
// that asked for the whole schema at once delayed everybody by 20 ms.
const longIntrospection = 1000

// price adds up an operation before it runs: besides requestPrice every field costs 1, and a field below a connection is
// paid once for each row asked for. The document was measured, so the walk is bounded; it stops at the limit. Introspection
// (introspection.go) has a limit of its own.
type price struct {
	vars          map[string]any
	limit         int
	schema        schemaLists
	introspection int  // price of it
	rowsAtMost    int  // of a page, when the largest page that fits is looked for; 0 for as many as are asked for
	walks         bool // its work is known only when it is done
	names         map[*ast.FieldDefinition]askedName
	asked         string // one of names, Other, or ""
}

// total is what the operation costs; p.walks and p.asked are known afterwards.
func (p *price) total(opCtx *graphql.OperationContext, limits limits.Limits) (int, *fault.Error) {
	total := requestPrice + p.set(opCtx.Operation.SelectionSet)
	switch {
	case total > limits.Cost:
		return total, tooExpensive(opCtx, limits.Cost)
	case p.introspection > limits.Introspection:
		return total, introspectionTooExpensive(limits.Introspection)
	}
	p.walks = p.walks || p.introspection > longIntrospection
	return total + p.introspection, nil
}

// largestPage is that of the list with the largest pages, the trail's.
const largestPage = 1000

// tooExpensive says with which pages the operation would fit, if smaller ones help.
func tooExpensive(opCtx *graphql.OperationContext, limit int) *fault.Error {
	most := sort.Search(largestPage, func(n int) bool { // are pages of n+1 rows too many?
		p := price{vars: opCtx.Variables, limit: limit, rowsAtMost: n + 1}
		return requestPrice+p.set(opCtx.Operation.SelectionSet) > limit
	})
	err := tooComplex("La consulta cuesta más de %d.", limit)
	if 0 < most && most < largestPage {
		return err.WithRecuperacion(fmt.Sprintf("Pida como máximo `first: %d` y siga con el cursor, o divida la consulta.", most))
	}
	return err
}

func (p *price) set(set ast.SelectionSet) int {
	total := 0
	for _, s := range set {
		switch s := s.(type) {
		case *ast.Field:
			total += p.field(s)
		case *ast.InlineFragment:
			total += p.set(s.SelectionSet)
		case *ast.FragmentSpread:
			total += p.set(s.Definition.SelectionSet)
		}
		if total > p.limit {
			return p.limit + 1
		}
	}
	return total
}

func (p *price) field(f *ast.Field) int {
	if f.Name == "__schema" || f.Name == "__type" {
		p.introspection += p.schema.priceOf(f)
		return 0
	}
	name := 1 + len(f.Alias)/BytesOfPrice
	if strings.HasPrefix(f.Name, "__") || f.Definition == nil {
		return name
	}
	walks := p.walksFor(f)
	p.walks = p.walks || walks
	p.note(f, walks)
	return name + p.declaredPrice(f) + p.rows(f)*p.set(f.SelectionSet)
}

// note adds a field to what an operation asks for.
func (p *price) note(f *ast.Field, narrowed bool) {
	n, has := p.names[f.Definition]
	switch name := n.of(narrowed); {
	case !has:
	case p.asked == "" || p.asked == name:
		p.asked = name
	default:
		p.asked = Other
	}
}

// walksFor reports whether a field, or an argument that is given, has the directive.
func (p *price) walksFor(f *ast.Field) bool {
	if f.Definition.Directives.ForName(walks) != nil {
		return true
	}
	for _, a := range f.Arguments {
		d := f.Definition.Arguments.ForName(a.Name)
		if d == nil || d.Directives.ForName(walks) == nil {
			continue
		}
		if v, err := a.Value.Value(p.vars); err != nil || narrows(v) {
			return true
		}
	}
	return false
}

// narrows reports whether a filter has a condition.
func narrows(v any) bool {
	fields, isObject := v.(map[string]any)
	if !isObject {
		return v != nil
	}
	for _, member := range fields {
		if member != nil {
			return true
		}
	}
	return false
}

// declaredPrice is what a field costs more by the schema's directive @price.
func (p *price) declaredPrice(f *ast.Field) int {
	directive := f.Definition.Directives.ForName("price")
	if directive == nil {
		return 0
	}
	n, _ := strconv.Atoi(directive.Arguments.ForName("cost").Value.Raw) // the schema is ours: a number
	if each := directive.Arguments.ForName("each"); each != nil {
		return n * p.inputLength(f, each.Value.Raw)
	}
	return n
}

// inputLength is the length of a list in the field's input. A longer list than allowed is priced as the longest allowed one,
// and refused by the resolver.
func (p *price) inputLength(f *ast.Field, list string) int {
	input := f.Arguments.ForName("input")
	if input == nil {
		return 1
	}
	v, err := input.Value.Value(p.vars)
	if fields, ok := v.(map[string]any); ok && err == nil {
		if l, ok := fields[list].([]any); ok {
			return min(max(len(l), 1), relay.MaxPage)
		}
	}
	return 1
}

// inputIDs is the length of the list of ids in the field's input.
func (p *price) inputIDs(f *ast.Field) int {
	return max(p.inputLength(f, "documentoIds"), p.inputLength(f, "eventoIds"))
}

// rows is how often the selection below a field is paid. The edges and nodes of a connection were paid by the connection.
func (p *price) rows(f *ast.Field) int {
	switch {
	case strings.HasSuffix(f.Definition.Type.Name(), connection):
		return p.pageSize(f)
	case f.ObjectDefinition != nil && strings.HasSuffix(f.ObjectDefinition.Name, connection):
		return 1
	case f.Name == "resultados": // a result for each id, paid by the field that took them
		return 1
	case f.Definition.Type.Elem != nil, p.inputIDs(f) > 1: // something for each of them
		return p.listSize(f)
	default:
		return 1
	}
}

// pageSize is first or last. A larger page than allowed is priced as the largest allowed one, and refused by the resolver.
func (p *price) pageSize(f *ast.Field) int {
	size, most := pagesOf(f.Definition)
	for _, name := range []string{"first", "last"} {
		if n, given := p.integer(f.Arguments.ForName(name), most); given {
			size = min(max(n, 1), most)
		}
	}
	if p.rowsAtMost > 0 {
		return min(size, p.rowsAtMost)
	}
	return size
}

// pagesOf are the sizes of a list's pages: the usual ones, unless the schema says others.
func pagesOf(d *ast.FieldDefinition) (usual, most int) {
	if directive := d.Directives.ForName("pages"); directive != nil {
		usual, _ = strconv.Atoi(directive.Arguments.ForName("default").Value.Raw) // the schema is ours: numbers
		most, _ = strconv.Atoi(directive.Arguments.ForName("max").Value.Raw)
		return usual, most
	}
	return relay.DefaultPage, relay.MaxPage
}

// listSize is the length of the list of ids, if the field takes one: as an argument, or in its input.
func (p *price) listSize(f *ast.Field) int {
	ids := f.Arguments.ForName("ids")
	switch {
	case ids == nil && f.Arguments.ForName("input") != nil:
		return p.inputIDs(f)
	case ids == nil:
		return ListPrice
	}
	if list, err := ids.Value.Value(p.vars); err == nil {
		if l, ok := list.([]any); ok {
			return min(max(len(l), 1), relay.MaxPage)
		}
	}
	return 1
}

// integer is a number of an argument; a larger one than most is one more than that.
func (p *price) integer(a *ast.Argument, most int) (int, bool) {
	if a == nil {
		return 0, false
	}
	v, err := a.Value.Value(p.vars)
	if err != nil || v == nil {
		return 0, false
	}
	switch n := v.(type) {
	case int64:
		return int(min(max(n, 0), int64(most)+1)), true
	case json.Number:
		i, err := strconv.Atoi(string(n))
		return i, err == nil
	default:
		return most, true
	}
}

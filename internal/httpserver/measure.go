package httpserver

import (
	"strings"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/carpeta-ciudadana/servidor/internal/fault"
)

// measurement walks a parsed document once, fragments expanded, and gives up as
// soon as a limit is passed. It comes before validation: fragments that spread
// fragments grow exponentially, and whatever looks at them must have a budget.
type measurement struct {
	limits    Limits
	fragments map[string]*ast.FragmentDefinition
	nodes     int
	aliases   int
}

// measure returns how many selections the document has.
func measure(doc *ast.QueryDocument, limits Limits) (int, *fault.Error) {
	m := &measurement{limits: limits, fragments: make(map[string]*ast.FragmentDefinition, len(doc.Fragments))}
	for _, f := range doc.Fragments {
		m.fragments[f.Name] = f
	}
	for _, op := range doc.Operations {
		if err := m.walk(op.SelectionSet, 1, false); err != nil {
			return m.nodes, err
		}
	}
	return m.nodes, nil
}

// walk measures the fields of a set that lie at a depth. Introspection is deep
// and full of aliases by nature; only its nodes count.
func (m *measurement) walk(set ast.SelectionSet, depth int, introspection bool) *fault.Error {
	for _, s := range set {
		if m.nodes++; m.nodes > m.limits.Nodes {
			return tooComplex("La consulta pide más de %d campos.", m.limits.Nodes)
		}
		if err := m.selection(s, depth, introspection); err != nil {
			return err
		}
	}
	return nil
}

func (m *measurement) selection(s ast.Selection, depth int, introspection bool) *fault.Error {
	switch s := s.(type) {
	case *ast.Field:
		introspection = introspection || strings.HasPrefix(s.Name, "__")
		if err := m.field(s, depth, introspection); err != nil {
			return err
		}
		return m.walk(s.SelectionSet, depth+1, introspection)
	case *ast.InlineFragment:
		return m.walk(s.SelectionSet, depth, introspection)
	case *ast.FragmentSpread:
		if f := m.fragments[s.Name]; f != nil { // an unknown one is for the validator
			return m.walk(f.SelectionSet, depth, introspection)
		}
	}
	return nil
}

func (m *measurement) field(f *ast.Field, depth int, introspection bool) *fault.Error {
	if introspection {
		return nil
	}
	if depth > m.limits.Depth {
		return tooComplex("La consulta tiene más de %d niveles.", m.limits.Depth)
	}
	if f.Alias != f.Name {
		m.aliases++
	}
	if m.aliases > m.limits.Aliases {
		return tooComplex("La consulta tiene más de %d alias.", m.limits.Aliases)
	}
	return nil
}

func tooComplex(formato string, limite int) *fault.Error {
	return fault.Newf(fault.QueryTooComplex, formato, limite).ConRecuperacion("Divida la consulta o pida páginas más pequeñas.")
}

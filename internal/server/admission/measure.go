package admission

import (
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
)

// measurement walks a parsed document once, fragments expanded, and stops at the first limit that is passed. It comes before
// validation, which needs bounded documents: fragments that spread fragments grow exponentially, and the rule about merging
// fields is quadratic in the fields of one slot.
type measurement struct {
	limits     limits.Limits
	fragments  map[string]*ast.FragmentDefinition
	seen       map[*ast.FragmentDefinition]bool
	nodes      int
	aliases    int
	directives int // of all selections, fragments and operations, unknown ones too: each is validated
	elements   int // of lists, and members of objects: the validator takes any number of them
}

// slot is a place in the response. All fields of one name under one slot are merged into one.
type slot struct {
	fields int
	below  map[string]*slot
}

func (s *slot) add(name string) *slot {
	if s.below == nil {
		s.below = map[string]*slot{}
	}
	if s.below[name] == nil {
		s.below[name] = &slot{}
	}
	s.below[name].fields++
	return s.below[name]
}

// position is that of the walk.
type position struct {
	slot          *slot
	depth         int
	introspection bool // deep and full of aliases by nature: only its nodes count
}

// measure refuses a document that is past a limit.
func measure(doc *ast.QueryDocument, limits limits.Limits) *fault.Error {
	if len(doc.Fragments) > limits.Fragments {
		return tooComplex("La consulta tiene más de %d fragmentos.", limits.Fragments)
	}
	m := &measurement{limits: limits, fragments: map[string]*ast.FragmentDefinition{}, seen: map[*ast.FragmentDefinition]bool{}}
	for _, f := range doc.Fragments {
		m.fragments[f.Name] = f
	}
	for _, f := range doc.Fragments {
		if err := m.countDirectives(f.Directives); err != nil {
			return err
		}
	}
	for _, op := range doc.Operations {
		if err := m.operation(op); err != nil {
			return err
		}
		if err := m.walk(op.SelectionSet, position{slot: &slot{}, depth: 1}); err != nil {
			return err
		}
	}
	for _, f := range doc.Fragments { // a fragment that nothing spreads is validated too
		if m.seen[f] {
			continue
		}
		if err := m.walk(f.SelectionSet, position{slot: &slot{}, depth: 1}); err != nil {
			return err
		}
	}
	return nil
}

// operation counts the directives of an operation and of its variables.
func (m *measurement) operation(op *ast.OperationDefinition) *fault.Error {
	for _, v := range op.VariableDefinitions {
		if err := m.countDirectives(v.Directives); err != nil {
			return err
		}
		if err := m.countElements(v.DefaultValue); err != nil {
			return err
		}
	}
	return m.countDirectives(op.Directives)
}

func (m *measurement) countDirectives(list ast.DirectiveList) *fault.Error {
	if m.directives += len(list); m.directives > m.limits.Directives {
		return tooComplex("La consulta tiene más de %d directivas.", m.limits.Directives)
	}
	for _, d := range list {
		if err := m.countArguments(d.Arguments); err != nil {
			return err
		}
	}
	return nil
}

func (m *measurement) countArguments(list ast.ArgumentList) *fault.Error {
	for _, a := range list {
		if err := m.countElements(a.Value); err != nil {
			return err
		}
	}
	return nil
}

// countElements counts what a literal holds. It may be nil.
func (m *measurement) countElements(v *ast.Value) *fault.Error {
	if v == nil {
		return nil
	}
	if m.elements += len(v.Children); m.elements > m.limits.Elements {
		return tooComplex("La consulta trae listas u objetos de más de %d elementos.", m.limits.Elements).
			WithRecuperacion("Ponga los valores en las variables.")
	}
	for _, child := range v.Children {
		if err := m.countElements(child.Value); err != nil {
			return err
		}
	}
	return nil
}

func (m *measurement) walk(set ast.SelectionSet, at position) *fault.Error {
	for _, s := range set {
		if m.nodes++; m.nodes > m.limits.Nodes {
			return tooComplex("La consulta pide más de %d campos.", m.limits.Nodes)
		}
		if err := m.selection(s, at); err != nil {
			return err
		}
	}
	return nil
}

func (m *measurement) selection(s ast.Selection, at position) *fault.Error {
	switch s := s.(type) {
	case *ast.Field:
		if err := m.countDirectives(s.Directives); err != nil {
			return err
		}
		if err := m.countArguments(s.Arguments); err != nil {
			return err
		}
		at.introspection = at.introspection || s.Name == "__schema" || s.Name == "__type"
		if err := m.checkField(s, at.depth, at.introspection); err != nil {
			return err
		}
		if at.slot = at.slot.add(s.Alias); at.slot.fields > m.limits.Repeats {
			return tooComplex("La consulta repite un campo más de %d veces.", m.limits.Repeats)
		}
		at.depth++
		return m.walk(s.SelectionSet, at)
	case *ast.InlineFragment:
		if err := m.countDirectives(s.Directives); err != nil {
			return err
		}
		return m.walk(s.SelectionSet, at)
	case *ast.FragmentSpread:
		if err := m.countDirectives(s.Directives); err != nil {
			return err
		}
		if f := m.fragments[s.Name]; f != nil { // the validator refuses an unknown one
			m.seen[f] = true
			return m.walk(f.SelectionSet, at)
		}
	}
	return nil
}

func (m *measurement) checkField(f *ast.Field, depth int, introspection bool) *fault.Error {
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

func tooComplex(format string, limit int) *fault.Error {
	return fault.Newf(fault.QueryTooComplex, format, limit).WithRecuperacion("Divida la consulta o pida páginas más pequeñas.")
}

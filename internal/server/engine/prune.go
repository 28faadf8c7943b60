package engine

import (
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
)

// prune copies an operation, with the fragments that it spreads, into a document of its own. Nothing of the copy refers to
// the old document: one reference would keep its whole text in memory. Definitions of the schema are not copied.
func prune(op *ast.OperationDefinition) *ast.QueryDocument {
	p := &pruning{
		doc: &ast.QueryDocument{}, fragments: map[string]*ast.FragmentDefinition{}, variables: map[string]*ast.VariableDefinition{},
		types: map[*ast.Type]*ast.Type{},
	}
	own := &ast.OperationDefinition{Operation: op.Operation, Name: strings.Clone(op.Name), Position: where(op.Position)}
	for _, v := range op.VariableDefinitions {
		own.VariableDefinitions = append(own.VariableDefinitions, p.variable(v))
	}
	own.Directives = p.directives(op.Directives)
	own.SelectionSet = p.set(op.SelectionSet)
	p.doc.Operations = ast.OperationList{own}
	return p.doc
}

type pruning struct {
	doc       *ast.QueryDocument
	fragments map[string]*ast.FragmentDefinition
	variables map[string]*ast.VariableDefinition
	types     map[*ast.Type]*ast.Type // those that the document wrote, and their copies
}

// where keeps line and column, for errors, without the text.
func where(p *ast.Position) *ast.Position {
	if p == nil {
		return nil
	}
	own := *p
	own.Src = &noText
	return &own
}

var noText ast.Source

func (p *pruning) set(set ast.SelectionSet) ast.SelectionSet {
	var own ast.SelectionSet
	for _, s := range set {
		switch s := s.(type) {
		case *ast.Field:
			own = append(own, &ast.Field{
				Alias: strings.Clone(s.Alias), Name: strings.Clone(s.Name), Position: where(s.Position),
				Arguments: p.arguments(s.Arguments), Directives: p.directives(s.Directives), SelectionSet: p.set(s.SelectionSet),
				Definition: s.Definition, ObjectDefinition: s.ObjectDefinition,
			})
		case *ast.InlineFragment:
			own = append(own, &ast.InlineFragment{
				TypeCondition: strings.Clone(s.TypeCondition), Position: where(s.Position),
				Directives: p.directives(s.Directives), SelectionSet: p.set(s.SelectionSet), ObjectDefinition: s.ObjectDefinition,
			})
		case *ast.FragmentSpread:
			own = append(own, &ast.FragmentSpread{
				Name: strings.Clone(s.Name), Position: where(s.Position),
				Directives: p.directives(s.Directives), Definition: p.fragment(s.Definition), ObjectDefinition: s.ObjectDefinition,
			})
		}
	}
	return own
}

// fragment copies each fragment once; in a validated document no fragment spreads itself.
func (p *pruning) fragment(f *ast.FragmentDefinition) *ast.FragmentDefinition {
	if own, done := p.fragments[f.Name]; done {
		return own
	}
	own := &ast.FragmentDefinition{
		Name: strings.Clone(f.Name), TypeCondition: strings.Clone(f.TypeCondition), Position: where(f.Position),
		Directives: p.directives(f.Directives), SelectionSet: p.set(f.SelectionSet), Definition: f.Definition,
	}
	p.fragments[own.Name] = own
	p.doc.Fragments = append(p.doc.Fragments, own)
	return own
}

func (p *pruning) variable(v *ast.VariableDefinition) *ast.VariableDefinition {
	own := &ast.VariableDefinition{
		Variable: strings.Clone(v.Variable), Type: p.typeOf(v.Type), DefaultValue: p.value(v.DefaultValue),
		Directives: p.directives(v.Directives), Position: where(v.Position), Definition: v.Definition, Used: v.Used,
	}
	p.variables[own.Variable] = own
	return own
}

// typeOf copies the type of a variable, which the document wrote.
func (p *pruning) typeOf(t *ast.Type) *ast.Type {
	if t == nil {
		return nil
	}
	own := &ast.Type{NamedType: strings.Clone(t.NamedType), Elem: p.typeOf(t.Elem), NonNull: t.NonNull, Position: where(t.Position)}
	p.types[t] = own
	return own
}

func (p *pruning) directives(list ast.DirectiveList) ast.DirectiveList {
	var own ast.DirectiveList
	for _, d := range list {
		own = append(own, &ast.Directive{
			Name: strings.Clone(d.Name), Arguments: p.arguments(d.Arguments), Position: where(d.Position),
			ParentDefinition: d.ParentDefinition, Definition: d.Definition, Location: d.Location,
		})
	}
	return own
}

func (p *pruning) arguments(list ast.ArgumentList) ast.ArgumentList {
	var own ast.ArgumentList
	for _, a := range list {
		own = append(own, &ast.Argument{Name: strings.Clone(a.Name), Value: p.value(a.Value), Position: where(a.Position)})
	}
	return own
}

func (p *pruning) value(v *ast.Value) *ast.Value {
	if v == nil {
		return nil
	}
	own := &ast.Value{
		Raw: strings.Clone(v.Raw), Kind: v.Kind, Position: where(v.Position), Definition: v.Definition,
		ExpectedType: v.ExpectedType, ExpectedTypeHasDefault: v.ExpectedTypeHasDefault,
	}
	if written, ok := p.types[v.ExpectedType]; ok {
		own.ExpectedType = written
	}
	if v.VariableDefinition != nil {
		own.VariableDefinition = p.variables[v.VariableDefinition.Variable]
	}
	for _, child := range v.Children {
		own.Children = append(own.Children, &ast.ChildValue{Name: strings.Clone(child.Name), Value: p.value(child.Value), Position: where(child.Position)})
	}
	return own
}

package admission

import "github.com/vektah/gqlparser/v2/ast"

// Bytes that gqlparser v2.5 allocates for a node on 64 bits, with its position, the reference to it and the unused part of
// the list that holds it. TestWeightIsWhatTheHeapHolds compares them with the heap.
const (
	entryBytes     = 256 // of a cache, for each document
	operationBytes = 224
	fragmentBytes  = 256
	variableBytes  = 192
	typeBytes      = 96
	fieldBytes     = 248
	inlineBytes    = 176
	spreadBytes    = 160
	argumentBytes  = 112
	directiveBytes = 144
	valueBytes     = 152
	elementBytes   = 72  // added by a list to the value of an element
	memberBytes    = 120 // added by an object to the value of a member
	groupBytes     = 40
	commentBytes   = 96
)

// memorySize adds up the memory that a parsed document keeps alive. The schema's definitions, to which validation points,
// are not counted.
type memorySize struct{ bytes int }

// Weigh is how many bytes a parsed document takes, its text included. It visits each node, and the number of tokens has
// limited the nodes.
func Weigh(text string, doc *ast.QueryDocument) int {
	s := &memorySize{bytes: len(text) + entryBytes}
	for _, op := range doc.Operations {
		s.bytes += operationBytes
		s.comment(op.Comment)
		s.variables(op.VariableDefinitions)
		s.directives(op.Directives)
		s.set(op.SelectionSet)
	}
	for _, f := range doc.Fragments {
		s.bytes += fragmentBytes
		s.comment(f.Comment)
		s.variables(f.VariableDefinition)
		s.directives(f.Directives)
		s.set(f.SelectionSet)
	}
	s.comment(doc.Comment)
	return s.bytes
}

func (s *memorySize) set(set ast.SelectionSet) {
	for _, selection := range set {
		switch n := selection.(type) {
		case *ast.Field:
			s.bytes += fieldBytes
			s.comment(n.Comment)
			s.arguments(n.Arguments)
			s.directives(n.Directives)
			s.set(n.SelectionSet)
		case *ast.InlineFragment:
			s.bytes += inlineBytes
			s.comment(n.Comment)
			s.directives(n.Directives)
			s.set(n.SelectionSet)
		case *ast.FragmentSpread:
			s.bytes += spreadBytes
			s.comment(n.Comment)
			s.directives(n.Directives)
		}
	}
}

func (s *memorySize) variables(list ast.VariableDefinitionList) {
	for _, v := range list {
		s.bytes += variableBytes
		for t := v.Type; t != nil; t = t.Elem {
			s.bytes += typeBytes
		}
		s.comment(v.Comment)
		s.value(v.DefaultValue)
		s.directives(v.Directives)
	}
}

func (s *memorySize) directives(list ast.DirectiveList) {
	for _, d := range list {
		s.bytes += directiveBytes
		s.arguments(d.Arguments)
	}
}

func (s *memorySize) arguments(list ast.ArgumentList) {
	for _, a := range list {
		s.bytes += argumentBytes
		s.comment(a.Comment)
		s.value(a.Value)
	}
}

func (s *memorySize) value(v *ast.Value) {
	if v == nil {
		return
	}
	s.bytes += valueBytes
	if v.Kind == ast.StringValue || v.Kind == ast.BlockValue {
		s.bytes += len(v.Raw) // unescaped, so that it may be a copy
	}
	s.comment(v.Comment)
	each := elementBytes
	if v.Kind == ast.ObjectValue {
		each = memberBytes
	}
	for _, child := range v.Children {
		s.bytes += each
		s.comment(child.Comment)
		s.value(child.Value)
	}
}

func (s *memorySize) comment(g *ast.CommentGroup) {
	if g == nil {
		return
	}
	s.bytes += groupBytes + commentBytes*len(g.List)
}

package e2e_test

import (
	"cmp"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
)

// goodValues are written the same in GraphQL and in JSON.
var goodValues = map[string][]string{
	"Int":      {"0", "-0", "1", "100", "2147483647", "-2147483648"},
	"Float":    {"0", "1.5", "-1e3", "1E-2"},
	"String":   {`""`, `"texto"`, `"ñandú"`, `"a\"b"`, `"\u0041\n"`},
	"Boolean":  {"true", "false"},
	"ID":       {`"1"`, `""`, "1", "-1", "9007199254740991"},
	"Long":     {"0", "-1", "9007199254740991", "-9007199254740991", "4294967296"},
	"UUID":     {`"01a18f41-8c00-7841-aad2-54fcb13fef88"`},
	"DateTime": {`"2026-01-31T15:04:05Z"`, `"2024-02-29T00:00:00.123-05:00"`},
	"Duracion": {`"30m"`, `"24h"`, `"7d"`, `"366d"`},
	"Instante": {`"30m"`, `"7d"`, `"2026-01-31T15:04:05Z"`},
}

// badValues are wrong for most types, and right for some.
var badValues = []string{
	"0", "-1", "2147483648", "-2147483649", "9007199254740992", "9223372036854775807", "9223372036854775808", "123456789012345678901234567890", "1.5", "-1.5e-3", "1e400",
	`""`, `"5"`, `"1"`, `"true"`, `"null"`, `"texto"`, `"7w"`, `"07d"`, `"367d"`, `"0s"`, `"INICIADA"`, `"inicIada"`,
	`"2026-02-30T00:00:00Z"`, `"2026-01-31"`, `"2026-13-01T00:00:00Z"`, `"2026-01-31T24:00:00Z"`, `"01A18F41-8C00-7841-AAD2-54FCB13FEF88"`, `"\ud83d\ude00"`,
	"true", "false", "null", "[]", "[null]", "[[1]]", "[1, \"a\"]", "{}", `{"nada": 1}`, `{"id": null}`, `{"__typename": "x"}`,
}

// onlyLiterals and onlyJSON are what the other cannot write.
var (
	onlyLiterals = []string{"NADA", "INICIADA", "inicIada", `"""bloque"""`, `"""7d"""`, "[NADA]", "{a: 1, a: 2}", "{a: $nada}", "[$nada]", "$nada", "{nada: NADA}", "01", "1a", `"\q"`, `"\u{1F600}"`, `"\uD800"`, "1.", "-", ".5", "0x1", "True", "nulo"}
	onlyJSON     = []string{"1.0", "1e2", "-0.0", "1E400", `"\ud800"`}
)

// input is a literal of a type, or a variable in its place.
func (e *edges) input(t *ast.Type) string {
	if e.often(35) {
		return e.declare(t)
	}
	return e.literal(t)
}

// literal is a value of a type as GraphQL writes it.
func (e *edges) literal(t *ast.Type) string {
	if e.fails() {
		if e.often(40) {
			return oneOf(e, onlyLiterals...)
		}
		return asLiteral(oneOf(e, badValues...))
	}
	return e.made(t, true)
}

// made is a good value of a type, or nearly.
func (e *edges) made(t *ast.Type, literal bool) string {
	inside := func(t *ast.Type) string {
		switch {
		case literal && e.often(20):
			return e.input(t)
		case literal:
			return e.literal(t)
		default:
			return e.json(t)
		}
	}
	def := e.schema.Types[t.Name()]
	switch {
	case !t.NonNull && e.often(12):
		return "null"
	case t.Elem != nil && e.often(15):
		return inside(t.Elem) // one stands for a list of one
	case t.Elem != nil:
		var all []string
		for range e.IntN(4) {
			all = append(all, inside(t.Elem))
		}
		return "[" + strings.Join(all, ", ") + "]"
	case def.Kind == ast.Enum && literal:
		return oneOf(e, def.EnumValues...).Name
	case def.Kind == ast.Enum:
		return `"` + oneOf(e, def.EnumValues...).Name + `"`
	case def.Kind == ast.InputObject:
		return e.object(def, literal, inside)
	default:
		return cmp.Or(e.known(e.place, def.Name), oneOf(e, goodValues[def.Name]...))
	}
}

func (e *edges) object(def *ast.Definition, literal bool, inside func(*ast.Type) string) string {
	named := func(name, value string) string {
		if literal {
			return name + ": " + value
		}
		return `"` + name + `": ` + value
	}
	var all []string
	for _, f := range def.Fields {
		required := f.Type.NonNull && f.DefaultValue == nil
		if e.place = f.Name; required && !e.fails() || !required && e.often(40) {
			all = append(all, named(f.Name, inside(f.Type)))
		}
	}
	if e.fails() {
		all = append(all, named("nada", "1"))
	}
	if literal && len(all) > 0 && e.fails() {
		all = append(all, all[0])
	}
	return "{" + strings.Join(all, ", ") + "}"
}

func (e *edges) json(t *ast.Type) string {
	if e.fails() {
		if e.often(20) {
			return oneOf(e, onlyJSON...)
		}
		return oneOf(e, badValues...)
	}
	return e.made(t, false)
}

// asLiteral writes a value of JSON as GraphQL does.
func asLiteral(json string) string {
	for _, name := range []string{"nada", "id", "__typename"} {
		json = strings.ReplaceAll(json, `"`+name+`":`, name+":")
	}
	return json
}

// declare makes a variable for a place of a type; it is mostly of that type, and mostly given.
func (e *edges) declare(t *ast.Type) string {
	name := e.name("v")
	own := e.variableType(t)
	text := "$" + name + ": " + own
	typ := typeOf(own)
	if known := e.schema.Types[typ.Name()]; known == nil || !known.IsInputType() {
		e.declared = append(e.declared, text)
		return "$" + name
	}
	optional := e.often(25)
	if optional {
		saved := e.declared // a default that uses a variable is wrong, and may declare it
		text += " = " + e.literal(typ)
		if !e.fails() && strings.Contains(text, "$v") && strings.Count(text, "$") > 1 {
			text = "$" + name + ": " + own + " = " + e.constant(typ)
			e.declared = saved
		}
	}
	if e.fails() {
		text += e.directives()
	}
	if !optional && !e.fails() && (typ.NonNull || e.often(85)) || optional && e.often(60) {
		e.given = append(e.given, `"`+name+`": `+e.json(typ))
	}
	if !e.fails() {
		e.declared = append(e.declared, text)
	}
	return "$" + name
}

// constant is a good value without variables.
func (e *edges) constant(t *ast.Type) string {
	for {
		if text := e.made(t, true); !strings.Contains(text, "$") {
			return text
		}
		e.given = e.given[:len(e.given):len(e.given)]
	}
}

// variableType is the type of a place, or one that fits there, or does not.
func (e *edges) variableType(t *ast.Type) string {
	switch {
	case e.fails():
		return oneOf(e, oneOf(e, e.inputs...), oneOf(e, e.inputs...)+"!", oneOf(e, e.outputs...), "Nada", "["+t.Name()+"]", t.Name())
	case !t.NonNull && e.often(30):
		return t.String() + "!"
	case t.Elem != nil && !t.Elem.NonNull && e.often(20):
		return "[" + t.Elem.String() + "!]"
	default:
		return t.String()
	}
}

// typeOf reads a type as a document writes it.
func typeOf(text string) *ast.Type {
	inner, nonNull := strings.CutSuffix(text, "!")
	t := ast.NamedType(inner, nil)
	if elem, list := strings.CutPrefix(inner, "["); list {
		t = ast.ListType(typeOf(strings.TrimSuffix(elem, "]")), nil)
	}
	t.NonNull = nonNull
	return t
}

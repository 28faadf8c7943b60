package e2e_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// enumValue prints without quotes.
type enumValue string

// make makes a value of a type, or now and then a value of another type.
func (g *generator) make(name string, t typeRef) any {
	if g.fails() {
		return g.nonsense()
	}
	switch t.Kind {
	case "NON_NULL":
		return g.make(name, *t.OfType)
	case "LIST":
		list := make([]any, g.rand.IntN(4))
		for i := range list {
			list[i] = g.make(name, *t.OfType)
		}
		return list
	case "ENUM":
		values := g.schema[t.Name].EnumValues
		return enumValue(values[g.rand.IntN(len(values))].Name)
	case "INPUT_OBJECT":
		return g.object(t.Name)
	default:
		return g.scalar(name, t.Name)
	}
}

func (g *generator) object(typeName string) obj {
	o := obj{}
	for _, d := range g.schema[typeName].InputFields {
		if d.required() && !g.fails() || !d.required() && g.rand.IntN(2) == 0 {
			o[d.Name] = g.make(d.Name, d.Type)
		}
	}
	if g.fails() {
		o["nada"] = 1
	}
	return o
}

func (g *generator) scalar(name, typeName string) any {
	switch typeName {
	case "Int", "Long":
		return g.number(name)
	case "Float":
		return g.rand.Float64() * 1e6
	case "Boolean":
		return g.rand.IntN(2) == 0
	case "ID":
		return g.id(name)
	case "UUID":
		return absentID
	case "DateTime":
		return time.Unix(g.rand.Int64N(1<<33), 0).UTC().Format(time.RFC3339)
	case "Duracion":
		return fmt.Sprintf("%d%c", g.rand.IntN(100), "smhd"[g.rand.IntN(4)])
	default:
		return g.text(name)
	}
}

// id mostly fits the argument.
func (g *generator) id(name string) string {
	of := g.ids[name]
	if len(of) == 0 || g.rand.IntN(6) == 0 {
		of = g.ids[""]
	}
	return of[g.rand.IntN(len(of))]
}

func (g *generator) number(name string) int64 {
	switch {
	case (name == "first" || name == "last") && g.rand.IntN(20) > 0:
		return 1 + g.rand.Int64N(7) // the product of nested pages stays payable
	case name == "ventana":
		return 3600
	case g.rand.IntN(4) == 0:
		return []int64{0, -1, 100, 101, 1<<31 - 1, -1 << 31}[g.rand.IntN(6)]
	default:
		return g.rand.Int64N(200)
	}
}

// oddTexts are texts that have broken something somewhere.
var oddTexts = []string{"", " ", "0", "null", "ñandú", "e\u0301", "\u202Etxt.exe", "a\x00b", "\r\nX: 1", "💥", "../../etc/passwd", `"`, `\`, "{}", "'; --", "CON", "\ufeff", strings.Repeat("ü", 300)}

func (g *generator) text(name string) string {
	switch {
	case (name == "after" || name == "before") && len(g.cursors) > 0 && g.rand.IntN(4) > 0:
		return g.cursors[g.rand.IntN(len(g.cursors))]
	case name == "hashDocumento" && g.rand.IntN(4) > 0:
		return hashOf([]byte{byte(g.rand.IntN(256))})
	case name == "tipoContenido" && g.rand.IntN(4) > 0:
		return "application/pdf"
	case g.rand.IntN(3) == 0:
		return oddTexts[g.rand.IntN(len(oddTexts))]
	default:
		return fmt.Sprintf("Texto %d", g.rand.IntN(1000))
	}
}

// disparate is a value of some other type, or of none.
func (g *generator) nonsense() any {
	nonsense := []any{nil, "5", "texto", int64(-1), int64(1) << 40, 3.7, 1e300, true, obj{}, obj{"a": obj{"b": 1}}, []any{}, []any{[]any{nil}},
		enumValue("NADA"), enumValue("true"), strings.Repeat("x", 5000), "2026-13-45T99:99:99", "\U000e0001"}
	return nonsense[g.rand.IntN(len(nonsense))]
}

// literal prints a value as GraphQL.
func literal(v any) string {
	switch x := v.(type) {
	case enumValue:
		return string(x)
	case obj:
		var parts []string
		for _, k := range slices.Sorted(maps.Keys(x)) {
			parts = append(parts, k+": "+literal(x[k]))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case []any:
		var parts []string
		for _, e := range x {
			parts = append(parts, literal(e))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	default:
		b, err := json.Marshal(x)
		if err != nil {
			panic(err) // texts, numbers and booleans always marshal
		}
		return string(b)
	}
}

// asJSON is the value as a variable.
func asJSON(v any) any {
	switch x := v.(type) {
	case enumValue:
		return string(x)
	case obj:
		o := obj{}
		for k, e := range x {
			o[k] = asJSON(e)
		}
		return o
	case []any:
		l := make([]any, len(x))
		for i, e := range x {
			l[i] = asJSON(e)
		}
		return l
	default:
		return v
	}
}

package e2e_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// enumerado prints without quotes.
type enumerado string

// hacer makes a value of a type, or now and then one that is none.
func (g *generador) hacer(nombre string, t tipoRef) any {
	if g.falla() {
		return g.disparate()
	}
	switch t.Kind {
	case "NON_NULL":
		return g.hacer(nombre, *t.OfType)
	case "LIST":
		lista := make([]any, g.azar.IntN(4))
		for i := range lista {
			lista[i] = g.hacer(nombre, *t.OfType)
		}
		return lista
	case "ENUM":
		valores := g.esquema[t.Name].EnumValues
		return enumerado(valores[g.azar.IntN(len(valores))].Name)
	case "INPUT_OBJECT":
		return g.objeto(t.Name)
	default:
		return g.escalar(nombre, t.Name)
	}
}

func (g *generador) objeto(tipo string) obj {
	o := obj{}
	for _, d := range g.esquema[tipo].InputFields {
		if d.obligatoria() && !g.falla() || !d.obligatoria() && g.azar.IntN(2) == 0 {
			o[d.Name] = g.hacer(d.Name, d.Type)
		}
	}
	if g.falla() {
		o["nada"] = 1
	}
	return o
}

func (g *generador) escalar(nombre, tipo string) any {
	switch tipo {
	case "Int", "Long":
		return g.numero(nombre)
	case "Float":
		return g.azar.Float64() * 1e6
	case "Boolean":
		return g.azar.IntN(2) == 0
	case "ID":
		return g.id(nombre)
	case "UUID":
		return ausente
	case "DateTime":
		return time.Unix(g.azar.Int64N(1<<33), 0).UTC().Format(time.RFC3339)
	case "Duracion":
		return fmt.Sprintf("%d%c", g.azar.IntN(100), "smhd"[g.azar.IntN(4)])
	default:
		return g.texto(nombre)
	}
}

// id mostly fits the argument.
func (g *generador) id(nombre string) string {
	de := g.ids[nombre]
	if len(de) == 0 || g.azar.IntN(6) == 0 {
		de = g.ids[""]
	}
	return de[g.azar.IntN(len(de))]
}

func (g *generador) numero(nombre string) int64 {
	switch {
	case (nombre == "first" || nombre == "last") && g.azar.IntN(20) > 0:
		return 1 + g.azar.Int64N(7) // the product of nested pages stays payable
	case nombre == "ventana":
		return 3600
	case g.azar.IntN(4) == 0:
		return []int64{0, -1, 100, 101, 1<<31 - 1, -1 << 31}[g.azar.IntN(6)]
	default:
		return g.azar.Int64N(200)
	}
}

// raros are texts that have broken something somewhere.
var raros = []string{"", " ", "0", "null", "ñandú", "e\u0301", "\u202Etxt.exe", "a\x00b", "\r\nX: 1", "💥", "../../etc/passwd", `"`, `\`, "{}", "'; --", "CON", "\ufeff", strings.Repeat("ü", 300)}

func (g *generador) texto(nombre string) string {
	switch {
	case (nombre == "after" || nombre == "before") && len(g.cursor) > 0 && g.azar.IntN(4) > 0:
		return g.cursor[g.azar.IntN(len(g.cursor))]
	case nombre == "hashDocumento" && g.azar.IntN(4) > 0:
		return hashDe([]byte{byte(g.azar.IntN(256))})
	case nombre == "tipoContenido" && g.azar.IntN(4) > 0:
		return "application/pdf"
	case g.azar.IntN(3) == 0:
		return raros[g.azar.IntN(len(raros))]
	default:
		return fmt.Sprintf("Texto %d", g.azar.IntN(1000))
	}
}

// disparate is a value of some other type, or of none.
func (g *generador) disparate() any {
	disparates := []any{nil, "5", "texto", int64(-1), int64(1) << 40, 3.7, 1e300, true, obj{}, obj{"a": obj{"b": 1}}, []any{}, []any{[]any{nil}},
		enumerado("NADA"), enumerado("true"), strings.Repeat("x", 5000), "2026-13-45T99:99:99", "\U000e0001"}
	return disparates[g.azar.IntN(len(disparates))]
}

// literal prints a value as GraphQL.
func literal(v any) string {
	switch x := v.(type) {
	case enumerado:
		return string(x)
	case obj:
		var partes []string
		for _, k := range slices.Sorted(maps.Keys(x)) {
			partes = append(partes, k+": "+literal(x[k]))
		}
		return "{" + strings.Join(partes, ", ") + "}"
	case []any:
		var partes []string
		for _, e := range x {
			partes = append(partes, literal(e))
		}
		return "[" + strings.Join(partes, ", ") + "]"
	default:
		b, err := json.Marshal(x)
		if err != nil {
			panic(err) // texts, numbers and booleans always marshal
		}
		return string(b)
	}
}

// comoJSON is the value as a variable.
func comoJSON(v any) any {
	switch x := v.(type) {
	case enumerado:
		return string(x)
	case obj:
		o := obj{}
		for k, e := range x {
			o[k] = comoJSON(e)
		}
		return o
	case []any:
		l := make([]any, len(x))
		for i, e := range x {
			l[i] = comoJSON(e)
		}
		return l
	default:
		return v
	}
}

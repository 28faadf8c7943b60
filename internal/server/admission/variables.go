package admission

import (
	"fmt"

	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/validator/core"

	"github.com/carpeta-ciudadana/servidor/internal/server/present"
)

// checkVariables checks the values of variables as literals are checked, whether the execution would reach them or not. It
// comes before the library's coercion, which takes "5" for an Int, any case for an enum, and anything for a custom scalar.
// The values are JSON, with numbers as they were written.
func checkVariables(schema *ast.Schema, scalars Scalars, op *ast.OperationDefinition, given map[string]any, suggests bool) gqlerror.List {
	var errs gqlerror.List
	for _, d := range op.VariableDefinitions {
		c := coercion{schema, scalars, suggests, ast.Path{ast.PathName("variable"), ast.PathName(d.Variable)}}
		v, is := given[d.Variable]
		wrong := c.value(d.Type, v)
		if !is {
			wrong = c.absent(d.Type, d.DefaultValue)
		}
		if wrong != nil {
			wrong.Locations = []gqlerror.Location{{Line: d.Position.Line, Column: d.Position.Column}}
			errs = append(errs, wrong)
		}
	}
	if len(errs) == 0 {
		return nil
	}
	return coded(errs[0], errcode.ValidationFailed, errs[1:]...)
}

// coercion checks a value; at is its place in the variable. With suggests, a wrong name of the schema gets the likely ones.
type coercion struct {
	schema   *ast.Schema
	scalars  Scalars
	suggests bool
	at       ast.Path
}

func (c *coercion) wrong(format string, args ...any) *gqlerror.Error {
	return gqlerror.ErrorPathf(append(ast.Path(nil), c.at...), "%s %s", c.place(), fmt.Sprintf(format, args...))
}

// place names the variable, and the part of it: variable "$orden" at "orden.campo".
func (c *coercion) place() string {
	name := fmt.Sprintf(`Variable "$%s"`, c.at[1])
	if len(c.at) == 2 {
		return name
	}
	return fmt.Sprintf(`%s at "%s"`, name, c.at[1:].String())
}

// enum names the wrong value if it has the form of a name, and those that it may be meant for.
func (c *coercion) enum(def *ast.Definition, v any) *gqlerror.Error {
	name, ok := v.(string)
	switch {
	case ok && def.EnumValues.ForName(name) != nil:
		return nil
	case !ok || !present.IsName(name):
		return c.wrong("got an invalid value; enum %q cannot represent it", def.Name)
	}
	wrong := c.wrong("got invalid value %q: it does not exist in %q enum.", name, def.Name)
	if c.suggests {
		all := make([]string, len(def.EnumValues))
		for i, v := range def.EnumValues {
			all[i] = v.Name
		}
		core.SuggestListQuoted("Did you mean the enum value", name, all)(wrong)
	}
	return wrong
}

// below checks a part of the value.
func (c *coercion) below(part ast.PathElement, check func() *gqlerror.Error) *gqlerror.Error {
	c.at = append(c.at, part)
	defer func() { c.at = c.at[:len(c.at)-1] }()
	return check()
}

func (c *coercion) absent(typ *ast.Type, defaultValue *ast.Value) *gqlerror.Error {
	if typ.NonNull && defaultValue == nil {
		return c.wrong("of required type %q was not provided", typ.String())
	}
	return nil
}

func (c *coercion) value(typ *ast.Type, v any) *gqlerror.Error {
	switch {
	case v == nil && typ.NonNull:
		return c.wrong("of required type %q cannot be null", typ.String())
	case v == nil:
		return nil
	case typ.Elem != nil:
		return c.list(typ.Elem, v)
	}
	def := c.schema.Types[typ.NamedType]
	switch def.Kind {
	case ast.InputObject:
		return c.object(def, v)
	case ast.Enum:
		return c.enum(def, v)
	default:
		if err := c.scalars.check(def.Name, v); err != nil {
			return c.wrong("does not fit its type %s: %v", def.Name, err)
		}
		return nil
	}
}

// list takes a single value for a list of one.
func (c *coercion) list(elem *ast.Type, v any) *gqlerror.Error {
	all, ok := v.([]any)
	if !ok {
		return c.value(elem, v)
	}
	for i := range all {
		if wrong := c.below(ast.PathIndex(i), func() *gqlerror.Error { return c.value(elem, all[i]) }); wrong != nil {
			return wrong
		}
	}
	return nil
}

func (c *coercion) object(def *ast.Definition, v any) *gqlerror.Error {
	object, ok := v.(map[string]any)
	if !ok {
		return c.wrong("must be an object of type %s", def.Name)
	}
	for _, f := range def.Fields {
		wrong := c.below(ast.PathName(f.Name), func() *gqlerror.Error {
			if value, is := object[f.Name]; is {
				return c.value(f.Type, value)
			}
			return c.absent(f.Type, f.DefaultValue)
		})
		if wrong != nil {
			return wrong
		}
	}
	for name := range object {
		if def.Fields.ForName(name) == nil {
			return c.below(ast.PathName(name), func() *gqlerror.Error { return c.wrong("is not defined by type %q", def.Name) })
		}
	}
	return nil
}

package admission

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator/core"
	"github.com/vektah/gqlparser/v2/validator/rules"
)

// validationRules are the rules of the specification, and those that gqlparser lacks. Without introspection the errors make
// no suggestions, which would reveal the schema bit by bit.
func validationRules(introspection bool, scalars Scalars) *rules.Rules {
	r := rules.NewDefaultRules()
	r.AddRule("ScalarLiterals", scalarLiterals(scalars))
	r.AddRule("SingleRoot", singleRoot)
	if introspection {
		return r
	}
	r.AddRule("NoIntrospection", noIntrospection)
	for _, quiet := range []struct {
		loud string
		rule core.Rule
	}{
		{rules.FieldsOnCorrectTypeRule.Name, rules.FieldsOnCorrectTypeRuleWithoutSuggestions},
		{rules.ScalarLeafsRule.Name, rules.ScalarLeafsRuleWithoutSuggestions},
		{rules.KnownArgumentNamesRule.Name, rules.KnownArgumentNamesRuleWithoutSuggestions},
		{rules.KnownTypeNamesRule.Name, rules.KnownTypeNamesRuleWithoutSuggestions},
		{rules.ValuesOfCorrectTypeRule.Name, rules.ValuesOfCorrectTypeRuleWithoutSuggestions},
	} {
		r.RemoveRule(quiet.loud)
		r.AddRule(quiet.rule.Name, quiet.rule.RuleFunc)
	}
	return r
}

// noIntrospection refuses __schema and __type before anything runs; __typename is
// no introspection, and caches need it.
func noIntrospection(observers *core.Events, addError core.AddErrFunc) {
	observers.OnField(func(_ *core.Walker, f *ast.Field) {
		if f.Name == "__schema" || f.Name == "__type" {
			addError(core.Message("Introspection is off on this server, so %s cannot be asked for; ask its operator for the schema.", f.Name), core.At(f.Position))
		}
	})
}

// scalarLiterals checks the literals of scalars, also where the execution would not reach them. The library accepts an Int
// of 64 bits, anything for a custom scalar, and {…} and […] for a scalar or an enum.
func scalarLiterals(scalars Scalars) core.RuleFunc {
	return func(observers *core.Events, addError core.AddErrFunc) {
		observers.OnValue(func(_ *core.Walker, v *ast.Value) {
			if v.Definition == nil || v.ExpectedType == nil {
				return
			}
			leaf := v.Definition.Kind == ast.Scalar || v.Definition.Kind == ast.Enum
			switch {
			case !leaf:
			case v.Kind == ast.ObjectValue, v.Kind == ast.ListValue && v.ExpectedType.Elem == nil:
				addError(core.Message("%s cannot represent a list or an object.", v.ExpectedType.String()), core.At(v.Position))
			case v.Definition.Kind == ast.Scalar:
				if err := scalars.checkLiteral(v); err != nil {
					addError(core.Message("%s expected: %v.", v.ExpectedType.String(), err), core.At(v.Position))
				}
			}
		})
	}
}

func fits64(literal string) bool {
	_, err := strconv.ParseInt(literal, 10, 64)
	return err == nil
}

// checkLiteral checks a literal that the library lets pass.
func (s Scalars) checkLiteral(v *ast.Value) error {
	switch name := v.Definition.Name; {
	case v.Kind == ast.Variable, v.Kind == ast.NullValue, v.Kind == ast.ListValue:
		return nil
	case name == "Int" && v.Kind == ast.IntValue:
		if !fits64(v.Raw) {
			return nil // the library sees it
		}
		return checkInt(json.Number(v.Raw), true)
	case slices.Contains(builtIn, name):
		return nil
	default:
		return s.check(name, valueOf(v))
	}
}

var builtIn = []string{"Int", "Float", "String", "Boolean", "ID"}

// valueOf is a literal as a value of JSON. The name of an enum value has no such form, and becomes a list, which no scalar
// takes.
func valueOf(v *ast.Value) any {
	switch v.Kind {
	case ast.IntValue, ast.FloatValue:
		return json.Number(v.Raw)
	case ast.BooleanValue:
		return v.Raw == "true"
	case ast.EnumValue:
		return []any(nil)
	default:
		return v.Raw
	}
}

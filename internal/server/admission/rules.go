package admission

import (
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator/core"
	"github.com/vektah/gqlparser/v2/validator/rules"
)

// validationRules are the specification's, and what gqlparser forgets. Without
// introspection they make no suggestions: those would tell the schema bit by bit.
func validationRules(introspection bool) *rules.Rules {
	r := rules.NewDefaultRules()
	r.AddRule("ScalarLiterals", scalarLiterals)
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

// scalarLiterals refuses {…} and […] where a scalar or an enum is wanted.
func scalarLiterals(observers *core.Events, addError core.AddErrFunc) {
	observers.OnValue(func(_ *core.Walker, v *ast.Value) {
		if v.Definition == nil || v.ExpectedType == nil || v.ExpectedType.Elem != nil {
			return
		}
		leaf := v.Definition.Kind == ast.Scalar || v.Definition.Kind == ast.Enum
		if leaf && (v.Kind == ast.ObjectValue || v.Kind == ast.ListValue) {
			addError(core.Message("%s cannot represent a list or an object.", v.ExpectedType.String()), core.At(v.Position))
		}
	})
}

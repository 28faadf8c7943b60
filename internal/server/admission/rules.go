package admission

import (
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
		r.RemoveRule(rules.ValuesOfCorrectTypeRule.Name)
		r.AddRule(rules.ValuesOfCorrectTypeRule.Name, withLongIDMessage(rules.ValuesOfCorrectTypeRule.RuleFunc))
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
		{rules.ValuesOfCorrectTypeRule.Name, core.Rule{
			Name: rules.ValuesOfCorrectTypeRuleWithoutSuggestions.Name, RuleFunc: withLongIDMessage(rules.ValuesOfCorrectTypeRuleWithoutSuggestions.RuleFunc),
		}},
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

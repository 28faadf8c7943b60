package mem

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/store/records"
)

// A mutant is the rules without one condition of one method. A test that cannot tell a mutant from the rules does not hold
// that condition.

// Without is a Before that makes a mutant: it drops a condition, as Conditions names it, from the writes of a method.
func Without(method, condition string) func(context.Context, []records.Part) ([]records.Part, error) {
	return func(ctx context.Context, parts []records.Part) ([]records.Part, error) {
		if records.OperationOf(ctx) != method {
			return parts, nil
		}
		mutant := make([]records.Part, len(parts))
		for n, p := range parts {
			p.If = without(p.If, p.Table.Name+".", condition)
			mutant[n] = p
		}
		return mutant, nil
	}
}

// Conditions are the names of the conditions of a write: a table and an attribute. A choice has the name of its first one.
func Conditions(parts []records.Part) (names []string) {
	for _, p := range parts {
		for _, c := range flat(p.If) {
			names = append(names, p.Table.Name+"."+nameOf(c))
		}
	}
	return names
}

// flat are the conditions that all have to hold.
func flat(c records.Cond) (cs []records.Cond) {
	switch c.Op {
	case records.OpNone:
		return nil
	case records.OpAnd:
		for _, each := range c.Of {
			cs = append(cs, flat(each)...)
		}
		return cs
	default:
		return []records.Cond{c}
	}
}

func without(c records.Cond, table, name string) records.Cond {
	var left []records.Cond
	for _, each := range flat(c) {
		if table+nameOf(each) != name {
			left = append(left, each)
		}
	}
	return records.And(left...)
}

func nameOf(c records.Cond) string {
	if len(c.Of) > 0 {
		return "or(" + nameOf(c.Of[0]) + ")"
	}
	return c.Attr
}

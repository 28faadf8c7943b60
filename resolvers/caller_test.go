package resolvers_test

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"github.com/carpeta-ciudadana/servidor/graph"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// This finds a new root field whose resolver forgets to ask for the caller.
func TestEveryRootFieldNeedsACaller(t *testing.T) {
	w := newWorld(t)
	open := map[string]bool{"RateLimit": true} // the budget of the caller, also without a token
	ctx := w.context(nobody)
	roots := map[reflect.Type]any{
		reflect.TypeFor[graph.QueryResolver]():        w.resolver.Query(),
		reflect.TypeFor[graph.MutationResolver]():     w.resolver.Mutation(),
		reflect.TypeFor[graph.SubscriptionResolver](): w.resolver.Subscription(),
	}
	fields := 0
	for of, root := range roots {
		for i := range of.NumMethod() {
			name := of.Method(i).Name
			if open[name] {
				continue
			}
			fields++
			if err := call(ctx, reflect.ValueOf(root).MethodByName(name)); !errors.Is(err, fault.Unauthenticated) {
				t.Errorf("%s.%s, nobody asking: %v", of.Name(), name, err)
			}
		}
	}
	if fields < 18 {
		t.Errorf("only %d fields found", fields)
	}
}

// call calls a resolver with the zero value of each argument.
func call(ctx context.Context, resolver reflect.Value) error {
	in := []reflect.Value{reflect.ValueOf(ctx)}
	for i := 1; i < resolver.Type().NumIn(); i++ {
		in = append(in, reflect.Zero(resolver.Type().In(i)))
	}
	out := resolver.Call(in)
	err, _ := out[len(out)-1].Interface().(error)
	return err
}

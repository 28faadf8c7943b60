package transport_test

import (
	"context"
	"strings"

	"github.com/carpeta-ciudadana/servidor/graph"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
	"github.com/carpeta-ciudadana/servidor/internal/server/transport"
)

// override is a schema in which miCarpeta does what a test wants; the stores
// cannot be brought to fail in every way on demand.
type override struct {
	graph.ResolverRoot
	do func(context.Context) error
	id string // carpetaId of the answer
}

func (o override) Query() graph.QueryResolver { return overrideQuery{do: o.do, id: o.id} }

type overrideQuery struct {
	graph.QueryResolver
	do func(context.Context) error
	id string
}

func (q overrideQuery) MiCarpeta(ctx context.Context) (*carpeta.Carpeta, error) {
	if err := q.do(ctx); err != nil {
		return nil, err
	}
	return &carpeta.Carpeta{CarpetaID: q.id}, nil
}

func miCarpeta(do func(context.Context) error) func(*transport.Config) {
	return func(c *transport.Config) {
		c.Schema = graph.NewExecutableSchema(graph.Config{Resolvers: override{do: do, id: "hecho"}})
	}
}

// holding makes miCarpeta say that it was entered, and wait until it is released.
func holding(entered, release chan struct{}) func(*transport.Config) {
	return miCarpeta(func(context.Context) error {
		entered <- struct{}{}
		<-release
		return nil
	})
}

// largeAnswer answers miCarpeta { carpetaId } with a megabyte.
func largeAnswer(c *transport.Config) {
	c.Schema = graph.NewExecutableSchema(graph.Config{Resolvers: override{
		do: func(context.Context) error { return nil }, id: strings.Repeat("x", 1<<20),
	}})
}

// limits changes one limit.
func withLimits(set func(*limits.Limits)) func(*transport.Config) {
	return func(c *transport.Config) { set(&c.Limits) }
}

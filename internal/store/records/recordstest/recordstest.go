package recordstest

import (
	"context"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/store/records"
	"github.com/carpeta-ciudadana/servidor/internal/store/records/mem"
)

// Engine is an engine that has the tables of Tables, without items.
type Engine struct {
	records.DB
	// Lose has the engine lose the answer of its next write, which is done. Nil: it has no answers to lose.
	Lose func()
	// Purge deletes at most max of the items that have expired; nil: the service does so when it likes.
	Purge func(ctx context.Context, now time.Time, max int) (int, error)
}

// Tables are the tables of the suite: one with a sort key and with indexes of every kind, and one without a sort key.
var (
	Tables = []*records.Table{sorted, unsorted}
	sorted = &records.Table{Name: "Ordenada", Partition: "p", Sort: "s", Expires: "e", Indexes: []records.Index{
		{Name: "porGrupo", Partition: "g", Sort: "o", Carries: []string{"n", "t"}},
		{Name: "soloClaves", Partition: "g"},
		{Name: "porOrden", Partition: "p", Sort: "o", Carries: records.All},
	}}
	unsorted = &records.Table{Name: "Suelta", Partition: "p", Indexes: []records.Index{{Name: "porGrupo", Partition: "g", Sort: "p"}}}
)

// Run runs the suite. Every engine does what package mem does, but for the delay of mem's indexes.
func Run(t *testing.T, e Engine) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) { c.run(t, &world{e, t.Context(), t.Name()}) })
	}
	t.Run("program", func(t *testing.T) { testPrograms(t, e) })
}

// model is the engine with which the others are compared.
func model() records.DB { return mem.New(mem.Config{Lag: mem.Prompt}) }

// lose loses the next answer, if the engine has answers to lose.
func (e Engine) lose() {
	if e.Lose != nil {
		e.Lose()
	}
}

package mem_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/store/records"
	"github.com/carpeta-ciudadana/servidor/internal/store/records/mem"
	"github.com/carpeta-ciudadana/servidor/internal/store/records/recordstest"
)

// TestIndexesLag: a query of an index may see an item as it was a few calls ago, and no longer; the table itself never does.
// The same seed has the same answers.
func TestIndexesLag(t *testing.T) {
	table := recordstest.Tables[0]
	late := 0
	seen := func(seed uint64) (log []int64) {
		d := mem.New(mem.Config{Seed: seed})
		for n := range int64(200) {
			i := table.Keyed(records.Key{Partition: "p", Sort: "s"})
			i["o"], i["n"] = records.Text("o"), records.Number(n)
			put := []records.Part{records.Put(table, i)}
			want := n
			if n%2 == 1 { // it goes, and comes again
				put, want = []records.Part{records.Delete(table, table.KeyOf(i))}, -1
			}
			if err := d.Write(t.Context(), put, nil); err != nil {
				t.Fatal(err)
			}
			for calls := range mem.DefaultLag {
				newest := int64(-1)
				_, err := d.Query(t.Context(), records.Query{Table: table, Index: table.Index("porOrden"), Partition: "p"}, func(s records.Source) (bool, error) {
					i, err := records.ItemOf(s)
					newest = i["n"].Num
					return true, err
				})
				if err != nil || calls == mem.DefaultLag-1 && newest != want {
					t.Fatalf("after %d calls the index has %d, not %d: %v", calls, newest, want, err)
				}
				if log = append(log, newest); newest != want {
					late++
				}
			}
		}
		return log
	}
	one, again, other := seen(1), seen(1), seen(2)
	if !slices.Equal(one, again) || slices.Equal(one, other) {
		t.Error("the answers do not follow from the seed")
	}
	if late < len(one)/10 {
		t.Errorf("%d answers were from the past", late)
	}
}

func TestContract(t *testing.T) {
	d := mem.New(mem.Config{Lag: mem.Prompt})
	recordstest.Run(t, recordstest.Engine{DB: d, Purge: d.PurgeExpired})
}

// TestLostAnswers: the hooks stand before and after a write. What After says is the answer, and the write is done.
func TestLostAnswers(t *testing.T) {
	table, k, lost := recordstest.Tables[1], records.Key{Partition: "p"}, fault.Plain(fault.Unavailable)
	var before, after error
	d := mem.New(mem.Config{
		Before: func(_ context.Context, parts []records.Part) ([]records.Part, error) { return parts, before },
		After:  func(context.Context, []records.Part) error { return after },
	})
	write := func() error {
		return d.Write(t.Context(), []records.Part{records.Update(table, k, records.Change{Add: map[string]int64{"n": 1}})}, nil)
	}
	after = lost
	done := write()
	before, after = lost, nil
	refused := write()
	before = nil
	var i records.Item
	_, err := d.Read(t.Context(), table, k, records.Consistent, records.Into(&i))
	if err != nil || i["n"].Num != 1 || !errors.Is(done, lost) || !errors.Is(refused, lost) {
		t.Errorf("%v, %v: counted %d, error %v", done, refused, i["n"].Num, err)
	}
}

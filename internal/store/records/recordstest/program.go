package recordstest

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/store/records"
)

// testPrograms runs random programs of writes and reads on an engine and on the model: every difference is a failure.
func testPrograms(t *testing.T, e Engine) {
	var run atomic.Int64
	rapid.Check(t, func(r *rapid.T) {
		p := &program{T: r, ctx: t.Context(), engine: e, model: model(), prefix: fmt.Sprintf("%s %d ", t.Name(), run.Add(1))}
		for range rapid.IntRange(5, 30).Draw(r, "steps") {
			rapid.SampledFrom([]func(){p.write, p.write, p.write, p.putMany, p.read, p.readMany, p.query, p.query}).Draw(r, "step")()
		}
	})
}

// program is one program; its keys have a prefix of their own.
type program struct {
	*rapid.T
	ctx    context.Context
	engine Engine
	model  records.DB
	prefix string
}

func pick[V any](p *program, what string, vs ...V) V { return rapid.SampledFrom(vs).Draw(p.T, what) }

func (p *program) chance(what string) bool { return rapid.IntRange(0, 3).Draw(p.T, what) == 0 }

func (p *program) table() *records.Table { return pick(p, "table", sorted, sorted, unsorted) }

func (p *program) key(t *records.Table) records.Key {
	k := records.Key{Partition: p.prefix + pick(p, "partition", "a", "b")}
	if t.Sort != "" {
		k.Sort = pick(p, "sort", "1", "2", "21", "3")
	}
	return k
}

// value is a value that an attribute of this name has.
func (p *program) value(name string) records.Value {
	switch name {
	case "n":
		return records.Number(pick(p, name, -12, 0, 1, 2, 100))
	case "e":
		return records.Number(pick(p, name, int64(1)<<40, 1<<41))
	case "b":
		return records.Truth(pick(p, name, true, false))
	case "g":
		return records.Text(p.prefix + pick(p, name, "g1", "g2"))
	case "o":
		return records.Text(pick(p, name, "k", "k1", "k2", "l"))
	case "y":
		return records.Bytes([]byte(pick(p, name, "\x00\xff", "b", "")))
	case "l":
		return pick(p, name, records.List([]records.Value{}), records.List([]records.Value{records.Text("x"), records.Number(2), records.Map(records.Item{"b": records.Truth(true)})}))
	case "m":
		return pick(p, name, records.Map(records.Item{}), records.Map(records.Item{"n": records.Number(1), "y": records.Bytes([]byte{1})}))
	case "z":
		return records.Value{Kind: records.KindSet, List: []records.Value{records.Text(pick(p, name, "p", "q"))}}
	}
	return records.Text(pick(p, name, "", "a", "ab", "é😀", "2026-01-02T03:04:05.678Z"))
}

var attributes = []string{"n", "t", "u", "b", "g", "o", "y", "l", "m", "z", "e"}

func (p *program) item(t *records.Table, k records.Key) records.Item {
	i := t.Keyed(k)
	for _, name := range attributes {
		if p.chance("without " + name) {
			continue
		}
		i[name] = p.value(name)
	}
	return i
}

// condition is of any operator.
func (p *program) condition(names []string, depth int) records.Cond {
	name := pick(p, "attribute", names...)
	ops := []func() records.Cond{
		func() records.Cond { return records.Exists(name) },
		func() records.Cond { return records.Absent(name) },
		func() records.Cond { return records.Equal(name, p.value(name)) },
		func() records.Cond { return records.Differs(name, p.value(name)) },
		func() records.Cond { return records.In(name, p.value(name), p.value(name)) },
		func() records.Cond { return records.Same(name, pick(p, "seen", records.Value{}, p.value(name))) },
		func() records.Cond { return records.LessThan("n", "e") },
		func() records.Cond { return records.LessThan("t", "u") },
		func() records.Cond {
			return records.HasPrefix(pick(p, "text", "t", "u"), pick(p, "prefix", "a", "é", ""))
		},
	}
	ordered := pick(p, "ordered", "n", "t")
	for _, op := range []func(string, records.Value) records.Cond{records.Less, records.AtMost, records.More, records.AtLeast} {
		ops = append(ops, func() records.Cond { return op(ordered, p.value(pick(p, "kind", "n", "t"))) })
	}
	if depth > 0 {
		more := func() records.Cond { return p.condition(names, depth-1) }
		ops = append(ops,
			func() records.Cond { return records.Not(more()) },
			func() records.Cond { return records.And(more(), more(), records.Cond{}) },
			func() records.Cond { return records.Or(more(), more()) })
	}
	return pick(p, "operator", ops...)()
}

// change changes some attributes, each in one way.
func (p *program) change() (c records.Change) {
	c = records.Change{Set: records.Item{}, Init: records.Item{}, Copy: map[string]string{}, Add: map[string]int64{}, Join: map[string]string{}}
	for _, name := range attributes {
		switch how := rapid.IntRange(0, 8).Draw(p.T, "change of "+name); {
		case how == 0:
			c.Set[name] = p.value(name)
		case how == 1:
			c.Init[name] = p.value(name)
		case how == 2:
			c.Remove = append(c.Remove, name)
		case how == 3 && (name == "t" || name == "m"):
			c.Copy[name] = pick(p, "copied", "u", "l", "b")
		case how == 4 && (name == "n" || name == "e"):
			c.Add[name] = pick(p, "added", int64(-1), 0, 5)
		case how == 4 && name == "z":
			c.Join[name] = pick(p, "joined", "o", "p", "r")
		}
	}
	return c
}

func (p *program) part() (part records.Part) {
	t := p.table()
	k := p.key(t)
	switch pick(p, "action", records.DoCheck, records.DoPut, records.DoUpdate, records.DoUpdate, records.DoDelete) {
	case records.DoPut:
		part = records.Put(t, p.item(t, k))
	case records.DoUpdate:
		part = records.Update(t, k, p.change())
	case records.DoDelete:
		part = records.Delete(t, k)
	default:
		part = records.Check(t, k)
	}
	if !p.chance("always") {
		part = part.When(p.condition(append(slices.Clone(attributes), "p"), 2))
	}
	if p.chance("tells") {
		part = part.Telling()
	}
	return part
}

func (p *program) write() {
	parts := make([]records.Part, pick(p, "parts", 1, 1, 1, 2, 3))
	for n := range parts {
		parts[n] = p.part()
	}
	var here, there records.Item
	after := func(i *records.Item) *records.Item {
		if len(parts) == 1 && parts[0].Do == records.DoUpdate {
			return i
		}
		return nil
	}
	want := p.model.Write(p.ctx, parts, after(&there))
	if p.chance("loses its answer") {
		p.engine.lose()
	}
	got := p.engine.Write(p.ctx, parts, after(&here))
	p.same("code of "+fmt.Sprint(want)+" and "+fmt.Sprint(got), fault.CodeOf(got), fault.CodeOf(want))
	p.same("refusals", records.RefusalsOf(got), records.RefusalsOf(want))
	p.same("item after the update", here, there)
}

func (p *program) putMany() {
	t := p.table()
	var is []records.Item
	for range rapid.IntRange(0, 5).Draw(p.T, "items") {
		i := p.item(t, p.key(t))
		if !slices.ContainsFunc(is, func(j records.Item) bool { return t.KeyOf(i) == t.KeyOf(j) }) {
			is = append(is, i)
		}
	}
	p.same("error of PutMany", p.engine.PutMany(p.ctx, t, is), p.model.PutMany(p.ctx, t, is))
}

func (p *program) read() {
	t := p.table()
	k := p.key(t)
	of := func(db records.DB) (i records.Item) {
		found, err := db.Read(p.ctx, t, k, pick(p, "at", records.Consistent, records.Eventual), records.Into(&i))
		if err != nil || found != (i != nil) {
			p.Fatalf("found %v %v, error %v", found, i, err)
		}
		return i
	}
	p.same("item", of(p.engine), of(p.model))
}

func (p *program) readMany() {
	t := p.table()
	ks := []records.Key{p.key(t), p.key(t), p.key(t), {Partition: p.prefix + "none", Sort: "1"}}
	if t.Sort == "" {
		ks = ks[:3]
	}
	of := func(db records.DB) (is []records.Item) {
		err := db.ReadMany(p.ctx, t, ks, func(s records.Source) error {
			i, err := records.ItemOf(s)
			is = append(is, i)
			return err
		})
		if err != nil {
			p.Fatal(err)
		}
		slices.SortFunc(is, func(a, b records.Item) int { return cmp.Compare(fmt.Sprint(t.KeyOf(a)), fmt.Sprint(t.KeyOf(b))) })
		return is
	}
	p.same("items", of(p.engine), of(p.model))
}

func (p *program) query() {
	t := p.table()
	q := records.Query{Table: t, Descending: p.chance("descending"), Partition: p.key(t).Partition, At: records.Consistent, Limit: pick(p, "limit", 0, 1, 2, 10)}
	sort, bounds, hinted := t.Sort, []string{"", "1", "2", "21", "3", "4"}, []string{"n", "t", "b"}
	if t == unsorted || pick(p, "index", true, false) { // a partition of a table without sort keys is one item
		q.Index = &t.Indexes[rapid.IntRange(0, len(t.Indexes)-1).Draw(p.T, "index")]
		sort, bounds, hinted = q.Index.Sort, []string{"", "a", "k", "k1", "k2", "k3", "l", "m"}, []string{"n", "t"}
		if q.Index.Partition == "g" {
			q.Partition = p.value("g").Text
		}
		if sort == "p" {
			bounds = []string{"", p.prefix, p.prefix + "a", p.prefix + "b"}
		}
	}
	if sort != "" {
		a, b := pick(p, "bound", bounds...), pick(p, "bound", bounds...)
		q.Range = pick(p, "range", records.Range{}, records.Between(a, b), records.From(a), records.Below(b), records.UpTo(b), records.Behind(a), records.WithPrefix(a))
	}
	if p.chance("hint") {
		q.Hint = p.condition(hinted, 1)
	}
	p.same("rows", p.rows(p.engine, q, sort), p.rows(p.model, q, sort))
}

// rows are all rows of a query that meet its hint, call by call. Rows with the same sort key come in an order of the
// engine's own.
func (p *program) rows(db records.DB, q records.Query, sort string) (is []records.Item) {
	for calls := 0; ; calls++ {
		looked := 0
		run, err := db.Query(p.ctx, q, func(s records.Source) (bool, error) {
			i, err := records.ItemOf(s)
			if looked++; q.Hint.Holds(i) {
				is = append(is, i)
			}
			return true, err
		})
		if err != nil || run.Looked < looked || q.Limit > 0 && run.Looked > q.Limit {
			p.Fatalf("%d rows came of %+v, error %v", looked, run, err)
		}
		if q.After = run.Next; q.After == nil {
			break
		}
		if calls > 50 {
			p.Fatalf("a walk without end: %+v after %+v", q, q.After)
		}
	}
	order := func(a, b records.Item) int {
		if q.Descending {
			a, b = b, a
		}
		return cmp.Compare(a[sort].Text, b[sort].Text)
	}
	if !slices.IsSortedFunc(is, order) {
		p.Fatalf("not in order of %s: %v", sort, is)
	}
	slices.SortStableFunc(is, func(a, b records.Item) int {
		return cmp.Or(order(a, b), cmp.Compare(fmt.Sprint(q.Table.KeyOf(a)), fmt.Sprint(q.Table.KeyOf(b))))
	})
	return is
}

func (p *program) same(what string, got, want any) {
	p.Helper()
	if diff := gocmp.Diff(want, got, cmpopts.EquateEmpty(), cmpopts.EquateErrors()); diff != "" {
		p.Fatalf("%s: the model has -, the engine has +\n%s", what, diff)
	}
}

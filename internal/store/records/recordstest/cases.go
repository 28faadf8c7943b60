package recordstest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/store/records"
)

var cases = []struct {
	name string
	run  func(*testing.T, *world)
}{
	{"lost answer", lostAnswer},
	{"told", told},
	{"copy", copied},
	{"refused", refused},
	{"allowed", allowed},
	{"impossible keys", impossibleKeys},
	{"many keys", manyKeys},
	{"page of 1 MB", pageOfOneMB},
	{"enough", enough},
	{"expired", expired},
	{"at once", atOnce},
	{"ended", ended},
}

// world is an engine, and what the names of one case begin with: the cases share its tables.
type world struct {
	Engine
	ctx    context.Context
	prefix string
}

// one is the key of an item of the table without sort keys; at is one of the other table.
func (w *world) one(name string) records.Key { return records.Key{Partition: w.prefix + "/" + name} }

func (w *world) at(name, sort string) records.Key {
	return records.Key{Partition: w.prefix + "/" + name, Sort: sort}
}

func (w *world) write(parts ...records.Part) error { return w.Write(w.ctx, parts, nil) }

func (w *world) read(t *testing.T, table *records.Table, k records.Key) (i records.Item) {
	t.Helper()
	_, err := w.Read(w.ctx, table, k, records.Consistent, records.Into(&i))
	require(t, err)
	return i
}

func require(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func requireCode(t testing.TB, what string, err error, want fault.Code) {
	t.Helper()
	if got := fault.CodeOf(err); got != want {
		t.Errorf("%s: %q (%v), want %q", what, got, err, want)
	}
}

func add(n int64) records.Change { return records.Change{Add: map[string]int64{"n": n}} }

func set(name, text string) records.Change {
	return records.Change{Set: records.Item{name: records.Text(text)}}
}

// lostAnswer: a write whose answer was lost is made once, and is told as what it was.
func lostAnswer(t *testing.T, w *world) {
	k, gone := w.one("a"), w.one("gone")
	put := records.Put(unsorted, records.Item{"p": records.Text(k.Partition)})
	for _, c := range []struct {
		what  string
		parts []records.Part
	}{
		{"put if absent", []records.Part{put.When(records.Absent("p"))}},
		{"add", []records.Part{records.Update(unsorted, k, add(1))}},
		{"add with a condition", []records.Part{records.Update(unsorted, k, add(1)).When(records.Equal("n", records.Number(1)))}},
		{"add with a condition that holds again", []records.Part{records.Update(unsorted, k, add(1)).When(records.Exists("n"))}},
		{"copy what changes", []records.Part{records.Update(unsorted, k, records.Change{Copy: map[string]string{"before": "n"}, Add: map[string]int64{"n": 1}})}},
		{"several", []records.Part{records.Update(unsorted, k, add(1)), records.Put(unsorted, unsorted.Keyed(gone)).When(records.Absent("p"))}},
		{"delete if there", []records.Part{records.Delete(unsorted, gone).When(records.Exists("p"))}},
	} {
		w.lose()
		if err := w.Write(w.ctx, c.parts, nil); err != nil {
			t.Errorf("%s: %v", c.what, err)
		}
	}
	var after records.Item
	w.lose()
	require(t, w.Write(w.ctx, []records.Part{records.Update(unsorted, k, add(1))}, &after))
	if i := w.read(t, unsorted, k); i["n"].Num != 6 || i["before"].Num != 3 || after["n"].Num != 6 {
		t.Errorf("counted %d, before %d, told %d; want 6, 3, 6", i["n"].Num, i["before"].Num, after["n"].Num)
	}
}

// told: a refusal brings the item of a part that tells, and of no other.
func told(t *testing.T, w *world) {
	k, other := w.one("a"), w.one("b")
	require(t, w.write(records.Put(unsorted, records.Item{"p": records.Text(k.Partition), "t": records.Text("x")})))
	never := records.Equal("t", records.Text("y"))
	for _, part := range []records.Part{records.Put(unsorted, unsorted.Keyed(k)), records.Update(unsorted, k, set("t", "z")), records.Delete(unsorted, k), records.Check(unsorted, k)} {
		for _, tell := range []bool{false, true} {
			for _, parts := range [][]records.Part{{part}, {part, records.Put(unsorted, unsorted.Keyed(other))}} {
				parts[0] = part.When(never)
				parts[0].Tell = tell
				err := w.write(parts...)
				rs := records.RefusalsOf(err)
				requireCode(t, "a condition that does not hold", err, fault.Conflict)
				if len(rs) != len(parts) || !rs.Of(0) || rs.Of(1) || (rs[0].Item != nil) != tell || tell && len(rs[0].Item) != 2 {
					t.Errorf("action %d of %d, tells %v: %+v", part.Do, len(parts), tell, rs)
				}
			}
		}
	}
	rs := records.RefusalsOf(w.write(records.Delete(unsorted, other).When(records.Exists("p")).Telling()))
	if !rs.Of(0) || rs[0].Item != nil {
		t.Errorf("of an item that is not there: %+v", rs)
	}
}

// copied: an update that copies what is not there is refused, as if it had the condition that it is.
func copied(t *testing.T, w *world) {
	k := w.one("a")
	part := records.Update(unsorted, k, records.Change{Copy: map[string]string{"u": "t"}})
	requireCode(t, "copy of an absent attribute", w.write(part), fault.Conflict)
	requireCode(t, "among others", w.write(part, records.Put(unsorted, unsorted.Keyed(w.one("b")))), fault.Conflict)
	if len(w.read(t, unsorted, k)) > 0 || len(w.read(t, unsorted, w.one("b"))) > 0 {
		t.Error("something was written")
	}
}

// refused: no engine takes what DynamoDB does not take, and nothing of it is written.
func refused(t *testing.T, w *world) {
	const kb = 1 << 10
	text := func(n int) records.Value { return records.Text(strings.Repeat("x", n)) }
	put := func(p, s string, more ...records.Item) records.Part {
		i := records.Item{"p": records.Text(p), "s": records.Text(s)}
		for _, m := range more {
			for name, v := range m {
				i[name] = v
			}
		}
		return records.Put(sorted, i)
	}
	many := func(n int, more records.Item) (parts []records.Part) {
		for i := range n {
			parts = append(parts, put(w.prefix, fmt.Sprint("m", i), more))
		}
		return parts
	}
	k, ok := w.at("a", "1"), put(w.prefix+"/a", "2")
	change := func(c records.Change) records.Part { return records.Update(sorted, k, c) }
	require(t, w.write(put(k.Partition, k.Sort, records.Item{"t": text(200 * kb)})))
	for what, parts := range map[string][]records.Part{
		"no part":                     {},
		"101 parts":                   many(101, nil),
		"more than 4 MB":              many(11, records.Item{"t": text(390 * kb)}),
		"an item twice":               {ok, records.Check(sorted, ok.Key).When(records.Absent("p"))},
		"empty partition":             {put("", "1")},
		"empty sort key":              {put(w.prefix, "")},
		"a sort key too many":         {records.Delete(unsorted, k)},
		"zero byte in the partition":  {put(w.prefix+"\x00", "1")},
		"zero byte in the sort key":   {records.Delete(sorted, records.Key{Partition: w.prefix, Sort: "\x00"})},
		"zero byte in an index":       {put(w.prefix, "1", records.Item{"g": records.Text("a\x00")})},
		"empty key of an index":       {change(set("o", ""))},
		"a number as key of an index": {put(w.prefix, "1", records.Item{"o": records.Number(1)})},
		"partition of 2 KB and 1":     {put(strings.Repeat("p", 2*kb+1), "1")},
		"sort key of 1 KB and 1":      {put(w.prefix, strings.Repeat("s", kb+1))},
		"index: 2 KB and 1":           {change(records.Change{Init: records.Item{"g": text(2*kb + 1)}})},
		"index: sort of 1 KB and 1":   {put(w.prefix, "1", records.Item{"o": text(kb + 1)})},
		"400 KB and 1":                {put(w.prefix, "1", records.Item{"t": text(400*kb + 1 - len(w.prefix) - 4)})},
		"grows beyond 400 KB":         {change(records.Change{Set: records.Item{"u": text(200 * kb)}})},
		"of several, one grows":       {ok, change(records.Change{Set: records.Item{"u": text(200 * kb)}})},
		"a key is changed":            {change(set("s", "2"))},
		"add to a text":               {change(records.Change{Add: map[string]int64{"t": 1}})},
		"join a text":                 {change(records.Change{Join: map[string]string{"t": "x"}})},
		"two changes of one":          {change(records.Change{Add: map[string]int64{"n": 1}, Remove: []string{"n"}})},
		"no change":                   {change(records.Change{})},
		"check of nothing":            {ok, records.Check(sorted, k)},
		"one of none":                 {ok.When(records.In("t"))},
		"truth in an order":           {ok.When(records.Less("b", records.Truth(true)))},
		"an empty set":                {put(w.prefix, "1", records.Item{"z": {Kind: records.KindSet}})},
		"no value":                    {put(w.prefix, "1", records.Item{"t": {}})},
		"not UTF-8":                   {put(w.prefix, "1", records.Item{"t": records.Text("\xff")})},
	} {
		requireCode(t, what, w.Write(w.ctx, parts, nil), fault.Internal)
		if len(parts) == 1 && parts[0].Do == records.DoPut && parts[0].If.Op == records.OpNone {
			requireCode(t, what+" by PutMany", w.PutMany(w.ctx, parts[0].Table, []records.Item{parts[0].Item}), fault.Internal)
		}
	}
	requireCode(t, "an item twice by PutMany", w.PutMany(w.ctx, sorted, []records.Item{ok.Item, ok.Item}), fault.Internal)
	var after records.Item
	requireCode(t, "the item after two parts", w.Write(w.ctx, []records.Part{put(w.prefix, "3"), put(w.prefix, "4")}, &after), fault.Internal)
	for what, q := range map[string]records.Query{
		"hint on a key":      {Partition: w.prefix, Hint: records.Equal("s", records.Text("1"))},
		"behind the range":   {Partition: w.prefix, Range: records.Below("3"), After: &records.Place{Key: records.Key{Partition: w.prefix, Sort: "4"}}},
		"range without sort": {Partition: w.prefix, Index: sorted.Index("soloClaves"), Range: records.From("a")},
	} {
		q.Table = sorted
		_, err := w.Query(w.ctx, q, func(records.Source) (bool, error) { return true, nil })
		requireCode(t, what, err, fault.Internal)
	}
	for partition, want := range map[string]int{w.prefix: 0, k.Partition: 1} {
		if n := w.count(t, records.Query{Table: sorted, Partition: partition}); n != want {
			t.Errorf("%s has %d items, want %d", partition, n, want)
		}
	}
}

func (w *world) count(t *testing.T, q records.Query) (n int) {
	t.Helper()
	_, err := w.Query(w.ctx, q, func(records.Source) (bool, error) { n++; return true, nil })
	require(t, err)
	return n
}

// allowed: every engine takes what DynamoDB just takes.
func allowed(t *testing.T, w *world) {
	partition, sort := w.prefix+"/"+strings.Repeat("p", 2047-len(w.prefix)), strings.Repeat("s", 1024)
	largest := records.Item{"p": records.Text(partition), "s": records.Text(sort), "g": records.Text(partition), "o": records.Text(sort), "n": records.Number(1)}
	largest["t"] = records.Text(strings.Repeat("x", 400<<10-records.Size(largest)-1))
	require(t, w.write(records.Put(sorted, largest)))
	if i := w.read(t, sorted, sorted.KeyOf(largest)); records.Size(i) != 400<<10 {
		t.Errorf("it has %d bytes", records.Size(i))
	}
	if n := w.count(t, records.Query{Table: sorted, Index: sorted.Index("porGrupo"), Partition: partition, Range: records.From(sort)}); n != 1 {
		t.Errorf("%d rows", n)
	}
	var parts []records.Part
	for n := range 100 {
		parts = append(parts, records.Put(sorted, sorted.Keyed(w.at("hundred", fmt.Sprint(n)))))
	}
	require(t, w.write(parts...))
}

// impossibleKeys: under a key that no item can have, a read finds nothing.
func impossibleKeys(t *testing.T, w *world) {
	require(t, w.write(records.Put(sorted, sorted.Keyed(w.at("a", "1")))))
	for _, k := range []records.Key{
		{}, w.at("a", ""), {Sort: "1"}, w.at("a\x00", "1"), w.at("a", "1\x00"), w.at("a\xff", "1"), w.at(strings.Repeat("x", 2049), "1"), w.at("a", strings.Repeat("x", 1025)),
	} {
		if found, err := w.Read(w.ctx, sorted, k, records.Consistent, records.Into(new(records.Item))); found || err != nil {
			t.Errorf("%.20q: found %v, error %v", k, found, err)
		}
		require(t, w.ReadMany(w.ctx, sorted, []records.Key{k}, func(records.Source) error { return errors.New("found") }))
		if k.Partition != w.at("a", "").Partition {
			for _, x := range []*records.Index{nil, sorted.Index("porGrupo")} {
				if n := w.count(t, records.Query{Table: sorted, Index: x, Partition: k.Partition}); n > 0 {
					t.Errorf("%.20q: %d rows", k, n)
				}
			}
		}
	}
	for _, r := range []records.Range{records.From("1\x00"), records.Below("1"), records.Between("2", "1")} {
		if n := w.count(t, records.Query{Table: sorted, Partition: w.at("a", "").Partition, Range: r}); n > 0 {
			t.Errorf("%+v: %d rows", r, n)
		}
	}
	for _, r := range []records.Range{records.UpTo("1\x00"), records.Between("0\x00", "1\x00x"), records.Behind("0\x00")} {
		for _, descending := range []bool{false, true} {
			if n := w.count(t, records.Query{Table: sorted, Partition: w.at("a", "").Partition, Range: r, Descending: descending}); n != 1 {
				t.Errorf("%+v: %d rows", r, n)
			}
		}
	}
}

// manyKeys: an answer of DynamoDB has 16 MB at most, to a question with 100 keys.
func manyKeys(t *testing.T, w *world) {
	const n = 110
	var is []records.Item
	var ks []records.Key
	for k := range n {
		i := sorted.Keyed(w.at("a", fmt.Sprint(k)))
		i["t"] = records.Text(strings.Repeat("x", 160<<10))
		is, ks = append(is, i), append(ks, sorted.KeyOf(i), w.at("a", fmt.Sprint("none", k)))
	}
	require(t, w.PutMany(w.ctx, sorted, is))
	found := map[records.Key]int{}
	require(t, w.ReadMany(w.ctx, sorted, append(ks, ks...), func(s records.Source) error {
		i, err := records.ItemOf(s)
		found[sorted.KeyOf(i)]++
		return err
	}))
	if len(found) != n {
		t.Errorf("%d items", len(found))
	}
	for k, times := range found {
		if times > 1 {
			t.Errorf("%v came %d times", k, times)
		}
	}
}

// pageOfOneMB: a call reads 1 MB at most, and tells where to go on.
func pageOfOneMB(t *testing.T, w *world) {
	for n := range 5 {
		i := sorted.Keyed(w.at("a", fmt.Sprint(n)))
		i["o"], i["t"] = records.Text(fmt.Sprint(n)), records.Text(strings.Repeat("x", 300<<10))
		require(t, w.write(records.Put(sorted, i)))
	}
	for _, x := range []*records.Index{nil, sorted.Index("porOrden")} {
		calls, rows, q := 0, 0, records.Query{Table: sorted, Index: x, Partition: w.at("a", "").Partition}
		for more := true; more; calls++ {
			run, err := w.Query(w.ctx, q, func(records.Source) (bool, error) { rows++; return true, nil })
			require(t, err)
			q.After, more = run.Next, run.Next != nil
		}
		if rows != 5 || calls != 2 {
			t.Errorf("%d rows in %d calls", rows, calls)
		}
	}
}

// enough: a row that is enough ends the walk, which has no place then.
func enough(t *testing.T, w *world) {
	for n := range 3 {
		require(t, w.write(records.Put(sorted, sorted.Keyed(w.at("a", fmt.Sprint(n))))))
	}
	rows, broken := 0, errors.New("broken")
	run, err := w.Query(w.ctx, records.Query{Table: sorted, Partition: w.at("a", "").Partition, Limit: 2}, func(records.Source) (bool, error) { rows++; return false, nil })
	if rows != 1 || run.Next != nil || err != nil {
		t.Errorf("%d rows, %+v, error %v", rows, run, err)
	}
	if _, err := w.Query(w.ctx, records.Query{Table: sorted, Partition: w.at("a", "").Partition}, func(records.Source) (bool, error) { return true, broken }); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
}

// expired: what has expired goes, from indexes too; until then it can be read.
func expired(t *testing.T, w *world) {
	now := time.Unix(1<<30, 0)
	for n := range 3 {
		i := sorted.Keyed(w.at("a", fmt.Sprint(n)))
		i["e"], i["o"] = records.Second(now.Add(time.Duration(n)*time.Second)), records.Text("x")
		require(t, w.write(records.Put(sorted, i)))
	}
	if w.Purge == nil {
		return
	}
	for want, max := range map[int]int{0: 0, 1: 1} {
		if n, err := w.Purge(w.ctx, now, max); n != want || err != nil {
			t.Errorf("%d of %d went, error %v", n, max, err)
		}
	}
	if n, err := w.Purge(w.ctx, now, 10); n != 0 || err != nil {
		t.Errorf("%d too many went, error %v", n, err)
	}
	for _, x := range []*records.Index{nil, sorted.Index("porOrden")} {
		if n := w.count(t, records.Query{Table: sorted, Index: x, Partition: w.at("a", "").Partition}); n != 2 {
			t.Errorf("%d items are left", n)
		}
	}
}

// atOnce: writes at once are made one after the other.
func atOnce(t *testing.T, w *world) {
	k, same := w.one("a"), w.one("b")
	var wg sync.WaitGroup
	won := make(chan bool, 8)
	for n := range cap(won) {
		wg.Go(func() {
			if err := w.write(records.Update(unsorted, k, add(1)), records.Check(unsorted, w.one("none")).When(records.Absent("p"))); err != nil {
				t.Error(err)
			}
			err := w.write(records.Put(unsorted, records.Item{"p": records.Text(same.Partition), "n": records.Number(n)}).When(records.Absent("p")))
			won <- err == nil
		})
	}
	wg.Wait()
	close(won)
	winners := 0
	for yes := range won {
		if yes {
			winners++
		}
	}
	if i := w.read(t, unsorted, k); i["n"].Num != 8 || winners != 1 {
		t.Errorf("counted %d, %d winners", i["n"].Num, winners)
	}
}

// ended: a call whose context has ended is UNAVAILABLE.
func ended(t *testing.T, w *world) {
	ctx, cancel := context.WithCancel(w.ctx)
	cancel()
	k := w.one("a")
	_, read := w.Read(ctx, unsorted, k, records.Consistent, records.Into(new(records.Item)))
	_, query := w.Query(ctx, records.Query{Table: unsorted, Partition: k.Partition}, func(records.Source) (bool, error) { return true, nil })
	for what, err := range map[string]error{
		"Read": read, "Query": query, "Write": w.Write(ctx, []records.Part{records.Delete(unsorted, k)}, nil),
		"PutMany":  w.PutMany(ctx, unsorted, []records.Item{unsorted.Keyed(k)}),
		"ReadMany": w.ReadMany(ctx, unsorted, []records.Key{k}, func(records.Source) error { return nil }),
	} {
		requireCode(t, what, err, fault.Unavailable)
	}
}

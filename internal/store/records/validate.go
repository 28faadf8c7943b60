package records

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// The limits of DynamoDB, which every engine has.
const (
	MaxParts     = 100       // of a write
	MaxPartition = 2 << 10   // bytes of a partition key
	MaxSort      = 1 << 10   // bytes of a sort key
	MaxItem      = 400 << 10 // bytes of an item, by Size
	MaxWrite     = 4 << 20   // bytes that the parts of a write bring along
	MaxRead      = 1 << 20   // bytes of the items that one call of a query looks at
	maxIn        = 100       // values of In
)

// Validate refuses a write that DynamoDB, or another engine, does not take: the error is INTERNAL. after is that of DB.Write.
func Validate(parts []Part, after *Item) error {
	type place struct {
		table string
		key   Key
	}
	seen, size := make(map[place]bool, len(parts)), 0
	for n := range parts {
		p := &parts[n]
		at := place{p.Table.Name, p.Key}
		if seen[at] {
			return mistake("two parts write the item %q of %s", p.Key, p.Table.Name)
		}
		seen[at] = true
		bytes, err := p.validate()
		if err != nil {
			return err
		}
		size += bytes
	}
	switch {
	case len(parts) == 0 || len(parts) > MaxParts:
		return mistake("%d parts, not 1 to %d", len(parts), MaxParts)
	case size > MaxWrite:
		return mistake("%d bytes, more than %d", size, MaxWrite)
	case after != nil && (len(parts) > 1 || parts[0].Do != DoUpdate):
		return mistake("the item after what is no single update")
	}
	return nil
}

// ValidateItems is Validate for DB.PutMany.
func ValidateItems(t *Table, is []Item) error {
	seen := make(map[Key]bool, len(is))
	for _, i := range is {
		p := Put(t, i)
		if seen[p.Key] {
			return mistake("two items have the key %q of %s", p.Key, t.Name)
		}
		seen[p.Key] = true
		if _, err := p.validate(); err != nil {
			return err
		}
	}
	return nil
}

func mistake(format string, args ...any) error {
	return fault.Wrap(fault.Internal, fmt.Errorf("%w: "+format, append([]any{errMistake}, args...)...))
}

func (p *Part) validate() (size int, err error) {
	if !p.Table.CanHave(p.Key) {
		return 0, mistake("%s has no item with the key %.80q", p.Table.Name, p.Key)
	}
	switch {
	case p.Do == DoCheck && p.If.Op == OpNone:
		err = mistake("a check of nothing")
	case p.Do == DoPut:
		if size = Size(p.Item); size > MaxItem {
			return 0, mistake("an item of %s with %d bytes, more than %d", p.Table.Name, size, MaxItem)
		}
		err = p.Table.validate(p.Item)
	case p.Do == DoUpdate:
		size = Size(p.Set.Set) + Size(p.Set.Init)
		err = p.Table.validateChange(p.Set)
	}
	if err == nil {
		err = p.If.validate()
	}
	return size, err
}

// CanHave reports whether an item of the table can have a key. Users name keys: an engine does not look for others.
func (t *Table) CanHave(k Key) bool {
	return canBe(k.Partition, MaxPartition) && (t.Sort == "" && k.Sort == "" || t.Sort != "" && canBe(k.Sort, MaxSort))
}

// canBe reports whether a text can be a key. The zero byte separates keys in boltdb.
func canBe(key string, max int) bool {
	return key != "" && len(key) <= max && strings.IndexByte(key, 0) < 0 && utf8.ValidString(key)
}

// validate refuses values that cannot be stored, and keys of indexes that cannot be keys.
func (t *Table) validate(i Item) error {
	for name, v := range i {
		if !v.storable() {
			return mistake("the value of %s", name)
		}
	}
	for n := range t.Indexes {
		x := &t.Indexes[n]
		if !canIndex(i, x.Partition, MaxPartition) || !canIndex(i, x.Sort, MaxSort) {
			return mistake("a key of the index %s: %.80q, %.80q", x.Name, i[x.Partition].Text, i[x.Sort].Text)
		}
	}
	return nil
}

func canIndex(i Item, name string, max int) bool {
	v, there := i[name]
	return !there || v.Kind == KindText && canBe(v.Text, max)
}

// storable reports whether a value is one that can be kept.
func (v Value) storable() bool {
	switch v.Kind {
	case KindText:
		return utf8.ValidString(v.Text)
	case KindNumber, KindTruth, KindBytes:
		return true
	case KindMap:
		for _, inner := range v.Map {
			if !inner.storable() {
				return false
			}
		}
		return true
	case KindList:
		return !slices.ContainsFunc(v.List, func(e Value) bool { return !e.storable() })
	case KindSet:
		return len(v.List) > 0 && slices.IsSortedFunc(v.List, Value.compare) && !slices.ContainsFunc(v.List, func(e Value) bool { return e.Kind != KindText || !e.storable() })
	}
	return false
}

func (t *Table) validateChange(c Change) error {
	n := len(c.Set) + len(c.Init) + len(c.Remove) + len(c.Copy) + len(c.Add) + len(c.Join)
	names := append(make([]string, 0, n), c.Remove...)
	names = slices.AppendSeq(slices.AppendSeq(names, maps.Keys(c.Set)), maps.Keys(c.Init))
	given := len(names)
	names = slices.AppendSeq(slices.AppendSeq(slices.AppendSeq(names, maps.Keys(c.Copy)), maps.Keys(c.Add)), maps.Keys(c.Join))
	for _, name := range names[given:] {
		if slices.ContainsFunc(t.Indexes, func(x Index) bool { return name == x.Partition || name == x.Sort }) {
			return mistake("%s is a key of an index, which is given or removed", name)
		}
	}
	for _, text := range c.Join {
		if !utf8.ValidString(text) {
			return mistake("a text that joins a set")
		}
	}
	switch slices.Sort(names); {
	case n == 0 || len(slices.Compact(names)) < n:
		return mistake("an update of %s changes nothing, or an attribute twice: %q", t.Name, names)
	case slices.Contains(names, t.Partition) || t.Sort != "" && slices.Contains(names, t.Sort):
		return mistake("an update of a key of %s", t.Name)
	}
	for _, i := range []Item{c.Set, c.Init} {
		if err := t.validate(i); err != nil {
			return err
		}
	}
	return nil
}

func (c Cond) validate() error {
	for _, inner := range c.Of {
		if err := inner.validate(); err != nil {
			return err
		}
	}
	for _, v := range c.To {
		ordered := v.Kind == KindText || v.Kind == KindNumber || v.Kind == KindBytes
		if !v.storable() || !ordered && OpLess <= c.Op && c.Op <= OpAtLeast {
			return mistake("the value that %s is compared with", c.Attr)
		}
	}
	if c.Op == OpIn && (len(c.To) == 0 || len(c.To) > maxIn) {
		return mistake("%s in %d values, not 1 to %d", c.Attr, len(c.To), maxIn)
	}
	return nil
}

// Keys are the attributes with the keys of the walk; sort is empty if it has none.
func (q *Query) Keys() (partition, sort string) {
	if q.Index != nil {
		return q.Index.Partition, q.Index.Sort
	}
	return q.Table.Partition, q.Table.Sort
}

// Validate refuses a query that DynamoDB does not take: the error is INTERNAL. none: no item can be found.
func (q *Query) Validate() (none bool, err error) {
	partition, sort := q.Keys()
	if err := q.Hint.validate(); err != nil {
		return false, err
	}
	switch r := q.Range; {
	case sort == "" && q.Range.Op != OpNone:
		return false, mistake("a range of %s, which has no sort key there", q.Table.Name)
	case q.Hint.reads(partition) || sort != "" && q.Hint.reads(sort):
		return false, mistake("a hint on a key of %s", q.Table.Name)
	case !q.Hint.isScalar():
		return false, mistake("a hint of %s with a value that is no text, number or truth", q.Table.Name)
	case !canBe(q.Partition, MaxPartition), r.Op == OpBetween && r.B != "" && r.A > r.B:
		return true, nil
	case q.After == nil:
		return false, nil
	case !q.Table.CanHave(q.After.Key) || q.Index != nil && sort != "" && !canBe(q.After.Sort, MaxSort):
		return true, nil
	}
	at := q.After.Sort
	if q.Index == nil {
		at = q.After.Key.Sort
	}
	if sort != "" && !q.Range.Has(at) {
		return false, mistake("a walk of %s that goes on at %.80q, outside of its range", q.Table.Name, at)
	}
	return false, nil
}

func (c Cond) isScalar() bool {
	return !slices.ContainsFunc(c.To, func(v Value) bool { return v.Kind > KindTruth }) && !slices.ContainsFunc(c.Of, func(inner Cond) bool { return !inner.isScalar() })
}

// reads reports whether a condition is about an attribute.
func (c Cond) reads(attr string) bool {
	return c.Attr == attr || c.With == attr || slices.ContainsFunc(c.Of, func(inner Cond) bool { return inner.reads(attr) })
}

// Size is how many bytes an item has, as DynamoDB counts: those of names and values, and some for each part of a list or map.
func Size(i Item) (n int) {
	for name, v := range i {
		n += len(name) + v.size()
	}
	return n
}

func (v Value) size() (n int) {
	switch v.Kind {
	case KindNumber:
		return len(strconv.FormatInt(v.Num, 10))/2 + 2
	case KindTruth:
		return 1
	case KindSet, KindList, KindMap:
		if v.Kind != KindSet {
			n = 3 + len(v.List) + len(v.Map)
		}
		for _, e := range v.List {
			n += e.size()
		}
		return n + Size(v.Map)
	}
	return len(v.Text)
}

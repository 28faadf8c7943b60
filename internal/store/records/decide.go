package records

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Condition is the whole condition of a part: what it copies has to be there.
func (p Part) Condition() Cond {
	c := p.If
	for _, from := range p.Set.Copy {
		c = And(c, Exists(from))
	}
	return c
}

// Decide is the heart of an engine that keeps items itself. before reads the item of part n as it is, nil if there is none.
// Decide gives the items as they are after the write, nil for one that is gone; or the error that the write has.
func Decide(parts []Part, before func(n int) (Item, error)) (befores, afters []Item, err error) {
	both := make([]Item, 2*len(parts))
	befores, afters = both[:len(parts):len(parts)], both[len(parts):]
	var refused *Refused
	for n, p := range parts {
		if befores[n], err = before(n); err != nil {
			return nil, nil, err
		}
		if p.Condition().Holds(befores[n]) {
			continue
		}
		if refused == nil {
			refused = &Refused{Parts: make([]Refusal, len(parts))}
		}
		refused.Parts[n].Failed = true
		if p.Tell {
			refused.Parts[n].Item = befores[n]
		}
	}
	if refused != nil {
		return nil, nil, fault.Wrap(fault.Conflict, refused)
	}
	for n, p := range parts {
		switch p.Do {
		case DoCheck:
			afters[n] = befores[n]
		case DoPut:
			afters[n] = p.Item
		case DoUpdate:
			if afters[n], err = p.Set.apply(befores[n], p.Table.Keyed(p.Key)); err == nil && Size(afters[n]) > MaxItem {
				err = fmt.Errorf("%w: with it the item has more than %d bytes", errMistake, MaxItem)
			}
			if err != nil {
				return nil, nil, fault.Wrap(fault.Internal, err)
			}
		}
	}
	return befores, afters, nil
}

var errMistake = errors.New("records: a write that no engine takes")

// apply is the item after a change. It leaves the one before alone.
func (c Change) apply(before, key Item) (Item, error) {
	after := make(Item, len(before)+len(c.Set)+len(c.Init)+len(c.Copy)+len(key))
	for _, part := range []Item{c.Init, before, c.Set, key} {
		for name, v := range part {
			after[name] = v
		}
	}
	for to, from := range c.Copy {
		after[to] = before[from]
	}
	for name, n := range c.Add {
		v := before[name]
		if v.Kind != KindNumber && v.Kind != KindNone {
			return nil, fmt.Errorf("%w: %s is no number to add to", errMistake, name)
		}
		after[name] = Number(v.Num + n)
	}
	for name, text := range c.Join {
		v := before[name]
		if v.Kind != KindSet && v.Kind != KindNone {
			return nil, fmt.Errorf("%w: %s is no set to join", errMistake, name)
		}
		set := slices.Clone(v.List)
		if at, found := slices.BinarySearchFunc(set, text, func(v Value, t string) int { return strings.Compare(v.Text, t) }); !found {
			set = slices.Insert(set, at, Text(text))
		}
		after[name] = Value{Kind: KindSet, List: set}
	}
	for _, name := range c.Remove {
		delete(after, name)
	}
	return after, nil
}

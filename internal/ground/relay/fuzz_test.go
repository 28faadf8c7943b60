package relay_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// Whatever comes as a cursor: no panic, a code, no echo, and nothing opens that
// was not signed here, byte for byte.
func FuzzCursorOpen(f *testing.F) {
	c := codec(f, keyA, keyB)
	f.Add(c.Signer(scope, now, 7).Sign("k#1"))
	f.Fuzz(func(t *testing.T, token string) {
		p, err := c.Open(token, scope, now)
		if err == nil && c.Signer(scope, now, p.Version).Sign(p.Key) != token {
			t.Fatalf("opened a token that was never signed: %q", token)
		}
		codes := []fault.Code{"", fault.InvalidCursorToken, fault.ExpiredCursorToken}
		if !slices.Contains(codes, fault.CodeOf(err)) {
			t.Fatalf("%q: %v", token, err)
		}
		if err != nil && len(token) > 16 && strings.Contains(err.Error(), token) {
			t.Fatalf("the error repeats the token: %v", err)
		}
	})
}

// Any key, version and scope survives the journey, and opens nowhere else.
func FuzzCursorSign(f *testing.F) {
	c := codec(f, keyA)
	f.Add("20260504T030201.000Z#018f3c5a-0000-7000-8000-000000000000", int64(7), "sub", "carpeta")
	f.Fuzz(func(t *testing.T, key string, version int64, one, other string) {
		token := c.Signer(relay.Scope{one, other}, now, version).Sign(key)
		p, err := c.Open(token, relay.Scope{one, other}, now)
		if len(token) <= relay.MaxCursor && (err != nil || p != relay.Position{Key: key, Version: version}) {
			t.Fatalf("%q %d came back as %+v, %v", key, version, p, err)
		}
		if len(token) > relay.MaxCursor && err == nil {
			t.Fatalf("%d bytes were opened", len(token))
		}
		foreign := relay.Scope{one + "x", other}
		if other != "" {
			foreign = relay.Scope{one + other[:1], other[1:]} // the same bytes, parted elsewhere
		}
		if _, err := c.Open(token, foreign, now); fault.CodeOf(err) != fault.InvalidCursorToken {
			t.Fatalf("opened under %q: %v", foreign, err)
		}
	})
}

// An id has one spelling, and a type and at least one key.
func FuzzGlobalID(f *testing.F) {
	f.Add(relay.GlobalID{Type: "Carpeta", Keys: []string{"x"}}.String())
	f.Fuzz(func(t *testing.T, id string) {
		g, err := relay.ParseGlobalID(id)
		if err != nil {
			return
		}
		if g.String() != id {
			t.Fatalf("%q and %q are the same id", id, g.String())
		}
		if g.Type == "" {
			t.Fatalf("%q has no type", id)
		}
		if len(g.Keys) == 0 {
			t.Fatalf("%q has no keys", id)
		}
		if len(id) > relay.MaxGlobalID {
			t.Fatalf("%d bytes were read: %q", len(id), id)
		}
	})
}

// Page arguments either ask for 1 to 100 rows in one direction, or are refused
// with a code.
func FuzzArgs(f *testing.F) {
	f.Add(true, int32(20), true, "v1.a.b.c", false, int32(0), false, "")
	f.Fuzz(func(t *testing.T, hasFirst bool, first int32, hasAfter bool, after string, hasLast bool, last int32, hasBefore bool, before string) {
		a := relay.Args{First: given(hasFirst, first), After: given(hasAfter, after), Last: given(hasLast, last), Before: given(hasBefore, before)}
		p, err := a.Page(relay.Sizes{})
		if err != nil {
			codes := []fault.Code{fault.InvalidPaginationArguments, fault.PageSizeTooLarge, fault.InvalidCursorToken}
			if !slices.Contains(codes, fault.CodeOf(err)) || p != (relay.Page{}) {
				t.Fatalf("%+v, %v", p, err)
			}
			return
		}
		want := relay.Page{Limit: relay.DefaultPage, Backward: hasLast}
		switch {
		case hasFirst:
			want.Limit = int(first)
		case hasLast:
			want.Limit = int(last)
		}
		if want.Cursor = after; hasLast {
			want.Cursor = before
		}
		if !hasAfter && !hasBefore {
			want.Cursor = ""
		}
		if diff := cmp.Diff(want, p); diff != "" {
			t.Fatalf("%+v (-want +got):\n%s", a, diff)
		}
		if p.Limit < 1 || p.Limit > relay.MaxPage {
			t.Fatalf("%+v asks for %d rows", a, p.Limit)
		}
	})
}

func given[T any](is bool, v T) *T {
	if !is {
		return nil
	}
	return &v
}

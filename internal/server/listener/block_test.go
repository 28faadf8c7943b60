package listener_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/http2/hpack"

	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
)

// TestFieldsAreCounted: as a decoder counts them, however a block is cut in pieces.
func TestFieldsAreCounted(t *testing.T) {
	var text bytes.Buffer
	enc := hpack.NewEncoder(&text)
	r := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // chance of a test
	for range 300 {
		text.Reset()
		if r.IntN(5) == 0 {
			enc.SetMaxDynamicTableSize(uint32(r.IntN(5000)))
		}
		want := r.IntN(60)
		for range want {
			f := hpack.HeaderField{Name: strings.Repeat("x", r.IntN(4)*r.IntN(60)) + "y", Value: strings.Repeat("\x01", r.IntN(3)*r.IntN(200)), Sensitive: r.IntN(4) == 0}
			if r.IntN(3) == 0 {
				f = hpack.HeaderField{Name: ":method", Value: "GET"}
			}
			if err := enc.WriteField(f); err != nil {
				t.Fatal(err)
			}
		}
		block, pieces := slices.Clone(text.Bytes()), [][]byte(nil)
		for rest := block; len(rest) > 0; {
			n := 1 + r.IntN(min(len(rest), 40))
			pieces, rest = append(pieces, rest[:n]), rest[n:]
		}
		if fields, spelt := listener.FieldsOf(pieces...); fields != want || spelt > len(block) {
			t.Fatalf("%d fields with %d bytes in %x, want %d", fields, spelt, block, want)
		}
	}
}

// TestHeadersInManyFrames: a block with padding, a priority and continuations weighs as much as a plain one.
func TestHeadersInManyFrames(t *testing.T) {
	const padded, prioritized = 0x8, 0x20
	block := manyFields(100)
	plain := frame(headers, endHeaders, 1, block)
	first := append(append([]byte{9, 0, 0, 0, 0, 1}, block[:100]...), make([]byte, 9)...)
	parts := slices.Concat(frame(headers, padded|prioritized, 1, first), frame(continuation, 0, 1, nil), frame(continuation, endHeaders, 1, block[100:]))
	want := listener.InBlocks(plain)
	for size := 1; size < 50; size++ {
		if got := listener.InBlocks(slices.Collect(slices.Chunk(parts, size))...); !slices.Equal(got, want) || len(got) != 1 {
			t.Fatalf("by %d bytes: %v, want %v", size, got, want)
		}
	}
	if want[0] < 20<<10+100*100-8<<10 {
		t.Error(want)
	}
}

func FuzzFieldsOf(f *testing.F) {
	f.Add([]byte{0x82, 0x84, 0x87, 0x41, 1, 'x'})
	f.Fuzz(func(t *testing.T, b []byte) {
		if fields, spelt := listener.FieldsOf(b); fields > len(b) || spelt > len(b) {
			t.Error(fields, spelt)
		}
	})
}

package sello_test

import (
	"bytes"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello"
)

// A bundle that is accepted is the one that was written.
func FuzzStaged(f *testing.F) {
	f.Add(sello.FormatBundle(7, []string{"a", "b"}, "tile/0/000.p/9", []byte("bytes")))
	f.Add([]byte("00\n{}"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if again, err := sello.ParseBundle(text); err == nil && !bytes.Equal(again, text) {
			t.Errorf("read %q, would write %q", text, again)
		}
	})
}

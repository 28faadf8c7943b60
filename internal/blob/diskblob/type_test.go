package diskblob_test

import (
	"testing"
	"time"
)

// TestStoredScriptsAreBytes: a page of this origin that an attacker can make load a stored
// file gets no script, style or module from it. An attachment would not prevent that.
func TestStoredScriptsAreBytes(t *testing.T) {
	b := newStore(t)
	name := b.store(t, []byte("alert(1)"))
	for tipo, want := range map[string]string{
		"text/javascript": "", "application/javascript; charset=utf-8": "", "Text/JavaScript": "", "application/x-javascript": "", "text/ecmascript": "",
		"text/javascript1.5": "", "text/jscript": "", "text/livescript": "", "text/css": "", "application/wasm": "",
		"application/pdf": "application/pdf", "text/plain; charset=utf-8": "text/plain; charset=utf-8", "image/svg+xml": "image/svg+xml",
	} {
		if want == "" {
			want = "application/octet-stream"
		}
		link, err := b.objetos.URLDescarga(t.Context(), name, "a", tipo, time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		for _, method := range []string{"GET", "HEAD"} {
			h := b.do(method, link).Header()
			if got := h.Get("Content-Type"); got != want || h.Get("Cross-Origin-Resource-Policy") != "same-origin" {
				t.Errorf("%s of %q: %q, %v", method, tipo, got, h)
			}
		}
	}
}

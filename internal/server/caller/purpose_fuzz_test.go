package caller_test

import (
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
)

// FuzzPurpose: whatever a header holds, what is recorded is one line that shows all it has.
func FuzzPurpose(f *testing.F) {
	for _, s := range []string{"x", "Tr%C3%A1mite%2012", "%", "a%0Ab", "=1", "a\u202eb", "\xff", strings.Repeat("á", 61)} {
		f.Add(s, true)
		f.Add(s, false)
	}
	v := caller.Verifier{Tokens: proves{Sub: "x", Roles: []auth.Role{auth.Auditor}}, Within: time.Minute}
	f.Fuzz(func(t *testing.T, text string, escaped bool) {
		ctx, err := v.Identify(t.Context(), "Bearer t", &caller.StatedPurpose{Purpose: []string{text}, Escaped: escaped})
		if err != nil {
			if strings.Contains(err.Error(), text) && len(text) > 12 {
				t.Errorf("the refusal repeats %q", text)
			}
			return
		}
		quien, _ := auth.FromContext(ctx)
		kept := quien.Finalidad.Proposito
		if kept == "" || len(kept) > 120 || !utf8.ValidString(kept) || strings.ContainsFunc(kept, func(r rune) bool { return !unicode.IsPrint(r) }) {
			t.Errorf("%q is kept as %q", text, kept)
		}
		if strings.ContainsAny(kept[:1], "=+-@\t") {
			t.Errorf("%q is a formula", kept)
		}
	})
}

package fault_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// TestLanguage: English for those who prefer it; Spanish for all others, and for what no client sends.
func TestLanguage(t *testing.T) {
	long := strings.Repeat("es-419;q=0.1,", 630) // 8 KB
	for want, headers := range map[string][][]string{
		fault.Spanish: {
			nil, {""}, {"es"}, {"es-CO,es;q=0.9,en;q=0.8"}, {"*"}, {"fr"}, {"fr-FR, *;q=0.5"}, {"en;q=0"}, {"en;q=0.4, es;q=0.5"}, {"es", "en"}, {"es, es, en"},
			{"en;q=x"}, {"en;q=0.9;q=1.5, ,"}, {"en-" + strings.Repeat("a", 8<<10)}, {strings.Repeat("-", 8<<10)}, {strings.Repeat(",", 8<<10)}, {"\xff\x00"}, {"en_"},
			{long + "en"},
		},
		fault.English: {{"en"}, {"EN-us"}, {"en-US,en;q=0.9,es;q=0.8"}, {"fr, en;q=0.1"}, {"en, en"}, {"de", "en"}, {"*, en"}, {"en," + long}, {"es;q=0, en;q=0.1"}},
	} {
		for _, h := range headers {
			if got := fault.Language(fault.WithLanguage(t.Context(), h)); got != want {
				t.Errorf("%.60q: %s, want %s", h, got, want)
			}
		}
	}
}

// TestALongAcceptLanguageIsNotRead: it is cut before it is taken apart, and the rest is not kept.
func TestALongAcceptLanguageIsNotRead(t *testing.T) {
	for name, header := range map[string]string{
		"preferences": strings.Repeat("aa-bb-cc;q=0.5,", 8<<10/15), "hyphens": strings.Repeat("a-", 4<<10), "commas": strings.Repeat(",", 8<<10),
	} {
		if n := testing.AllocsPerRun(10, func() { fault.Language(fault.WithLanguage(t.Context(), []string{header})) }); n > 200 {
			t.Errorf("%s: %v allocations", name, n)
		}
		kept, _ := fault.WithLanguage(t.Context(), []string{header}).Value(fault.LanguageKey{}).(string)
		if len(kept) > 256 {
			t.Errorf("%s: %d bytes are kept", name, len(kept))
		}
	}
}

// TestFor: each sentence of an error is in the caller's language, with its values, and what is not said to people stays.
func TestFor(t *testing.T) {
	spanish, english := t.Context(), fault.WithLanguage(t.Context(), []string{"en"})
	cause := errors.New("the cause")
	given := fault.Newf(fault.PageSizeTooLarge, "`%s` es %d; va de 1 a %d.", "first", 101, 100).Because(cause).
		WithCampo("ids", "de 1 a 100").WithRecuperacion("Pida como máximo 100 y siga con el cursor.")
	want := fault.New(fault.PageSizeTooLarge, "`first` is 101; it goes from 1 to 100.").
		WithCampo("ids", "from 1 to 100").WithRecuperacion("Ask for at most 100, and go on with the cursor.")
	if diff := cmp.Diff(want, given.For(english), cmpopts.IgnoreUnexported(fault.Error{})); diff != "" {
		t.Errorf("English (-want +got):\n%s", diff)
	}
	if !errors.Is(given.For(english), cause) {
		t.Error("the translated error has lost its cause")
	}
	if given.For(spanish) != given || given.Mensaje != "`first` es 101; va de 1 a 100." || given.Campos[0].Mensaje != "de 1 a 100" {
		t.Errorf("the error itself was changed: %+v", given)
	}
	for code, info := range fault.Table {
		if got := fault.Plain(code).For(english).Mensaje; got != info.Message {
			t.Errorf("%s in English: %q", code, got)
		}
	}
	for _, foreign := range []string{"Expected Name, found {", ""} {
		if got := fault.Say(english, foreign); got != foreign {
			t.Errorf("%q, which is nobody's sentence, became %q", foreign, got)
		}
	}
}

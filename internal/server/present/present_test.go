package present_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/logs"
)

// TestPresent: each kind of error has its code, and what nobody may see is logged only.
func TestPresent(t *testing.T) {
	const secret = "s3cr3t"
	for name, c := range map[string]struct {
		err    error
		code   string
		logged bool
	}{
		"ours":          {fault.New(fault.Conflict, "Otro lo cambió.").Because(errors.New(secret)), "CONFLICT", false},
		"ours, wrapped": {gqlerror.Wrap(fault.Plain(fault.NotFound)), "NOT_FOUND", false},
		"internal":      {fault.Wrap(fault.Internal, errors.New(secret)), "INTERNAL", true},
		"unknown":       {errors.New(secret), "INTERNAL", true},
		"deadline":      {context.DeadlineExceeded, "UNAVAILABLE", false},
		"cancelled":     {context.Canceled, "UNAVAILABLE", false},
		"the library's": {gqlerror.Errorf(`Expected Int, found %s`, secret), "BAD_USER_INPUT", false},
	} {
		log := &logs.Log{}
		out := present.Presenter{Log: slog.New(slog.NewJSONHandler(log, nil))}.Present(t.Context(), c.err)
		shown, err := json.Marshal(out)
		if err != nil || out.Extensions["code"] != c.code || strings.Contains(string(shown), secret) {
			t.Errorf("%s: %s", name, shown)
		}
		if strings.Contains(log.String(), "internal error") != c.logged {
			t.Errorf("%s: logged %q", name, log.String())
		}
	}
}

// TestExpiryIsTold: who sent something that has expired reads since when; nobody else does.
func TestExpiryIsTold(t *testing.T) {
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	expired := fault.Plain(fault.ExpiredCursorToken)
	for want, err := range map[any]error{nil: expired, "2026-03-01T12:00:00Z": expired.WithExpiradoEn(at)} {
		if got := (present.Presenter{}).Present(t.Context(), err).Extensions["expiradoEn"]; got != want {
			t.Errorf("expiradoEn %v, want %v", got, want)
		}
	}
}

// TestMessagesOfTheLibrary: they say what was found, as other servers do, and repeat no text that may be personal.
func TestMessagesOfTheLibrary(t *testing.T) {
	for said, want := range map[string]string{
		`Expected Name, found {`:      `Expected Name, found {`,
		`Expected Name, found <EOF>`:  `Expected Name, found <EOF>`,
		`Expected Name, found String`: `Expected Name, found String`,
		`Expected Int, found Ana`:     `Expected Int`,
		`Unexpected String "ana"`:     `Unexpected String`,
		`Value "TITUL" does not exist in "Campo!" enum. Did you mean the enum value "TITULO"?`:                 `Value "TITUL" does not exist in "Campo" enum. Did you mean the enum value "TITULO"?`,
		`Enum "[Campo!]!" cannot represent non-enum value: "TITULO". Did you mean the enum value "TITULO"?`:    `Enum "Campo" cannot represent non-enum value: "TITULO". Did you mean the enum value "TITULO"?`,
		`Enum "Campo" cannot represent non-enum value: "ana@correo.co". Did you mean the enum value "TITULO"?`: `Enum "Campo" cannot represent non-enum value. Did you mean the enum value "TITULO"?`,
		`Enum "Campo" cannot represent non-enum value: "ana maria".`:                                           `Enum "Campo" cannot represent non-enum value`,
		`Int cannot represent non-integer value: "3"`:                                                          `Int cannot represent non-integer value: "3"`,
		`Int cannot represent non-integer value: UNA`:                                                          `Int cannot represent non-integer value: UNA`,
		`Int cannot represent non-integer value: "ana"`:                                                        `Int cannot represent non-integer value`,
		`Int cannot represent non-integer value: ` + strings.Repeat("a", 65):                                   `Int cannot represent non-integer value`,
		`String cannot represent a non string value: -3.5e7`:                                                   `String cannot represent a non string value: -3.5e7`,
		`Duracion expected: a duration is a number and a unit.`:                                                `Duracion expected: a duration is a number and a unit.`,
	} {
		if got := (present.Presenter{}).Present(t.Context(), gqlerror.Errorf("%s", said)).Message; got != want {
			t.Errorf("%s:\n%s, want\n%s", said, got, want)
		}
	}
}

// TestLanguage: a caller who prefers English gets it, also of an error that no use case made.
func TestLanguage(t *testing.T) {
	p := present.Presenter{Log: slog.New(slog.DiscardHandler)}
	english := fault.WithLanguage(t.Context(), []string{"en"})
	for want, err := range map[string]error{
		"`first` goes from 1 to 100.":                   gqlerror.Wrap(fault.New(fault.BadUserInput, "`first` va de 1 a 100.")),
		"An internal error occurred.":                   errors.New("x"),
		"The operation took too long; try again later.": context.DeadlineExceeded,
		"The operation was cancelled.":                  context.Canceled,
		"Expected Name, found {":                        gqlerror.Errorf("Expected Name, found {"),
	} {
		if got := p.Present(english, err).Message; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	told := fault.Plain(fault.BadUserInput).WithCampo("ids", "falta").WithRecuperacion("Divídala en varias.")
	shown := p.Present(english, told).Extensions
	if campos, _ := shown["campos"].([]fault.Campo); len(campos) != 1 || campos[0].Mensaje != "missing" || shown["recuperacion"] != "Divide it into several." {
		t.Errorf("%v", shown)
	}
}

// TestEncode: there is a data member exactly if execution began.
func TestEncode(t *testing.T) {
	one := gqlerror.List{{Message: "x"}}
	for want, resp := range map[string]*graphql.Response{
		`{"data":{"a":1}}`:                           {Data: json.RawMessage(`{"a":1}`)},
		`{"errors":[{"message":"x"}]}`:               {Errors: one},
		`{"errors":[{"message":"x"}],"data":null}`:   {Errors: one, Data: json.RawMessage("null")},
		`{"data":{},"extensions":{"costo":{"p":1}}}`: {Data: json.RawMessage("{}"), Extensions: map[string]any{"costo": map[string]any{"p": 1}}},
	} {
		if got := string(present.Encode(resp)); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestTheManualHasTheMembers: docs/errores.md names everything that extensions may hold.
func TestTheManualHasTheMembers(t *testing.T) {
	manual, err := os.ReadFile("../../../docs/errores.md")
	if err != nil {
		t.Fatal(err)
	}
	all := fault.New(fault.InsufficientAuthentication, "No.").WithCampo("a", "b").WithRecuperacion("c").WithExpiradoEn(time.Now()).WithEspera(time.Second)
	all = all.WithChallenge(fault.Challenge{ACRValues: []string{"alto"}, MaxAge: time.Minute})
	ctx, _ := caller.WithRequestID(t.Context(), "1")
	ctx = caller.WithTrace(ctx, "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
	members := (present.Presenter{}).Present(ctx, all).Extensions
	for _, member := range []string{"traza", "instance", "acrValues", "maxAge", "reintentarEn"} {
		if members[member] == nil {
			t.Errorf("%s is not there: %v", member, members)
		}
	}
	for member := range members {
		if !regexp.MustCompile("(?m)^\\|.*`" + member + "`.* \\|").Match(manual) {
			t.Errorf("%s is not in the table", member)
		}
	}
}

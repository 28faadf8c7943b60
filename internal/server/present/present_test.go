package present_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
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

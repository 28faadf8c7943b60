package present

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"runtime/debug"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
)

// errPanic stands for a recovered panic, which was logged with its stack.
var errPanic = errors.New("present: panic")

// Presenter turns any error into the one shape that clients see.
type Presenter struct {
	Log *slog.Logger
}

// Present is gqlgen's ErrorPresenterFunc.
func (p Presenter) Present(ctx context.Context, err error) *gqlerror.Error {
	out := &gqlerror.Error{Path: graphql.GetPath(ctx)}
	var foreign *gqlerror.Error
	if errors.As(err, &foreign) {
		out.Path, out.Locations = foreign.Path, foreign.Locations
	}
	out.Path = shortPath(out.Path)
	code, f := p.classify(ctx, err, foreign)
	f = f.For(ctx)
	out.Message = f.Mensaje
	out.Extensions = extensions(ctx, code, f)
	return out
}

// Failure is a response that never got data.
func (p Presenter) Failure(ctx context.Context, err error) *graphql.Response {
	return &graphql.Response{Errors: gqlerror.List{p.Present(ctx, err)}}
}

// PresentAll presents the first few of a list.
func (p Presenter) PresentAll(ctx context.Context, errs gqlerror.List, limit int) gqlerror.List {
	out := make(gqlerror.List, 0, min(len(errs), limit))
	for _, e := range errs[:min(len(errs), limit)] {
		out = append(out, p.Present(ctx, e))
	}
	return out
}

// Fault is an error as it may be shown, for faces that are not GraphQL, which choose its language. An internal one is logged.
func (p Presenter) Fault(ctx context.Context, err error) *fault.Error {
	_, f := p.classify(ctx, err, nil)
	return f
}

// Type is the type member of a problem of RFC 9457.
func Type(code string) string { return "urn:carpeta-ciudadana:error:" + code }

// classify finds the code, and the parts that may be shown. The order matters: an error of ours may be wrapped in one of
// gqlgen, and an error that gqlgen made itself has no cause.
func (p Presenter) classify(ctx context.Context, err error, foreign *gqlerror.Error) (string, *fault.Error) {
	var own *fault.Error
	switch {
	case errors.As(err, &own):
		if own.Code == fault.Internal {
			p.logInternal(ctx, err)
		}
		return string(own.Code), own
	case errors.Is(err, context.DeadlineExceeded):
		return string(fault.Unavailable), TookTooLong()
	case errors.Is(err, context.Canceled):
		return string(fault.Unavailable), fault.New(fault.Unavailable, "La operación se canceló.")
	case foreign != nil && foreign.Unwrap() == nil:
		return foreignCode(foreign), &fault.Error{Code: fault.BadUserInput, Mensaje: foreignMessage(foreign)} // in English
	case inArguments(ctx):
		return string(fault.BadUserInput), fault.New(fault.BadUserInput, "El valor de un argumento no es válido; la ruta dice cuál.")
	default:
		p.logInternal(ctx, err)
		return string(fault.Internal), fault.Plain(fault.Internal)
	}
}

// TookTooLong is the error of an operation that did not end in time.
func TookTooLong() *fault.Error {
	return fault.New(fault.Unavailable, "La operación tardó demasiado; intente más tarde.")
}

// logInternal records the details that no client sees. A panic was logged where it
// was recovered.
func (p Presenter) logInternal(ctx context.Context, err error) {
	if errors.Is(err, errPanic) {
		return
	}
	p.Log.ErrorContext(ctx, "internal error", "request_id", caller.RequestID(ctx), "error", err)
}

// Recovered is gqlgen's RecoverFunc.
func (p Presenter) Recovered(ctx context.Context, v any) error {
	p.Log.ErrorContext(ctx, "panic", "request_id", caller.RequestID(ctx), "panic", fmt.Sprint(v), "stack", string(debug.Stack()))
	return errPanic
}

// inArguments reports whether the field's arguments could not be read: gqlgen leaves them nil then, and does not run the
// resolver.
func inArguments(ctx context.Context) bool {
	fc := graphql.GetFieldContext(ctx)
	return fc != nil && fc.Field.Field != nil && fc.Args == nil &&
		fc.Field.Definition != nil && len(fc.Field.Definition.Arguments) > 0
}

// The members of a challenge: the levels of which one is needed, and the longest age of the sign-in in seconds.
const (
	acrMember = "acrValues"
	ageMember = "maxAge"
)

// retryMember is the number of seconds after which the same request may succeed.
const retryMember = "reintentarEn"

// extensions are the members of RFC 9457, but for detail, which is the message; and the time after which to try again.
func extensions(ctx context.Context, code string, f *fault.Error) map[string]any {
	ext := map[string]any{
		"code":  code,
		"type":  Type(code),
		"title": f.Code.Info().Title,
	}
	if id := caller.RequestID(ctx); id != "" {
		ext["instance"] = "urn:request:" + id
	}
	if id := caller.TraceID(ctx); id != "" {
		ext["traza"] = id
	}
	if len(f.Campos) > 0 {
		ext["campos"] = f.Campos
	}
	if f.Recuperacion != "" {
		ext["recuperacion"] = f.Recuperacion
	}
	if !f.ExpiradoEn.IsZero() {
		ext["expiradoEn"] = f.ExpiradoEn.Format(time.RFC3339)
	}
	if need := f.Challenge; need != nil && len(need.ACRValues) > 0 {
		ext[acrMember] = need.ACRValues
	}
	if need := f.Challenge; need != nil && need.MaxAge > 0 {
		ext[ageMember] = int(need.MaxAge.Seconds())
	}
	if f.Espera > 0 {
		ext[retryMember] = int(math.Ceil(f.Espera.Seconds()))
	}
	return ext
}

// OK is the code of no error.
const OK = "OK"

// CodeOf is the code of a presented error, for the metrics.
func CodeOf(errs gqlerror.List) string {
	if len(errs) == 0 {
		return OK
	}
	code, _ := errs[0].Extensions["code"].(string)
	return code
}

const maxPathElement = 100

// shortPath drops a path with a long element: the client put something else than a name there.
func shortPath(path ast.Path) ast.Path {
	for _, e := range path {
		if name, ok := e.(ast.PathName); ok && len(name) > maxPathElement {
			return nil
		}
	}
	return path
}

// RetryAfter is the time after which a client may try again, as the first error that has one says.
func RetryAfter(errs gqlerror.List) (seconds int, ok bool) {
	for _, e := range errs {
		if seconds, ok = e.Extensions[retryMember].(int); ok {
			return seconds, true
		}
	}
	return 0, false
}

// ChallengeOf is how to sign in for what was refused, as the first error says; nil if that is not the reason.
func ChallengeOf(errs gqlerror.List) *fault.Challenge {
	if CodeOf(errs) != string(fault.InsufficientAuthentication) {
		return nil
	}
	levels, _ := errs[0].Extensions[acrMember].([]string)
	seconds, _ := errs[0].Extensions[ageMember].(int)
	return &fault.Challenge{ACRValues: levels, MaxAge: time.Duration(seconds) * time.Second}
}

// Encode writes a response. There is a data member only if execution began: a request error has none. Data is JSON already,
// so that it is copied and not marshalled.
func Encode(resp *graphql.Response) []byte { return Append(nil, resp) }

// Append appends a response.
func Append(to []byte, resp *graphql.Response) []byte {
	b := bytes.NewBuffer(to)
	b.Grow(len(resp.Data) + 64)
	b.WriteByte('{')
	begun := b.Len()
	if len(resp.Errors) > 0 {
		writeMember(b, begun, "errors", resp.Errors)
	}
	if resp.Data != nil {
		writeMember(b, begun, "data", resp.Data)
	}
	if len(resp.Extensions) > 0 {
		writeMember(b, begun, "extensions", resp.Extensions)
	}
	b.WriteByte('}')
	return b.Bytes()
}

func writeMember(b *bytes.Buffer, begun int, name string, value any) {
	raw, done := value.(json.RawMessage)
	if !done {
		var err error
		if raw, err = json.Marshal(value); err != nil {
			raw = json.RawMessage("null") // cannot be: errors and extensions are maps of plain values
		}
	}
	if b.Len() > begun {
		b.WriteByte(',')
	}
	b.WriteByte('"')
	b.WriteString(name)
	b.WriteString(`":`)
	b.Write(raw)
}

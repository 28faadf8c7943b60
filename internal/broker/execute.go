package broker

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/traceparent"
)

// Outcome is what becomes of a delivered message.
type Outcome int

// The outcomes of Execute.
const (
	Done     Outcome = iota // acknowledge it
	Retry                   // deliver a copy with Intento+1 after Delay
	Dead                    // to the dead letters, with Reason
	CutShort                // the consumer is stopping: leave it to be delivered again
)

// Verdict is the outcome of one execution and why.
type Verdict struct {
	Outcome Outcome
	Delay   time.Duration
	Reason  fault.Code // code of the failure; the only part that may leave the process
	Err     error      // for the log
}

// PanicError is the error of a handler's panic. It does not hold the panic's
// value, which may be somebody's data, unless the runtime itself raised it.
type PanicError struct {
	What  string
	Stack []byte
}

// Error names the value of the panic.
func (e *PanicError) Error() string { return "broker: handler panicked: " + e.What }

// Execute runs a handler once, under a deadline, and says how to go on
// with the message. All adapters judge by it, so they agree.
func Execute(ctx context.Context, h Handler, m Message, deadline time.Duration, policy RetryPolicy) Verdict {
	hctx, cancel := context.WithTimeout(ctx, deadline)
	defer cancel()
	err := callSafely(hctx, h, m)
	switch {
	case err == nil:
		return Verdict{Outcome: Done}
	case ctx.Err() != nil:
		return Verdict{Outcome: CutShort, Err: err}
	}
	reason := fault.CodeOf(err)
	if delay, again := policy.Delay(m.Intento); again && fault.Transient(err) {
		return Verdict{Outcome: Retry, Delay: delay, Reason: reason, Err: err}
	}
	return Verdict{Outcome: Dead, Reason: reason, Err: err}
}

func callSafely(ctx context.Context, h Handler, m Message) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &PanicError{What: describe(v), Stack: debug.Stack()}
		}
	}()
	return h(ctx, m)
}

func describe(v any) string {
	if e, ok := v.(runtime.Error); ok {
		return e.Error()
	}
	return fmt.Sprintf("%T", v)
}

// Log writes down a handler's failure. All adapters log it alike.
func (v Verdict) Log(log *slog.Logger, m Message) {
	level, text := slog.LevelDebug, "handler cut short; the message comes again"
	switch v.Outcome {
	case Done:
		return
	case Retry:
		level, text = slog.LevelWarn, "handler failed; the message comes again later"
	case Dead:
		level, text = slog.LevelError, "message given up; it waits with the dead letters"
	case CutShort:
	}
	attrs := []any{"messageId", m.ID, "tipo", m.Type, "sagaId", m.SagaID, "intento", m.Intento, "motivo", v.Reason, "espera", v.Delay, "error", v.Err}
	if id := traceparent.Recorded(m.Traceparent); id != "" {
		attrs = append(attrs, "trace_id", id)
	}
	var p *PanicError
	if errors.As(v.Err, &p) {
		attrs = append(attrs, "stack", string(p.Stack))
	}
	log.Log(context.Background(), level, text, attrs...)
}

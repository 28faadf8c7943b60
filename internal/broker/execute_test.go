package broker_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

func TestExecute(t *testing.T) {
	transient := fault.New(fault.Unavailable, "x")
	permanent := fault.New(fault.NotFound, "x")
	policy := broker.RetryPolicy{MaxAttempts: 3, Delays: []time.Duration{time.Second, time.Minute}}
	cases := []struct {
		name    string
		intento int
		handler broker.Handler
		outcome broker.Outcome
		delay   time.Duration
		reason  fault.Code
	}{
		{"success", 1, returns(nil), broker.Done, 0, ""},
		{"first transient", 1, returns(transient), broker.Retry, time.Second, fault.Unavailable},
		{"second transient", 2, returns(transient), broker.Retry, time.Minute, fault.Unavailable},
		{"last attempt", 3, returns(transient), broker.Dead, 0, fault.Unavailable},
		{"beyond the last", 9, returns(transient), broker.Dead, 0, fault.Unavailable},
		{"permanent", 1, returns(permanent), broker.Dead, 0, fault.NotFound},
		{"unknown error", 1, returns(errors.New("?")), broker.Retry, time.Second, fault.Internal},
		{"panic", 1, func(context.Context, broker.Message) error { panic("secreto") }, broker.Retry, time.Second, fault.Internal},
		{"deadline", 1, func(ctx context.Context, _ broker.Message) error { <-ctx.Done(); return ctx.Err() }, broker.Retry, time.Second, fault.Unavailable},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			v := broker.Execute(t.Context(), c.handler, broker.Message{Intento: c.intento}, 20*time.Millisecond, policy)
			v.Err = nil // for the log
			if diff := cmp.Diff(broker.Verdict{Outcome: c.outcome, Delay: c.delay, Reason: c.reason}, v); diff != "" {
				t.Fatalf("verdict (-want +got):\n%s", diff)
			}
		})
	}
}

func returns(err error) broker.Handler {
	return func(context.Context, broker.Message) error { return err }
}

func TestExecuteDuringStop(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if v := broker.Execute(ctx, returns(ctx.Err()), broker.Message{Intento: 1}, time.Second, broker.DefaultRetry); v.Outcome != broker.CutShort {
		t.Fatalf("a handler cut short was judged: %+v", v)
	}
	if v := broker.Execute(ctx, returns(nil), broker.Message{Intento: 1}, time.Second, broker.DefaultRetry); v.Outcome != broker.Done {
		t.Fatalf("a handler that finished was not acknowledged: %+v", v)
	}
}

func TestExecuteHidesWhatWasThrown(t *testing.T) {
	v := broker.Execute(t.Context(), func(context.Context, broker.Message) error { panic("cedula 123") },
		broker.Message{Intento: 1}, time.Second, broker.DefaultRetry)
	var p *broker.PanicError
	if !errors.As(v.Err, &p) || p.What != "string" || len(p.Stack) == 0 {
		t.Fatalf("%v", v.Err)
	}
}

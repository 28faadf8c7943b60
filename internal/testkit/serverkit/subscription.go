package serverkit

import (
	"context"
	"encoding/json"
	"sync"
	"testing"
	"time"
)

// Transport opens a subscription.
type Transport func(t testing.TB, c Client, query string, variables map[string]any) *Subscription

// Transports are the ways to subscribe.
var Transports = map[string]Transport{"WebSocket": forTest(OpenWebSocket), "SSE": forTest(OpenSSE)}

// OpenFunc opens a subscription that the caller closes. ctx bounds the opening.
type OpenFunc func(ctx context.Context, c Client, query string, variables map[string]any) (*Subscription, error)

// forTest is for a test in which the opening must succeed.
func forTest(open OpenFunc) Transport {
	return func(t testing.TB, c Client, query string, variables map[string]any) *Subscription {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), requestTimeout)
		defer cancel()
		s, err := open(ctx, c, query, variables)
		if err != nil {
			t.Fatalf("subscription: %v", err)
		}
		t.Cleanup(s.Close)
		return s
	}
}

// WebSocket subscribes over graphql-transport-ws.
func WebSocket(t testing.TB, c Client, query string, variables map[string]any) *Subscription {
	t.Helper()
	return forTest(OpenWebSocket)(t, c, query, variables)
}

// SSE subscribes by a POST that is answered with an event stream.
func SSE(t testing.TB, c Client, query string, variables map[string]any) *Subscription {
	t.Helper()
	return forTest(OpenSSE)(t, c, query, variables)
}

// End is how a subscription ended.
type End struct {
	Complete  bool           // the server said that nothing follows
	Errors    []GraphQLError // of the last message
	CloseCode int            // close code of a WebSocket, 0 if there was none
	Reason    string         // reason given with it
	Err       error          // the connection's failure, if nothing else was said
}

// Subscription receives in the background until its test ends.
type Subscription struct {
	messages chan json.RawMessage // data of each message; closed at the end
	end      End                  // valid once messages is closed
	close    func()
}

// Messages are the data of each message; closed at the end, which End then tells.
func (s *Subscription) Messages() <-chan json.RawMessage { return s.messages }

// End is how it ended: valid once Messages is closed.
func (s *Subscription) End() End { return s.end }

// Close leaves, and waits until nothing more can come.
func (s *Subscription) Close() { s.close() }

// receiver reads one message: its data, or how the subscription ended.
type receiver func(ctx context.Context) (json.RawMessage, *End)

// inMemory is more than any test lets wait.
const inMemory = 4096

func receive(cut func(), read receiver) *Subscription {
	ctx, cancel := context.WithCancel(context.Background())
	var group sync.WaitGroup
	s := &Subscription{messages: make(chan json.RawMessage, inMemory)}
	s.close = sync.OnceFunc(func() { cancel(); cut(); group.Wait() })
	group.Go(func() {
		defer close(s.messages)
		for {
			data, end := read(ctx)
			if end != nil {
				s.end = *end
				return
			}
			select {
			case s.messages <- data:
			case <-ctx.Done():
				return
			}
		}
	})
	return s
}

// Next waits for a message. False: the subscription has ended.
func (s *Subscription) Next(t testing.TB, timeout time.Duration) (json.RawMessage, bool) {
	t.Helper()
	select {
	case data, exists := <-s.messages:
		return data, exists
	case <-time.After(timeout):
		t.Fatalf("no message of the subscription within %s", timeout)
		return nil, false
	}
}

// UntilEnd collects the remaining messages.
func (s *Subscription) UntilEnd(t testing.TB, timeout time.Duration) ([]json.RawMessage, End) {
	t.Helper()
	deadline := time.After(timeout)
	var all []json.RawMessage
	for {
		select {
		case data, exists := <-s.messages:
			if !exists {
				return all, s.end
			}
			all = append(all, data)
		case <-deadline:
			t.Fatalf("the subscription did not end within %s; %d messages so far, the last %s", timeout, len(all), last(all))
		}
	}
}

func last(all []json.RawMessage) json.RawMessage {
	if len(all) == 0 {
		return nil
	}
	return all[len(all)-1]
}

// result is the payload of a next message.
type result struct {
	Data   json.RawMessage
	Errors []GraphQLError
}

// parseMessage turns a payload into a message, or into the end if it brings errors.
func parseMessage(payload []byte) (json.RawMessage, *End) {
	var r result
	if err := json.Unmarshal(payload, &r); err != nil {
		return nil, &End{Err: err}
	}
	if len(r.Errors) > 0 {
		return nil, &End{Errors: r.Errors}
	}
	return r.Data, nil
}

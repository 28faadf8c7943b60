package serverkit

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// OpenSSE subscribes by a POST that is answered with an event stream.
func OpenSSE(ctx context.Context, c Client, query string, variables map[string]any) (*Subscription, error) {
	// The stream outlives the opening, which alone ctx bounds.
	life, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stillOpening := context.AfterFunc(ctx, cancel)
	s, err := openSSE(life, cancel, c, query, variables)
	if err == nil && !stillOpening() {
		s.Close()
		err = ctx.Err()
	}
	if err != nil {
		cancel()
		return nil, err
	}
	return s, nil
}

func openSSE(ctx context.Context, cancel func(), c Client, query string, variables map[string]any) (*Subscription, error) {
	req, err := c.request(ctx, query, variables)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "text/event-stream")
	resp, err := c.http(0).Do(req) // no limit of time: the stream is long
	if err != nil {
		return nil, err
	}
	if contentType := resp.Header.Get("Content-Type"); resp.StatusCode != http.StatusOK || !strings.HasPrefix(contentType, "text/event-stream") {
		_ = resp.Body.Close()
		return nil, fmt.Errorf("SSE: %s, %s", resp.Status, contentType)
	}
	lines := bufio.NewReader(resp.Body)
	return receive(func() { cancel(); _ = resp.Body.Close() }, func(context.Context) (json.RawMessage, *End) { return readEvent(lines) }), nil
}

// readEvent reads up to the blank line that ends an event; comments keep the
// connection alive and say nothing.
func readEvent(r *bufio.Reader) (json.RawMessage, *End) {
	event, data := "", ""
	for {
		line, err := r.ReadString('\n')
		if errors.Is(err, io.EOF) {
			return nil, &End{} // ended without a word
		}
		if err != nil {
			return nil, &End{Err: err}
		}
		name, value, _ := strings.Cut(strings.TrimRight(line, "\r\n"), ":")
		switch name {
		case "event":
			event = strings.TrimPrefix(value, " ")
		case "data":
			data += strings.TrimPrefix(value, " ")
		}
		if line == "\n" && event == "next" {
			return parseMessage([]byte(data))
		}
		if line == "\n" && event == "complete" {
			return nil, &End{Complete: true}
		}
	}
}

package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// Client is a server, with the token of the caller.
type Client struct {
	base, token string
	http        *http.Client
}

// New makes a client of the server at a base URL. timeout bounds one exchange.
func New(url, token string, timeout time.Duration) *Client {
	return &Client{strings.TrimSuffix(url, "/"), token, &http.Client{Timeout: timeout}}
}

// Error is a response without usable data: the server refused the request, or failed.
type Error struct {
	Code         string // extensions.code
	Mensaje      string
	Recuperacion string
}

func (e *Error) Error() string {
	s := e.Mensaje
	if e.Code != "" {
		s += " (" + e.Code + ")"
	}
	if e.Recuperacion != "" {
		s += " " + e.Recuperacion
	}
	return s
}

// ExitCode is 2 if the caller has to correct something, 1 otherwise.
func (e *Error) ExitCode() int {
	switch e.Code {
	case "BAD_USER_INPUT", "GRAPHQL_VALIDATION_FAILED", "INVALID_PAGINATION_ARGUMENTS":
		return 2
	}
	return 1
}

// maxAnswer bounds the part of an answer that is read.
const maxAnswer = 4 << 20

// Do executes an operation and reads its data. The first error of the answer is
// an *Error.
func (c *Client) Do(ctx context.Context, query string, variables map[string]any, data any) error {
	req, err := c.request(ctx, query, variables)
	if err != nil {
		return err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return fmt.Errorf("%w: is a server running there? Another one is named with --url", err)
	}
	defer func() { _ = resp.Body.Close() }()
	var answer struct {
		Data   json.RawMessage
		Errors []struct {
			Message    string
			Extensions extensions
		}
	}
	if err := json.NewDecoder(io.LimitReader(resp.Body, maxAnswer)).Decode(&answer); err != nil {
		return fmt.Errorf("%s: not a GraphQL answer; is this the server's base URL?", resp.Status)
	}
	if len(answer.Errors) > 0 {
		e := answer.Errors[0]
		return &Error{e.Extensions.Code, e.Message, e.Extensions.advice()}
	}
	if len(answer.Data) == 0 {
		return errors.New(resp.Status + ": an answer without data")
	}
	return json.Unmarshal(answer.Data, data)
}

type extensions struct {
	Code, Recuperacion string
	Campos             []struct{ Campo, Mensaje string }
}

// advice is the server's help to mend it, field by field.
func (e extensions) advice() string {
	s := e.Recuperacion
	for _, f := range e.Campos {
		s = strings.TrimSpace(fmt.Sprintf("%s %s: %s.", s, f.Campo, f.Mensaje))
	}
	return s
}

func (c *Client) request(ctx context.Context, query string, variables map[string]any) (*http.Request, error) {
	body, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/graphql", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/graphql-response+json")
	req.Header.Set("Authorization", "Bearer "+c.token)
	req.Header.Set("Accept-Language", "en") // the command line speaks English
	return req, nil
}

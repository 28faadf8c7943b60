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
	Campos             campos
}

// advice is the server's help to mend it, field by field.
func (e extensions) advice() string { return e.Campos.after(e.Recuperacion) }

// campos are the inputs that are wrong.
type campos []struct{ Campo, Mensaje string }

// after is a text, and what is wrong with each input.
func (cs campos) after(text string) string {
	for _, c := range cs {
		text = strings.TrimSpace(fmt.Sprintf("%s %s: %s.", text, c.Campo, strings.TrimSuffix(c.Mensaje, ".")))
	}
	return text
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

// UserErrors are the errors in the payload of a mutation.
type UserErrors []struct {
	Codigo, Mensaje string
	Campos          campos
}

// Errores selects what UserErrors reads of a payload, among whose errors are wrong inputs.
const Errores = `errores { ... on ErrorDeUsuario { codigo mensaje } ... on EntradaInvalida { campos { campo mensaje } } }`

// Err is the first of them, if there is one: an *Error.
func (es UserErrors) Err() error {
	if len(es) == 0 {
		return nil
	}
	return &Error{es[0].Codigo, es[0].Mensaje, es[0].Campos.after("")}
}

// Change sends a mutation whose payload has the alias r, with its variable input, and reads the payload.
func (c *Client) Change(ctx context.Context, mutation string, input, payload any) error {
	var data struct{ R json.RawMessage }
	if err := c.Do(ctx, mutation, map[string]any{"input": input}, &data); err != nil {
		return err
	}
	var refused struct{ Errores UserErrors }
	if err := json.Unmarshal(data.R, &refused); err != nil {
		return err
	}
	if err := refused.Errores.Err(); err != nil {
		return err
	}
	return json.Unmarshal(data.R, payload)
}

// Page is a page of a connection.
type Page[T any] struct {
	Nodes    []T
	PageInfo struct {
		HasNextPage bool
		EndCursor   *string
	}
	Total, SinMirar int
}

const maxPage = 100

// All pages through a connection with the alias r, until there are enough. It never gives nil without an error.
func All[T any](ctx context.Context, c *Client, query string, v map[string]any, limit int) ([]T, Page[T], error) {
	ts := []T{}
	for v["after"] = nil; ; {
		v["first"] = min(limit-len(ts), maxPage)
		var data struct{ R Page[T] }
		if err := c.Do(ctx, query, v, &data); err != nil {
			return nil, data.R, err
		}
		if ts = append(ts, data.R.Nodes...); !data.R.PageInfo.HasNextPage || len(ts) >= limit {
			return ts, data.R, nil
		}
		v["after"] = data.R.PageInfo.EndCursor
	}
}

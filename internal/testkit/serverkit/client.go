package serverkit

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"testing"
	"time"
)

// requestTimeout keeps an exchange that hangs from holding the tests up.
const requestTimeout = 3 * time.Minute

var httpClient = &http.Client{Timeout: requestTimeout}

// Client talks GraphQL to a server as one person.
type Client struct {
	URL   string // of the server
	Token string // none: nobody

	Traceparent string // of its requests: a W3C trace context; none: ""

	Through http.RoundTripper // how it connects, such as over TLS; nil: the usual way
}

// http is the client of HTTP, whose requests may take so long; 0: any time.
func (c Client) http(timeout time.Duration) *http.Client {
	return &http.Client{Timeout: timeout, Transport: c.Through}
}

// Client is a client with a fresh token.
func (s *Server) Client(t testing.TB, sub, rol string) Client {
	t.Helper()
	return Client{URL: s.URL, Token: s.House.Token(t, sub, rol, "", time.Hour)}
}

// GraphQLError is an error of a GraphQL answer.
type GraphQLError struct {
	Message    string
	Path       []any
	Extensions struct {
		Code, Type, Title, Detail, Instance, Recuperacion string
	}
}

// Answer is an answer as it came.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
	Data   json.RawMessage
	Errors []GraphQLError
}

// Code is that of the first error, or "".
func (r Answer) Code() string {
	if len(r.Errors) == 0 {
		return ""
	}
	return r.Errors[0].Extensions.Code
}

// Post posts an operation. The error is the network's.
func (c Client) Post(ctx context.Context, query string, variables map[string]any) (Answer, error) {
	req, err := c.request(ctx, query, variables)
	if err != nil {
		return Answer{}, err
	}
	req.Header.Set("Accept", "application/graphql-response+json")
	resp, err := c.http(requestTimeout).Do(req)
	if err != nil {
		return Answer{}, err
	}
	defer resp.Body.Close()
	r := Answer{Status: resp.StatusCode, Header: resp.Header}
	if r.Body, err = io.ReadAll(resp.Body); err != nil {
		return r, err
	}
	return r, json.Unmarshal(r.Body, &r)
}

func (c Client) request(ctx context.Context, query string, variables map[string]any) (*http.Request, error) {
	body, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.URL+"/graphql", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	if c.Token != "" {
		req.Header.Set("Authorization", "Bearer "+c.Token)
	}
	if c.Traceparent != "" {
		req.Header.Set("Traceparent", c.Traceparent)
	}
	return req, nil
}

// MustPost is Post for a test that expects an answer, of whatever kind.
func (c Client) MustPost(t testing.TB, query string, variables map[string]any) Answer {
	t.Helper()
	r, err := c.Post(t.Context(), query, variables)
	if err != nil {
		t.Fatalf("%v\n%s", err, r.Body)
	}
	return r
}

// Do expects data and no errors.
func Do[T any](t testing.TB, c Client, query string, variables map[string]any) (data T) {
	t.Helper()
	r := c.MustPost(t, query, variables)
	if len(r.Errors) > 0 || r.Status != http.StatusOK {
		t.Fatalf("%s\n%v\n%d %s", query, variables, r.Status, r.Body)
	}
	if err := json.Unmarshal(r.Data, &data); err != nil {
		t.Fatal(err)
	}
	return data
}

// Header is an HTTP header of a signed upload.
type Header struct {
	Name  string `json:"nombre"`
	Value string `json:"valor"`
}

// Carga is a signed upload.
type Carga struct {
	Method  string `json:"metodo"`
	URL     string
	Headers []Header `json:"encabezados"`
}

// Upload sends a file to a signed address and returns the HTTP status.
func Upload(t testing.TB, c Carga, content []byte) int {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), c.Method, c.URL, bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range c.Headers {
		if http.CanonicalHeaderKey(e.Name) != "Content-Length" { // set by the client itself, from the body
			req.Header.Set(e.Name, e.Value)
		}
	}
	resp, err := httpClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, resp.Body)
	return resp.StatusCode
}

// Download fetches a signed address.
func Download(t testing.TB, url string) (status int, header http.Header, content []byte) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := httpClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if content, err = io.ReadAll(resp.Body); err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, resp.Header, content
}

// get is a GET that may fail: 0 is no answer.
func get(ctx context.Context, url string) (int, []byte) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return 0, nil
	}
	resp, err := httpClient.Do(req)
	if err != nil {
		return 0, nil
	}
	defer resp.Body.Close()
	body, _ := io.ReadAll(resp.Body)
	return resp.StatusCode, body
}

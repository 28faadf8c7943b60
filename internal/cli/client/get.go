package client

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

// Get reads an address of the server, as long as it takes. A refusal is an *Error. Close what it returns.
func (c *Client) Get(ctx context.Context, path, accept string) (io.ReadCloser, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+path, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", accept)
	req.Header.Set("Authorization", "Bearer "+c.token)
	req.Header.Set("Accept-Language", "en") // the command line speaks English
	patient := http.Client{Transport: c.http.Transport}
	resp, err := patient.Do(req)
	if err != nil {
		return nil, fmt.Errorf("%w: is a server running there? Another one is named with --url", err)
	}
	if resp.StatusCode == http.StatusOK {
		return resp.Body, nil
	}
	defer func() { _ = resp.Body.Close() }()
	var p struct{ Code, Detail, Recovery string }
	if err := json.NewDecoder(io.LimitReader(resp.Body, maxAnswer)).Decode(&p); err != nil || p.Code == "" {
		return nil, fmt.Errorf("%s: not an answer of this API; is this the server's base URL?", resp.Status)
	}
	return nil, &Error{p.Code, p.Detail, p.Recovery}
}

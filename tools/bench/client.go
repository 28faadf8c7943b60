package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

// client speaks GraphQL over at most so many keep-alive connections.
type client struct {
	url  string
	http *http.Client
}

func (s *server) client(connections int) *client {
	return (&client{url: s.api + "/graphql"}).with(connections)
}

// with is a client of the same server with connections of its own.
func (c *client) with(connections int) *client {
	return &client{c.url, &http.Client{
		Timeout:   patience,
		Transport: &http.Transport{MaxConnsPerHost: connections, MaxIdleConnsPerHost: connections},
	}}
}

func (c *client) close() { c.http.CloseIdleConnections() }

// body is the body of a request.
func body(query string, variables map[string]any) []byte {
	b, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		panic(err) // strings and numbers only
	}
	return b
}

// raw sends a request and times it up to the last byte of the answer.
func (c *client) raw(ctx context.Context, token string, body []byte) ([]byte, time.Duration, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return nil, 0, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+token)
	since := time.Now()
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, 0, err
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	duracion := time.Since(since)
	if err == nil && (resp.StatusCode != http.StatusOK || bytes.Contains(answer, []byte(`"errors"`))) {
		err = fmt.Errorf("%s: %s", resp.Status, answer)
	}
	return answer, duracion, err
}

// do decodes the data of an answer.
func (c *client) do(ctx context.Context, token, query string, variables map[string]any, data any) error {
	answer, _, err := c.raw(ctx, token, body(query, variables))
	if err != nil {
		return err
	}
	return json.Unmarshal(answer, &struct{ Data any }{data})
}

// page is a page of documents.
type page struct {
	Nodes []struct {
		ID, DocumentoID string
		Certificado     bool
	}
	PageInfo struct {
		HasNextPage bool
		EndCursor   string
	}
}

const pageQuery = `query($carpeta: ID!, $n: Int!, $after: String) { carpeta(id: $carpeta) { documentos(first: $n, after: $after) {
	nodes { id documentoId certificado } pageInfo { hasNextPage endCursor } } } }`

func (c *client) page(ctx context.Context, token, carpetaID string, n int, after string) (page, error) {
	variables := map[string]any{"carpeta": carpetaID, "n": n}
	if after != "" {
		variables["after"] = after
	}
	var data struct{ Carpeta struct{ Documentos page } }
	err := c.do(ctx, token, pageQuery, variables, &data)
	return data.Carpeta.Documentos, err
}

// deletable is a document that its owner may delete.
type deletable struct{ id, documentoID, token string }

// deletables lists them; certified documents are not among them.
func (c *client) deletables(ctx context.Context, token, carpetaID string) ([]deletable, error) {
	var all []deletable
	after := ""
	for {
		p, err := c.page(ctx, token, carpetaID, 100, after)
		if err != nil {
			return nil, err
		}
		for _, n := range p.Nodes {
			if !n.Certificado {
				all = append(all, deletable{n.ID, n.DocumentoID, token})
			}
		}
		if !p.PageInfo.HasNextPage {
			return all, nil
		}
		after = p.PageInfo.EndCursor
	}
}

const mutationDelete = `mutation($d: ID!, $v: Int) { deleteDocumento(input: {documentoId: $d, ventana: $v}) { eliminacion { eventoId } errores { ... on ErrorDeUsuario { codigo } } } }`

// erase asks for a deletion; it begins after the window, in which it may be undone.
func (c *client) erase(ctx context.Context, d deletable, window time.Duration) error {
	var data struct {
		DeleteDocumento struct {
			Eliminacion *struct{ EventoID string }
			Errores     []struct{ Codigo string }
		}
	}
	if err := c.do(ctx, d.token, mutationDelete, map[string]any{"d": d.id, "v": int(window.Seconds())}, &data); err != nil {
		return err
	}
	if data.DeleteDocumento.Eliminacion == nil {
		return errors.New("deleteDocumento: " + fmt.Sprint(data.DeleteDocumento.Errores))
	}
	return nil
}

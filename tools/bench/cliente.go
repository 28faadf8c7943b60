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

// cliente speaks GraphQL over at most so many keep-alive connections.
type cliente struct {
	url  string
	http *http.Client
}

func (s *servidor) cliente(conexiones int) *cliente {
	return &cliente{s.api + "/graphql", &http.Client{
		Timeout:   paciencia,
		Transport: &http.Transport{MaxConnsPerHost: conexiones, MaxIdleConnsPerHost: conexiones},
	}}
}

func (c *cliente) cerrar() { c.http.CloseIdleConnections() }

// cuerpo is the body of a request.
func cuerpo(consulta string, variables map[string]any) []byte {
	b, err := json.Marshal(map[string]any{"query": consulta, "variables": variables})
	if err != nil {
		panic(err) // strings and numbers only
	}
	return b
}

// crudo sends a request and times it up to the last byte of the answer.
func (c *cliente) crudo(ctx context.Context, token string, cuerpo []byte) ([]byte, time.Duration, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(cuerpo))
	if err != nil {
		return nil, 0, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+token)
	desde := time.Now()
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, 0, err
	}
	defer resp.Body.Close()
	respuesta, err := io.ReadAll(resp.Body)
	duracion := time.Since(desde)
	if err == nil && (resp.StatusCode != http.StatusOK || bytes.Contains(respuesta, []byte(`"errors"`))) {
		err = fmt.Errorf("%s: %s", resp.Status, respuesta)
	}
	return respuesta, duracion, err
}

// pedir decodes the data of an answer.
func (c *cliente) pedir(ctx context.Context, token, consulta string, variables map[string]any, data any) error {
	respuesta, _, err := c.crudo(ctx, token, cuerpo(consulta, variables))
	if err != nil {
		return err
	}
	return json.Unmarshal(respuesta, &struct{ Data any }{data})
}

// pagina is a page of documents.
type pagina struct {
	Nodes []struct {
		ID, DocumentoID string
		Certificado     bool
	}
	PageInfo struct {
		HasNextPage bool
		EndCursor   string
	}
}

const consultaPagina = `query($carpeta: ID!, $n: Int!, $after: String) { carpeta(id: $carpeta) { documentos(first: $n, after: $after) {
	nodes { id documentoId certificado } pageInfo { hasNextPage endCursor } } } }`

func (c *cliente) pagina(ctx context.Context, token, carpetaID string, n int, after string) (pagina, error) {
	variables := map[string]any{"carpeta": carpetaID, "n": n}
	if after != "" {
		variables["after"] = after
	}
	var data struct{ Carpeta struct{ Documentos pagina } }
	err := c.pedir(ctx, token, consultaPagina, variables, &data)
	return data.Carpeta.Documentos, err
}

// borrable is a document that its owner may delete.
type borrable struct{ id, documentoID, token string }

// borrables lists them; certified documents are not among them.
func (c *cliente) borrables(ctx context.Context, token, carpetaID string) ([]borrable, error) {
	var todos []borrable
	after := ""
	for {
		p, err := c.pagina(ctx, token, carpetaID, 100, after)
		if err != nil {
			return nil, err
		}
		for _, n := range p.Nodes {
			if !n.Certificado {
				todos = append(todos, borrable{n.ID, n.DocumentoID, token})
			}
		}
		if !p.PageInfo.HasNextPage {
			return todos, nil
		}
		after = p.PageInfo.EndCursor
	}
}

const mutacionBorrar = `mutation($d: ID!) { deleteDocumento(input: {documentoId: $d}) { eliminacion { eventoId } errores { codigo } } }`

func (c *cliente) borrar(ctx context.Context, d borrable) error {
	var data struct {
		DeleteDocumento struct {
			Eliminacion *struct{ EventoID string }
			Errores     []struct{ Codigo string }
		}
	}
	if err := c.pedir(ctx, d.token, mutacionBorrar, map[string]any{"d": d.id}, &data); err != nil {
		return err
	}
	if data.DeleteDocumento.Eliminacion == nil {
		return errors.New("deleteDocumento: " + fmt.Sprint(data.DeleteDocumento.Errores))
	}
	return nil
}

package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"time"
)

const (
	uploads     = 120
	uploadsWarm = 20
	maxNewsP95  = 200 * time.Millisecond
)

// The answers have the names that a follower reads.
const newsSubscription = `subscription($c: ID!) { eliminacionesDeCarpeta: novedadesDeCarpeta(carpetaId: $c) {
  documentoId estado: tipo documento { id titulo estadoDocumento } totalDocumentosAproximado } }`

// news: from the confirmation of an upload at one process to its news at a tab of
// another one, over WebSocket.
func (b *bench) news(ctx context.Context, profile string) error {
	v, err := b.visit(ctx, profile, []int{5})
	if err != nil {
		return err
	}
	defer v.close() //nolint:errcheck // the figures are taken
	other := v.server
	if profile == distributed {
		if other, err = v.boot(ctx); err != nil {
			return err
		}
		defer other.stop() //nolint:errcheck // the figures are taken
	}
	ana := v.owners[0]
	f, err := other.followBy(ctx, newsSubscription, ana.token, ana.CarpetaID)
	if err != nil {
		return err
	}
	defer f.close()
	m, err := v.client.uploadAndWatch(ctx, f, ana.token, ana.CarpetaID)
	if err != nil {
		return err
	}
	holds, budget := uncapped, ""
	if profile == distributed {
		holds, budget = holdsIf(m.percentil(95) <= maxNewsP95), "p95 ≤ 200 ms"
	}
	b.report.note("confirmed upload to its news at a second tab, "+profile, budget, holds, "%s", m)
	return nil
}

// uploadAndWatch uploads one after the other; the first ones do not count.
func (c *client) uploadAndWatch(ctx context.Context, f *follower, token, carpetaID string) (m sample, err error) {
	for n := range uploads {
		id, global, err := c.announce(ctx, token, carpetaID, n)
		if err != nil {
			return nil, err
		}
		since := time.Now()
		if err := c.do(ctx, token, `mutation($d: ID!) { confirmarCarga(input: {documentoId: $d}) { documento { id } } }`, map[string]any{"d": global}, &struct{}{}); err != nil {
			return nil, err
		}
		at, err := f.seen(ctx, id)
		if err != nil {
			return nil, err
		}
		if n >= uploadsWarm {
			m = append(m, at.Sub(since))
		}
	}
	return m, nil
}

// link is a signed upload.
type link struct {
	Metodo, URL string
	Encabezados []struct{ Nombre, Valor string }
}

// announce announces a small file and sends it.
func (c *client) announce(ctx context.Context, token, carpetaID string, n int) (documentoID, global string, err error) {
	content := fmt.Appendf(nil, "documento %d", n)
	var data struct {
		IniciarCarga struct {
			Documento struct{ ID, DocumentoID string }
			Carga     link
		}
	}
	err = c.do(ctx, token, `mutation($i: IniciarCargaInput!) { iniciarCarga(input: $i) { documento { id documentoId } carga { metodo url encabezados { nombre valor } } } }`,
		map[string]any{"i": map[string]any{
			"carpetaId": carpetaID, "titulo": fmt.Sprintf("Documento %d", n), "tipoDocumento": "OTRO", "nombreArchivo": "d.txt",
			"tipoContenido": "text/plain", "tamanoBytes": len(content), "hashDocumento": hashOf(content),
		}}, &data)
	if err != nil {
		return "", "", err
	}
	return data.IniciarCarga.Documento.DocumentoID, data.IniciarCarga.Documento.ID, c.send(ctx, data.IniciarCarga.Carga, content)
}

func hashOf(content []byte) string {
	hash := sha256.Sum256(content)
	return hex.EncodeToString(hash[:])
}

// send sends a file to its link.
func (c *client) send(ctx context.Context, to link, content []byte) error {
	req, err := http.NewRequestWithContext(ctx, to.Metodo, to.URL, bytes.NewReader(content))
	if err != nil {
		return err
	}
	for _, e := range to.Encabezados {
		if http.CanonicalHeaderKey(e.Nombre) != "Content-Length" {
			req.Header.Set(e.Nombre, e.Valor)
		}
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close() //nolint:errcheck // it was read
	if _, err := io.Copy(io.Discard, resp.Body); err != nil || resp.StatusCode >= 300 {
		return fmt.Errorf("upload: status %d: %w", resp.StatusCode, err)
	}
	return nil
}

package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
)

// What people and entities do with a document, each in one call.

const (
	openMutation = `mutation($c: String!) { abrirCarpeta(input: {ciudadanoId: $c}) { carpeta { carpetaId nueva } errores { ... on ErrorDeUsuario { codigo } } } }`
	confirmCarga = `mutation($id: ID!) { r: confirmarCarga(input: {documentoId: $id}) { errores { ... on ErrorDeUsuario { codigo mensaje } } } }`
	linkQuery    = `query($d: ID!) { node(id: $d) { ... on Documento { urlDescarga } } }`
)

// refusals are what a mutation was refused for.
type refusals []struct{ Codigo, Mensaje string }

func (r refusals) err() error {
	if len(r) > 0 {
		return fmt.Errorf("%s: %s", r[0].Codigo, r[0].Mensaje)
	}
	return nil
}

func (m *unitMeter) correct(ctx context.Context, k int) error {
	var a struct{ R struct{ Errores refusals } }
	err := m.c.do(ctx, m.owner.token, `mutation($d: ID!, $t: String!) { r: editarDocumento(input: {documentoId: $d, version: 1, titulo: $t}) { errores { ... on ErrorDeUsuario { codigo mensaje } } } }`,
		map[string]any{"d": m.papers[k%len(m.papers)].id, "t": fmt.Sprint("Corregido ", k)}, &a)
	return errors.Join(err, a.R.Errores.err())
}

func (m *unitMeter) upload(ctx context.Context, k int) error {
	global, err := m.c.announce(ctx, m.owner.token, m.owner.CarpetaID, k)
	if err != nil {
		return err
	}
	var a struct{ R struct{ Errores refusals } }
	err = m.c.do(ctx, m.owner.token, confirmCarga, map[string]any{"id": global}, &a)
	return errors.Join(err, a.R.Errores.err())
}

// link is a signed upload.
type link struct {
	Metodo, URL string
	Encabezados []struct{ Nombre, Valor string }
}

// announce announces a small file and sends it.
func (c *client) announce(ctx context.Context, token, carpetaID string, n int) (global string, err error) {
	content := fmt.Appendf(nil, "documento %d", n)
	var data struct {
		IniciarCarga struct {
			Documento struct{ ID string }
			Carga     link
		}
	}
	err = c.do(ctx, token, `mutation($i: IniciarCargaInput!) { iniciarCarga(input: $i) { documento { id } carga { metodo url encabezados { nombre valor } } } }`,
		map[string]any{"i": map[string]any{
			"carpetaId": carpetaID, "titulo": fmt.Sprintf("Documento %d", n), "codigoTipo": "OTRO", "nombreArchivo": "d.txt",
			"tipoContenido": "text/plain", "tamanoBytes": len(content), "hashDocumento": hashOf(content),
		}}, &data)
	if err != nil {
		return "", err
	}
	return data.IniciarCarga.Documento.ID, c.send(ctx, data.IniciarCarga.Carga, content)
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

// fetch reads a file.
func (c *client) fetch(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		return err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close() //nolint:errcheck // it was read
	if n, err := io.Copy(io.Discard, resp.Body); err != nil || resp.StatusCode != http.StatusOK || n == 0 {
		return fmt.Errorf("download: %s, %d bytes: %w", resp.Status, n, err)
	}
	return nil
}

// deliverer is an entity.
type deliverer struct {
	c     *client
	token string
	sign  func(content []byte) (string, error)
}

const delivererID = "bench-entidad"

func newDeliverer(ctx context.Context, e *emisor, c *client) (*deliverer, error) {
	sign, jwks, err := newSignature()
	if err != nil {
		return nil, err
	}
	d := &deliverer{c: c, sign: sign}
	if d.token, err = e.withRol("programa", auth.Entidad, delivererID); err != nil {
		return nil, err
	}
	admin, err := e.withRol("registro", auth.Administrador, "")
	if err != nil {
		return nil, err
	}
	var a struct{ R struct{ Errores refusals } }
	err = c.do(ctx, admin, `mutation($i: RegistrarEntidadInput!) { r: registrarEntidad(input: $i) { errores { ... on ErrorDeUsuario { codigo mensaje } } } }`,
		map[string]any{"i": map[string]any{"entidadId": delivererID, "nombre": "Entidad de la medición", "llaves": jwks}}, &a)
	return d, errors.Join(err, a.R.Errores.err())
}

// deliver announces, sends and confirms a document.
func (d *deliverer) deliver(ctx context.Context, ciudadanoID string, k int) error {
	content := fmt.Appendf(nil, "diploma %d", k)
	hash, titulo := hashOf(content), fmt.Sprint("Diploma ", k)
	signed, err := json.Marshal(struct {
		CiudadanoID   string `json:"ciudadanoId"`
		HashDocumento string `json:"hashDocumento"`
		TipoDocumento string `json:"tipoDocumento"`
		Titulo        string `json:"titulo"`
	}{ciudadanoID, hash, "DIPLOMA", titulo})
	if err != nil {
		return err
	}
	firma, err := d.sign(signed)
	if err != nil {
		return err
	}
	var a struct {
		R struct {
			Entrega *struct{ EntregaID string }
			Carga   *link
			Errores refusals
		}
	}
	err = d.c.do(ctx, d.token, `mutation($i: EntregarDocumentoInput!) { r: entregarDocumento(input: $i) { entrega { entregaId }
		carga { metodo url encabezados { nombre valor } } errores { ... on ErrorDeUsuario { codigo mensaje } } } }`, map[string]any{"i": map[string]any{
		"ciudadanoId": ciudadanoID, "titulo": titulo, "codigoTipo": "DIPLOMA", "nombreArchivo": "d.txt", "tipoContenido": "text/plain",
		"tamanoBytes": len(content), "hashDocumento": hash, "firma": firma,
	}}, &a)
	if err = errors.Join(err, a.R.Errores.err()); err != nil {
		return err
	}
	if err := d.c.send(ctx, *a.R.Carga, content); err != nil {
		return err
	}
	var b struct{ R struct{ Errores refusals } }
	err = d.c.do(ctx, d.token, `mutation($e: ID!) { r: confirmarEntrega(input: {entregaId: $e}) { errores { ... on ErrorDeUsuario { codigo mensaje } } } }`, map[string]any{"e": a.R.Entrega.EntregaID}, &b)
	return errors.Join(err, b.R.Errores.err())
}

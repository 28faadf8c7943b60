package importar

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/cli/client"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// Remote uploads through the API of a running server, as any client does.
type Remote struct {
	*client.Client
	carpetaID string
	http      *http.Client // for the files
}

// remoteTimeout bounds one exchange, the upload of a file included.
const remoteTimeout = 5 * time.Minute

// NewRemote makes a client of the server at a base URL.
func NewRemote(url, token, carpetaID string) *Remote {
	return &Remote{client.New(url, token, remoteTimeout), carpetaID, &http.Client{Timeout: remoteTimeout}}
}

const queryHashes = `query($id: ID!, $after: String) { carpeta(id: $id) {
  documentos(first: 100, after: $after, orden: {campo: DOCUMENTO_ID, direccion: ASC}) {
    nodes { hashDocumento } pageInfo { hasNextPage endCursor } } } }`

// Hashes pages through the carpeta.
func (r *Remote) Hashes(ctx context.Context) (map[string]bool, error) {
	hashes := map[string]bool{}
	var after *string
	for {
		var data struct {
			Carpeta struct {
				Documentos struct {
					Nodes    []struct{ HashDocumento string }
					PageInfo struct {
						HasNextPage bool
						EndCursor   *string
					}
				}
			}
		}
		if err := r.Do(ctx, queryHashes, map[string]any{"id": r.carpetaID, "after": after}, &data); err != nil {
			return nil, err
		}
		page := data.Carpeta.Documentos
		for _, n := range page.Nodes {
			hashes[n.HashDocumento] = true
		}
		if !page.PageInfo.HasNextPage {
			return hashes, nil
		}
		after = page.PageInfo.EndCursor
	}
}

const (
	announceCarga = `mutation($input: IniciarCargaInput!) { iniciarCarga(input: $input) {
  documento { id } carga { metodo url encabezados { nombre valor } } errores { ... on ErrorDeUsuario { mensaje } } } }`
	confirmCarga = `mutation($input: ConfirmarCargaInput!) { confirmarCarga(input: $input) { errores { ... on ErrorDeUsuario { mensaje } } } }`
)

// Operaciones are all that an import through a server sends, for one that runs
// trusted documents only.
func Operaciones() []string { return []string{queryHashes, announceCarga, confirmCarga} }

type userError struct{ Mensaje string }

// Upload announces a file, sends it, and confirms it.
func (r *Remote) Upload(ctx context.Context, n documento.Nuevo, content io.Reader) error {
	var start struct {
		IniciarCarga struct {
			Documento struct{ ID string }
			Carga     documento.Carga
			Errores   []userError
		}
	}
	input := map[string]any{
		"carpetaId": r.carpetaID, "titulo": n.Titulo, "tipoDocumento": n.Tipo, "contextoDocumento": n.Contexto,
		"nombreArchivo": n.NombreArchivo, "tipoContenido": n.TipoContenido, "tamanoBytes": n.TamanoBytes, "hashDocumento": n.Hash,
	}
	if err := r.mutate(ctx, announceCarga, input, &start, &start.IniciarCarga.Errores); err != nil {
		return err
	}
	if err := r.send(ctx, start.IniciarCarga.Carga, n.TamanoBytes, content); err != nil {
		return err
	}
	var end struct {
		ConfirmarCarga struct{ Errores []userError }
	}
	input = map[string]any{"documentoId": start.IniciarCarga.Documento.ID}
	return r.mutate(ctx, confirmCarga, input, &end, &end.ConfirmarCarga.Errores)
}

func (r *Remote) mutate(ctx context.Context, mutation string, input map[string]any, data any, errs *[]userError) error {
	if err := r.Do(ctx, mutation, map[string]any{"input": input}, data); err != nil {
		return err
	}
	if len(*errs) > 0 {
		return errors.New((*errs)[0].Mensaje)
	}
	return nil
}

func (r *Remote) send(ctx context.Context, c documento.Carga, size int64, content io.Reader) error {
	req, err := http.NewRequestWithContext(ctx, c.Metodo, c.URL, content)
	if err != nil {
		return err
	}
	req.ContentLength = size
	for _, e := range c.Encabezados {
		if !strings.EqualFold(e.Nombre, "Content-Length") {
			req.Header.Set(e.Nombre, e.Valor)
		}
	}
	resp, err := r.http.Do(req)
	if err != nil {
		return errors.New("the upload did not go through") // the signed URL stays out of messages
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("the object store refused the upload: %s", resp.Status)
	}
	return nil
}

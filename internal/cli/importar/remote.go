package importar

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/cli/client"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
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
	announceCarga = `mutation($input: IniciarCargaInput!) { r: iniciarCarga(input: $input) {
  documento { id } carga { metodo url encabezados { nombre valor } } partes { tamanoParte total recibidas { numero hashParte } }
  errores { ... on ErrorDeUsuario { codigo mensaje } } } }`
	confirmCarga = `mutation($input: ConfirmarCargaInput!) { r: confirmarCarga(input: $input) { errores { ... on ErrorDeUsuario { codigo mensaje } } } }`
)

// Operaciones are all that an import through a server sends, for one that runs
// trusted documents only.
func Operaciones() []string { return []string{queryHashes, announceCarga, signParts, confirmCarga} }

// announced is an upload that the server waits for.
type announced struct {
	Documento struct{ ID string }
	Carga     *documento.Carga
	Partes    *struct {
		TamanoParte int64
		Total       int
		Recibidas   []struct {
			Numero    int
			HashParte string
		}
	}
}

// Upload announces a file, sends it, and confirms it. A large one is sent in parts: what is
// there already, of this run or an earlier one, is not sent again.
func (r *Remote) Upload(ctx context.Context, n documento.Nuevo, content Content) error {
	var a announced
	input := map[string]any{
		"carpetaId": r.carpetaID, "titulo": n.Titulo, "codigoTipo": n.Tipo, "contextoDocumento": n.Contexto,
		"nombreArchivo": n.NombreArchivo, "tipoContenido": n.TipoContenido, "tamanoBytes": n.TamanoBytes, "hashDocumento": n.Hash,
		"porPartes": n.TamanoBytes > documento.TamanoParte,
	}
	if err := r.Change(ctx, announceCarga, input, &a); err != nil {
		return err
	}
	if err := r.transfer(ctx, a, n, content); err != nil {
		return err
	}
	return r.confirm(ctx, a.Documento.ID)
}

// transfer sends the content. An earlier upload of it that still waits is sent as it was announced.
func (r *Remote) transfer(ctx context.Context, a announced, n documento.Nuevo, content Content) error {
	switch {
	case a.Partes != nil:
		return r.sendParts(ctx, a, n, content)
	case a.Carga != nil:
		return r.sendInTurn(ctx, *a.Carga, io.NewSectionReader(content, 0, n.TamanoBytes))
	}
	return errors.New("the server says neither where to send the file nor its parts")
}

// confirm repeats the confirmation while the server verifies a large file: each run of it goes on
// where the last one ended.
func (r *Remote) confirm(ctx context.Context, documentoID string) error {
	for {
		err := r.Change(ctx, confirmCarga, map[string]any{"documentoId": documentoID}, &struct{}{})
		var refused *client.Error
		if !errors.As(err, &refused) || refused.Code != string(fault.StillVerifying) {
			return err
		}
	}
}

// A server that takes too much at a time says when to come again; after so many times it is let be.
const turnTries = 30

// errBusy is what it says.
type errBusy struct{ after time.Duration }

func (errBusy) Error() string { return "the server has too many uploads under way" }

// sendInTurn waits while the server says so. Of what was sent nothing is kept.
func (r *Remote) sendInTurn(ctx context.Context, c documento.Carga, content *io.SectionReader) error {
	for try := 1; ; try++ {
		err := r.send(ctx, c, io.NewSectionReader(content.Outer())) // the last try may still be read
		var busy errBusy
		if !errors.As(err, &busy) || try == turnTries {
			return err
		}
		if err := service.Pause(ctx, busy.after); err != nil {
			return err
		}
	}
}

func (r *Remote) send(ctx context.Context, c documento.Carga, content *io.SectionReader) error {
	req, err := http.NewRequestWithContext(ctx, c.Metodo, c.URL, content)
	if err != nil {
		return err
	}
	req.ContentLength = content.Size()
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
	return answerOf(resp)
}

func answerOf(resp *http.Response) error {
	switch after, err := strconv.Atoi(resp.Header.Get("Retry-After")); {
	case resp.StatusCode == http.StatusPreconditionFailed:
		return nil // it is there: an earlier run sent it, and the confirmation verifies it
	case resp.StatusCode < 300:
		return nil
	case err == nil && after >= 0 && (resp.StatusCode == http.StatusTooManyRequests || resp.StatusCode == http.StatusServiceUnavailable):
		return errBusy{min(time.Duration(after)*time.Second, time.Minute)}
	default:
		return fmt.Errorf("the object store refused the upload: %s", resp.Status)
	}
}

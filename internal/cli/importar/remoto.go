package importar

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/cli/cliente"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// Remoto uploads through the API of a running server, as any client does.
type Remoto struct {
	*cliente.Cliente
	carpetaID string
	http      *http.Client // for the files
}

// plazoRemoto bounds one exchange, the upload of a file included.
const plazoRemoto = 5 * time.Minute

// NuevoRemoto makes a client of the server at a base URL.
func NuevoRemoto(url, token, carpetaID string) *Remoto {
	return &Remoto{cliente.New(url, token, plazoRemoto), carpetaID, &http.Client{Timeout: plazoRemoto}}
}

const consultaHashes = `query($id: ID!, $after: String) { carpeta(id: $id) {
  documentos(first: 100, after: $after, orden: {campo: DOCUMENTO_ID, direccion: ASC}) {
    nodes { hashDocumento } pageInfo { hasNextPage endCursor } } } }`

// Hashes pages through the carpeta.
func (r *Remoto) Hashes(ctx context.Context) (map[string]bool, error) {
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
		if err := r.Pedir(ctx, consultaHashes, map[string]any{"id": r.carpetaID, "after": after}, &data); err != nil {
			return nil, err
		}
		pagina := data.Carpeta.Documentos
		for _, n := range pagina.Nodes {
			hashes[n.HashDocumento] = true
		}
		if !pagina.PageInfo.HasNextPage {
			return hashes, nil
		}
		after = pagina.PageInfo.EndCursor
	}
}

const (
	mutacionIniciar = `mutation($input: IniciarCargaInput!) { iniciarCarga(input: $input) {
  documento { id } carga { metodo url encabezados { nombre valor } } errores { mensaje } } }`
	mutacionConfirmar = `mutation($input: ConfirmarCargaInput!) { confirmarCarga(input: $input) { errores { mensaje } } }`
)

// Operaciones are all that an import through a server sends, for one that runs
// trusted documents only.
func Operaciones() []string { return []string{consultaHashes, mutacionIniciar, mutacionConfirmar} }

type errorDeUsuario struct{ Mensaje string }

// Subir announces a file, sends it, and confirms it.
func (r *Remoto) Subir(ctx context.Context, n documento.Nuevo, contenido io.Reader) error {
	var inicio struct {
		IniciarCarga struct {
			Documento struct{ ID string }
			Carga     documento.Carga
			Errores   []errorDeUsuario
		}
	}
	input := map[string]any{
		"carpetaId": r.carpetaID, "titulo": n.Titulo, "tipoDocumento": n.Tipo, "contextoDocumento": n.Contexto,
		"nombreArchivo": n.NombreArchivo, "tipoContenido": n.TipoContenido, "tamanoBytes": n.TamanoBytes, "hashDocumento": n.Hash,
	}
	if err := r.mutar(ctx, mutacionIniciar, input, &inicio, &inicio.IniciarCarga.Errores); err != nil {
		return err
	}
	if err := r.enviar(ctx, inicio.IniciarCarga.Carga, n.TamanoBytes, contenido); err != nil {
		return err
	}
	var fin struct {
		ConfirmarCarga struct{ Errores []errorDeUsuario }
	}
	input = map[string]any{"documentoId": inicio.IniciarCarga.Documento.ID}
	return r.mutar(ctx, mutacionConfirmar, input, &fin, &fin.ConfirmarCarga.Errores)
}

func (r *Remoto) mutar(ctx context.Context, mutacion string, input map[string]any, data any, errores *[]errorDeUsuario) error {
	if err := r.Pedir(ctx, mutacion, map[string]any{"input": input}, data); err != nil {
		return err
	}
	if len(*errores) > 0 {
		return errors.New((*errores)[0].Mensaje)
	}
	return nil
}

func (r *Remoto) enviar(ctx context.Context, c documento.Carga, tamano int64, contenido io.Reader) error {
	req, err := http.NewRequestWithContext(ctx, c.Metodo, c.URL, contenido)
	if err != nil {
		return err
	}
	req.ContentLength = tamano
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

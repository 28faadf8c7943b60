package verificable

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/cli/client"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/verificable"
)

// patience is for the answer with the link; the file may take longer.
const patience = time.Minute

const queryURL = `query($id: ID!, $titular: Boolean!) { node(id: $id) { ... on Documento { urlVerificable(mostrarTitular: $titular) } } }`

// Operaciones are those that these commands send.
func Operaciones() []string { return []string{queryURL} }

// Exportar fetches the verifiable file of a document, and prints its name.
func Exportar(ctx context.Context, c config.ExportarDocumento, out io.Writer) error {
	var data struct {
		Node struct{ URLVerificable *string }
	}
	vars := map[string]any{"id": c.ID, "titular": c.MostrarNombre}
	if err := client.New(c.URL, c.Token, patience).Do(ctx, queryURL, vars, &data); err != nil {
		return err
	}
	if data.Node.URLVerificable == nil {
		return errors.New("there is no verifiable file of it: it is not there, nobody certified it, or its issuer took it back")
	}
	nombre, err := bajar(ctx, *data.Node.URLVerificable, c.En)
	if err == nil {
		_, err = fmt.Fprintln(out, nombre)
	}
	return err
}

func bajar(ctx context.Context, url, dir string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return "", err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", err
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(resp.Body, 4<<10))
		return "", fmt.Errorf("%s: %s", resp.Status, text)
	}
	nombre := filepath.Join(dir, nombreDe(resp.Header.Get("Content-Disposition")))
	f, err := os.OpenFile(nombre, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return "", err
	}
	_, err = io.Copy(f, resp.Body)
	if err = errors.Join(err, f.Close()); err != nil {
		err = errors.Join(err, os.Remove(nombre)) // half of it proves nothing
	}
	return nombre, err
}

// nombreDe takes the name that the server proposes, if it is one in a folder.
func nombreDe(disposition string) string {
	_, params, err := mime.ParseMediaType(disposition)
	nombre := filepath.Base(params["filename"])
	if err != nil || !filepath.IsLocal(nombre) || nombre == "." {
		return "documento" + verificable.Extension
	}
	return nombre
}

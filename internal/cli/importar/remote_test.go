package importar_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/cli/importar"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// TestImportWaitsItsTurn: a server that takes too many files says when to come again, and the import does, with
// the whole file. Before, one such answer failed the file.
func TestImportWaitsItsTurn(t *testing.T) {
	content := bytes.Repeat([]byte("hola "), 1000)
	var sent atomic.Int32
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	defer server.Close()
	mux.HandleFunc("POST /graphql", func(w http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		if strings.Contains(string(text), "mutation($input: ConfirmarCargaInput!)") {
			fmt.Fprint(w, `{"data": {"r": {"errores": []}}}`)
			return
		}
		fmt.Fprintf(w, `{"data": {"r": {"documento": {"id": "d"}, "carga": {"metodo": "PUT", "url": "%s/objetos/1"}, "errores": []}}}`, server.URL)
	})
	mux.HandleFunc("PUT /objetos/1", func(w http.ResponseWriter, r *http.Request) {
		refusals := []int{http.StatusTooManyRequests, http.StatusServiceUnavailable}
		if n := int(sent.Add(1)); n <= len(refusals) {
			w.Header().Set("Retry-After", "0")
			w.WriteHeader(refusals[n-1])
			return
		}
		if got, err := io.ReadAll(r.Body); err != nil || !bytes.Equal(got, content) {
			t.Errorf("%d bytes came: %v", len(got), err)
		}
		w.WriteHeader(http.StatusCreated)
	})
	n := documento.Nuevo{TamanoBytes: int64(len(content))}
	if err := importar.NewRemote(server.URL, "t", "c").Upload(t.Context(), n, bytes.NewReader(content)); err != nil || sent.Load() != 3 {
		t.Errorf("%v, sent %d times", err, sent.Load())
	}
}

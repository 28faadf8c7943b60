package e2e_test

import (
	"net/http"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// TestErasedFileStaysErased: the signed link of an upload is good for minutes after the
// file was erased, and stores it again for nobody.
func TestErasedFileStaysErased(t *testing.T) {
	t.Parallel()
	house := serverkit.NewHouse(t, serverkit.Embedded)
	mine := house.Seed(t, "--carpetas", "1", "--documentos", "3")[0]
	c := house.Start(t).Client(t, mine.CiudadanoID, "ciudadano")
	content := []byte("borrado para siempre\n")
	r := iniciarCarga(t, c, cargaInput(mine.CarpetaID, content))
	if status := serverkit.Upload(t, *r.Carga, content); status != http.StatusCreated {
		t.Fatalf("upload: status %d", status)
	}
	mustSame(t, "errores of confirmarCarga", nil, confirmarCarga(t, c, r.Documento.ID).Errores)
	link := *allFilas(t, c, mine.CarpetaID)[r.Documento.ID].URLDescarga
	mustSame(t, "the link before", http.StatusOK, statusOf(t, link))
	untilEstado(t, c, deleteDocumento(t, c, r.Documento.ID, 0).EventoID, "COMPLETADA", soon)
	mustSame(t, "the old upload", http.StatusForbidden, serverkit.Upload(t, *r.Carga, content))
	mustSame(t, "the old link", http.StatusNotFound, statusOf(t, link))
}

func statusOf(t *testing.T, link string) int {
	t.Helper()
	resp, err := http.Get(link)
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	return resp.StatusCode
}

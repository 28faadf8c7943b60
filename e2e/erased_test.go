package e2e_test

import (
	"net/http"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// TestErasedFileStaysErased: the signed links of an upload and of a download are good for
// minutes after the file was erased, and store it again, or show it, for nobody.
func TestErasedFileStaysErased(t *testing.T) {
	t.Parallel()
	for _, profile := range []serverkit.Profile{serverkit.Embedded, serverkit.Distributed} {
		t.Run(string(profile), func(t *testing.T) { erasedStaysErased(t, profile) })
	}
}

func erasedStaysErased(t *testing.T, profile serverkit.Profile) {
	refused := map[serverkit.Profile]int{serverkit.Embedded: http.StatusForbidden, serverkit.Distributed: http.StatusPreconditionFailed}[profile]
	house := serverkit.NewHouse(t, profile)
	mine := house.Seed(t, "--carpetas", "1", "--documentos", "3")[0]
	c := house.Start(t).Client(t, mine.CiudadanoID, "ciudadano")
	content := []byte("borrado para siempre\n")
	r := iniciarCarga(t, c, cargaInput(mine.CarpetaID, content))
	if status := serverkit.Upload(t, *r.Carga, content); status/100 != 2 {
		t.Fatalf("upload: status %d", status)
	}
	mustSame(t, "errores of confirmarCarga", nil, confirmarCarga(t, c, r.Documento.ID).Errores)
	mustSame(t, "an upload over the file", http.StatusPreconditionFailed, serverkit.Upload(t, *r.Carga, content))
	link := *allFilas(t, c, mine.CarpetaID)[r.Documento.ID].URLDescarga
	mustSame(t, "the link before", http.StatusOK, statusOf(t, link))
	untilEstado(t, c, deleteDocumento(t, c, r.Documento.ID, 0).EventoID, "COMPLETADA", soon)
	mustSame(t, "the old upload", refused, serverkit.Upload(t, *r.Carga, content))
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

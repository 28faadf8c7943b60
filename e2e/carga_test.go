package e2e_test

import (
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

const (
	iniciarMutation = `mutation($input: IniciarCargaInput!) { r: iniciarCarga(input: $input) {
  documento { ` + filaFields + ` } carga { metodo url encabezados { nombre valor } expiraEn } errores { __typename ... on ErrorDeUsuario { codigo mensaje } } } }`
	confirmarMutation = `mutation($id: ID!) { r: confirmarCarga(input: {documentoId: $id}) {
  documento { ` + filaFields + ` } carpeta { totalDocumentosAproximado } errores { __typename ... on ErrorDeUsuario { codigo mensaje } } } }`
)

type iniciarResult struct {
	Documento *fila
	Carga     *serverkit.Carga
	Errores   []userError
}

type confirmarResult struct {
	Documento *fila
	Carpeta   *struct{ TotalDocumentosAproximado int64 }
	Errores   []userError
}

func cargaInput(carpetaID string, content []byte) obj {
	return obj{
		"carpetaId": carpetaID, "titulo": "Acta de matrimonio", "codigoTipo": "REGISTRO_CIVIL", "nombreArchivo": "acta.txt",
		"tipoContenido": "text/plain; charset=utf-8", "tamanoBytes": len(content), "hashDocumento": hashOf(content),
	}
}

func iniciarCarga(t *testing.T, c serverkit.Client, input obj) iniciarResult {
	t.Helper()
	return serverkit.Do[alias[iniciarResult]](t, c, iniciarMutation, obj{"input": input}).R
}

func confirmarCarga(t *testing.T, c serverkit.Client, id string) confirmarResult {
	t.Helper()
	return serverkit.Do[alias[confirmarResult]](t, c, confirmarMutation, obj{"id": id}).R
}

// uploadAndConfirmar uploads a file as a client does, and returns the document's id.
func uploadAndConfirmar(t *testing.T, c serverkit.Client, carpetaID string, content []byte) string {
	t.Helper()
	before := totalOf(t, c, carpetaID)
	r := iniciarCarga(t, c, cargaInput(carpetaID, content))
	mustSame(t, "errores of iniciarCarga", nil, r.Errores)
	mustSame(t, "estado of the announced document", "CARGANDO", r.Documento.EstadoDocumento)
	if status := serverkit.Upload(t, *r.Carga, content); status != 200 && status != 201 {
		t.Fatalf("upload: status %d", status)
	}
	if n := totalOf(t, c, carpetaID); n != before {
		t.Errorf("an unconfirmed upload is counted: %d", n)
	}
	for range 2 { // the second changes nothing
		f := confirmarCarga(t, c, r.Documento.ID)
		mustSame(t, "errores of confirmarCarga", nil, f.Errores)
		mustSame(t, "confirmarCarga", obj{"estado": "PROCESADO", "total": before + 1},
			obj{"estado": f.Documento.EstadoDocumento, "total": f.Carpeta.TotalDocumentosAproximado})
	}
	return r.Documento.ID
}

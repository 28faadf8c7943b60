package e2e_test

import (
	"bytes"
	"fmt"
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

// TestCargaOfAnotherFileIsRefused: the store refuses every file but the announced one, and
// nothing is half there afterwards.
func TestCargaOfAnotherFileIsRefused(t *testing.T) {
	onBothProfiles(t, func(t *testing.T, p serverkit.Profile) {
		house := serverkit.NewHouse(t, p)
		mine := house.Seed(t, "--carpetas", "1", "--documentos", "3")[0]
		s := house.With("CARPETA_UPLOAD_MAX_BYTES=1000").Start(t)
		c := s.Client(t, mine.CiudadanoID, "ciudadano")
		content := []byte("el contenido anunciado")

		t.Run("wrong file", func(t *testing.T) { wrongFile(t, house, c, mine.CarpetaID, content) })
		t.Run("before upload", func(t *testing.T) {
			r := iniciarCarga(t, c, cargaInput(mine.CarpetaID, content))
			refusesConfirmar(t, c, r.Documento.ID, "CargaInvalida")
		})
		t.Run("twice", func(t *testing.T) {
			r := iniciarCarga(t, c, cargaInput(mine.CarpetaID, content))
			first, second := serverkit.Upload(t, *r.Carga, content), serverkit.Upload(t, *r.Carga, content)
			if first/100 != 2 || second != 412 {
				t.Errorf("uploads: %d, %d", first, second)
			}
			if f := confirmarCarga(t, c, r.Documento.ID); len(f.Errores) > 0 {
				t.Errorf("confirmarCarga: %+v", f)
			}
			if status := serverkit.Upload(t, *r.Carga, content); status != 412 {
				t.Errorf("upload over a confirmed document: status %d", status)
			}
		})
		t.Run("bad announcement", func(t *testing.T) { badAnnouncement(t, c, mine.CarpetaID, content) })
		if n := totalOf(t, c, mine.CarpetaID); n != 4 {
			t.Errorf("%d documents, want the 3 of the beginning and the good one", n)
		}
	})
}

func wrongFile(t *testing.T, house *serverkit.House, c serverkit.Client, carpetaID string, content []byte) {
	other := bytes.ToUpper(content)
	for name, tc := range map[string]struct {
		body   []byte
		change func(*serverkit.Carga)
	}{
		"hash":    {body: other},
		"longer":  {body: append(bytes.Clone(content), 'x')},
		"shorter": {body: content[1:]},
		"empty":   {body: nil},
		"type":    {body: content, change: func(k *serverkit.Carga) { setHeader(k, "Content-Type", "text/html") }},
		"hash header": {body: other, change: func(k *serverkit.Carga) {
			for i, e := range k.Headers {
				if e.Name != "Content-Type" && e.Name != "Content-Length" {
					k.Headers[i].Value = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
				}
			}
		}},
	} {
		r := iniciarCarga(t, c, cargaInput(carpetaID, content))
		if tc.change != nil {
			tc.change(r.Carga)
		}
		if status := serverkit.Upload(t, *r.Carga, tc.body); status < 400 || status > 499 {
			t.Errorf("%s: upload answered %d", name, status)
		}
		refusesConfirmar(t, c, r.Documento.ID, "CargaInvalida")
		if n := objetos(t, house, carpetaID)[r.Documento.DocumentoID]; n != 0 {
			t.Errorf("%s: %d objects stored", name, n)
		}
	}
}

func setHeader(k *serverkit.Carga, name, value string) {
	for i, e := range k.Headers {
		if e.Name == name {
			k.Headers[i].Value = value
			return
		}
	}
	k.Headers = append(k.Headers, serverkit.Header{Name: name, Value: value})
}

func refusesConfirmar(t *testing.T, c serverkit.Client, id, typeName string) {
	t.Helper()
	f := confirmarCarga(t, c, id)
	requireRefused(t, "confirmarCarga", f.Documento != nil, f.Errores, typeName)
}

func badAnnouncement(t *testing.T, c serverkit.Client, carpetaID string, content []byte) {
	for field, value := range map[string]any{
		"titulo": "", "nombreArchivo": "../escape.txt", "tipoContenido": "sin barra", "tamanoBytes": 1001, "hashDocumento": "abc",
	} {
		input := cargaInput(carpetaID, content)
		input[field] = value
		r := iniciarCarga(t, c, input)
		requireRefused(t, fmt.Sprintf("%s = %v", field, value), r.Documento != nil, r.Errores, "EntradaInvalida")
	}
}

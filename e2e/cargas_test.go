package e2e_test

import (
	"bytes"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

const (
	mutacionIniciar = `mutation($input: IniciarCargaInput!) { r: iniciarCarga(input: $input) {
  documento { ` + camposFila + ` } carga { metodo url encabezados { nombre valor } expiraEn } errores { __typename codigo mensaje } } }`
	mutacionConfirmar = `mutation($id: ID!) { r: confirmarCarga(input: {documentoId: $id}) {
  documento { ` + camposFila + ` } carpeta { totalDocumentosAproximado } errores { __typename codigo mensaje } } }`
)

type resultadoIniciar struct {
	Documento *fila
	Carga     *serverkit.Carga
	Errores   []errorDeUsuario
}

type resultadoConfirmar struct {
	Documento *fila
	Carpeta   *struct{ TotalDocumentosAproximado int64 }
	Errores   []errorDeUsuario
}

func entradaCarga(carpetaID string, contenido []byte) obj {
	return obj{
		"carpetaId": carpetaID, "titulo": "Acta de matrimonio", "tipoDocumento": "REGISTRO_CIVIL", "nombreArchivo": "acta.txt",
		"tipoContenido": "text/plain; charset=utf-8", "tamanoBytes": len(contenido), "hashDocumento": hashDe(contenido),
	}
}

func iniciarCarga(t *testing.T, c serverkit.Client, input obj) resultadoIniciar {
	t.Helper()
	return serverkit.Do[alias[resultadoIniciar]](t, c, mutacionIniciar, obj{"input": input}).R
}

func confirmarCarga(t *testing.T, c serverkit.Client, id string) resultadoConfirmar {
	t.Helper()
	return serverkit.Do[alias[resultadoConfirmar]](t, c, mutacionConfirmar, obj{"id": id}).R
}

// subirYConfirmar uploads a file as a client does, and returns the document's id.
func subirYConfirmar(t *testing.T, c serverkit.Client, carpetaID string, contenido []byte) string {
	t.Helper()
	antes := total(t, c, carpetaID)
	r := iniciarCarga(t, c, entradaCarga(carpetaID, contenido))
	if len(r.Errores) > 0 || r.Documento.EstadoDocumento != "CARGANDO" {
		t.Fatalf("iniciarCarga: %+v", r)
	}
	if estado := serverkit.Upload(t, *r.Carga, contenido); estado != 200 && estado != 201 {
		t.Fatalf("upload: status %d", estado)
	}
	if n := total(t, c, carpetaID); n != antes {
		t.Errorf("an unconfirmed upload is counted: %d", n)
	}
	for range 2 { // the second changes nothing
		f := confirmarCarga(t, c, r.Documento.ID)
		if len(f.Errores) > 0 || f.Documento.EstadoDocumento != "PROCESADO" || f.Carpeta.TotalDocumentosAproximado != antes+1 {
			t.Fatalf("confirmarCarga: %+v", f)
		}
	}
	return r.Documento.ID
}

// TestCargasRechazadas: the store refuses every file but the announced one, and
// nothing is half there afterwards.
func TestCargasRechazadas(t *testing.T) {
	enAmbos(t, func(t *testing.T, p serverkit.Profile) {
		casa := serverkit.NewHouse(t, p)
		mia := casa.Seed(t, "--carpetas", "1", "--documentos", "3")[0]
		s := casa.With("CARPETA_UPLOAD_MAX_BYTES=1000").Start(t)
		c := s.Client(t, mia.CiudadanoID, "ciudadano")
		contenido := []byte("el contenido anunciado")

		t.Run("wrong file", func(t *testing.T) { archivoEquivocado(t, casa, c, mia.CarpetaID, contenido) })
		t.Run("before upload", func(t *testing.T) {
			r := iniciarCarga(t, c, entradaCarga(mia.CarpetaID, contenido))
			rechazaConfirmar(t, c, r.Documento.ID, "CargaInvalida")
		})
		t.Run("twice", func(t *testing.T) {
			r := iniciarCarga(t, c, entradaCarga(mia.CarpetaID, contenido))
			primera, segunda := serverkit.Upload(t, *r.Carga, contenido), serverkit.Upload(t, *r.Carga, contenido)
			if primera/100 != 2 || segunda != 412 {
				t.Errorf("uploads: %d, %d", primera, segunda)
			}
			if f := confirmarCarga(t, c, r.Documento.ID); len(f.Errores) > 0 {
				t.Errorf("confirmarCarga: %+v", f)
			}
			if estado := serverkit.Upload(t, *r.Carga, contenido); estado != 412 {
				t.Errorf("upload over a confirmed document: status %d", estado)
			}
		})
		t.Run("bad announcement", func(t *testing.T) { anuncioMalo(t, c, mia.CarpetaID, contenido) })
		if n := total(t, c, mia.CarpetaID); n != 4 {
			t.Errorf("%d documents, want the 3 of the beginning and the good one", n)
		}
	})
}

func archivoEquivocado(t *testing.T, casa *serverkit.House, c serverkit.Client, carpetaID string, contenido []byte) {
	otro := bytes.ToUpper(contenido)
	for nombre, caso := range map[string]struct {
		cuerpo []byte
		cambia func(*serverkit.Carga)
	}{
		"hash":    {cuerpo: otro},
		"longer":  {cuerpo: append(bytes.Clone(contenido), 'x')},
		"shorter": {cuerpo: contenido[1:]},
		"empty":   {cuerpo: nil},
		"type":    {cuerpo: contenido, cambia: func(k *serverkit.Carga) { encabezado(k, "Content-Type", "text/html") }},
		"hash header": {cuerpo: otro, cambia: func(k *serverkit.Carga) {
			for i, e := range k.Headers {
				if e.Name != "Content-Type" && e.Name != "Content-Length" {
					k.Headers[i].Value = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
				}
			}
		}},
	} {
		r := iniciarCarga(t, c, entradaCarga(carpetaID, contenido))
		if caso.cambia != nil {
			caso.cambia(r.Carga)
		}
		if estado := serverkit.Upload(t, *r.Carga, caso.cuerpo); estado < 400 || estado > 499 {
			t.Errorf("%s: upload answered %d", nombre, estado)
		}
		rechazaConfirmar(t, c, r.Documento.ID, "CargaInvalida")
		if n := objetos(t, casa, carpetaID)[r.Documento.DocumentoID]; n != 0 {
			t.Errorf("%s: %d objects stored", nombre, n)
		}
	}
}

func encabezado(k *serverkit.Carga, nombre, valor string) {
	for i, e := range k.Headers {
		if e.Name == nombre {
			k.Headers[i].Value = valor
			return
		}
	}
	k.Headers = append(k.Headers, serverkit.Header{Name: nombre, Value: valor})
}

func rechazaConfirmar(t *testing.T, c serverkit.Client, id, tipo string) {
	t.Helper()
	f := confirmarCarga(t, c, id)
	if len(f.Errores) != 1 || f.Errores[0].Typename != tipo || f.Documento != nil {
		t.Errorf("confirmarCarga: %+v", f)
	}
}

func anuncioMalo(t *testing.T, c serverkit.Client, carpetaID string, contenido []byte) {
	for campo, valor := range map[string]any{
		"titulo": "", "nombreArchivo": "../escape.txt", "tipoContenido": "sin barra", "tamanoBytes": 1001, "hashDocumento": "abc",
	} {
		input := entradaCarga(carpetaID, contenido)
		input[campo] = valor
		r := iniciarCarga(t, c, input)
		if r.Documento != nil || len(r.Errores) != 1 || r.Errores[0].Typename != "EntradaInvalida" {
			t.Errorf("%s = %v: %+v", campo, valor, r)
		}
	}
}

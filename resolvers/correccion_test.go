package resolvers_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

const correctMutation = `mutation($i: EditarDocumentoInput!) { r: editarDocumento(input: $i) { documento { titulo contextoDocumento tipo version }
  errores { __typename ... on ErrorDeUsuario { codigo } ... on EntradaInvalida { campos { campo } } ... on DocumentoCambiado { documento { titulo version } } } } }`

// correct is the document after a correction, and the codes and fields of its refusal.
func (w *world) correct(input map[string]any) (d map[string]any, refusal string) {
	w.t.Helper()
	r := w.good(ana, correctMutation, map[string]any{"i": input})["r"].(map[string]any)
	d, _ = r["documento"].(map[string]any)
	for _, e := range r["errores"].([]any) {
		e := e.(map[string]any)
		refusal += e["codigo"].(string)
		if campos, found := e["campos"].([]any); found {
			for _, c := range campos {
				refusal += " " + c.(map[string]any)["campo"].(string)
			}
		}
		if now, found := e["documento"].(map[string]any); found {
			refusal += " " + now["titulo"].(string)
		}
	}
	return d, refusal
}

type wish = map[string]any

func TestACorrection(t *testing.T) {
	w := newWorld(t)
	id := documentoGlobalID(1, 1)
	var told []documento.Novedad
	w.resolver.Documentos.Avisar = func(n documento.Novedad) { told = append(told, n) }

	for _, c := range []struct {
		what         string
		input        wish
		titulo       string
		version      float64
		refusal      string
		writes, news int
	}{
		{"the first", wish{"version": 1, "titulo": "  Acta\u0301 de grado "}, "Actá de grado", 2, "", 3, 1}, // its event enters the operador and the day
		{"the same again: its answer was lost", wish{"version": 1, "titulo": "Actá de grado"}, "Actá de grado", 2, "", 0, 0},
		{"another tab, with the old version", wish{"version": 1, "titulo": "Otra"}, "", 0, "DOCUMENTO_CAMBIADO Actá de grado", 0, 0},
		{"a version that nobody has seen", wish{"version": 3, "titulo": "Otra"}, "", 0, "DOCUMENTO_CAMBIADO Actá de grado", 0, 0},
		{"nothing changes", wish{"version": 2, "titulo": "Actá de grado", "codigoTipo": "DIPLOMA"}, "Actá de grado", 2, "", 0, 0},
		{"nothing is asked", wish{"version": 2}, "Actá de grado", 2, "", 0, 0},
		{"null is as absent", wish{"version": 2, "titulo": nil, "codigoTipo": "FACTURA", "contextoDocumento": nil}, "Actá de grado", 3, "", 1, 1},
		{"a context", wish{"version": 3, "contextoDocumento": "Estudios"}, "Actá de grado", 4, "", 1, 1},
		{"none", wish{"version": 4, "contextoDocumento": " "}, "Actá de grado", 5, "", 1, 1},
		{"no title", wish{"version": 5, "titulo": " "}, "", 0, "BAD_USER_INPUT titulo", 0, 0},
		{"accents alone", wish{"version": 5, "titulo": "\u0301\u0301\u0301"}, "", 0, "BAD_USER_INPUT titulo", 0, 0},
		{"10,000 characters", wish{"version": 5, "titulo": strings.Repeat("ñ", 10_000)}, "", 0, "BAD_USER_INPUT titulo", 0, 0},
		{"control characters", wish{"version": 5, "titulo": "a\x00b", "contextoDocumento": "a\nb"}, "", 0, "BAD_USER_INPUT titulo contextoDocumento", 0, 0},
		{"changes of direction", wish{"version": 5, "titulo": "factura\u202Efdp"}, "", 0, "BAD_USER_INPUT titulo", 0, 0},
		{"no version", wish{"version": 0, "titulo": "x"}, "", 0, "BAD_USER_INPUT version", 0, 0},
		{"200 characters", wish{"version": 5, "titulo": strings.Repeat("ñ", 200)}, strings.Repeat("ñ", 200), 6, "", 1, 1},
	} {
		c.input["documentoId"], told = id, nil
		d, refusal := w.correct(c.input)
		titulo, _ := d["titulo"].(string)
		version, _ := d["version"].(float64)
		if titulo != c.titulo || version != c.version || refusal != c.refusal {
			t.Errorf("%s: %.40q, version %v, refusal %q; want %.40q, %v, %q", c.what, titulo, version, refusal, c.titulo, c.version, c.refusal)
		}
		if n := w.counted()["Corregir"]; n != c.writes || len(told) != c.news {
			t.Errorf("%s: %d writes and %d news, want %d and %d", c.what, n, len(told), c.writes, c.news)
		}
	}
}

func TestWhatIsNotCorrected(t *testing.T) {
	w := newWorld(t)
	e, err := w.resolver.Eliminaciones.Solicitar(t.Context(), ana, eliminacion.Pedido{Clave: key(1, 1), Ventana: 600e9})
	w.must(err)
	_, after := w.correct(wish{"documentoId": documentoGlobalID(1, 1), "version": 1, "titulo": "Otra"})
	_, certified := w.correct(wish{"documentoId": documentoGlobalID(1, 3), "version": 1, "titulo": "Otra"})
	_, foreign := w.correct(wish{"documentoId": documentoGlobalID(2, 1), "version": 1, "titulo": "Otra"})
	_, bare := w.correct(wish{"documentoId": key(1, 2).DocumentoID, "version": 1, "titulo": "Otra"})
	want := []string{"DOCUMENTO_BLOQUEADO", "DOCUMENTO_CERTIFICADO", "NOT_FOUND", ""}
	if d := cmp.Diff(want, []string{after, certified, foreign, bare}); d != "" {
		t.Errorf("refusals (-want +got):\n%s", d)
	}
	_, err = w.resolver.Eliminaciones.Cancelar(t.Context(), ana, e.EventoID)
	w.must(err)
	if d, refusal := w.correct(wish{"documentoId": documentoGlobalID(1, 1), "version": 1, "titulo": "Otra"}); refusal != "" || d["version"] != 2.0 {
		t.Errorf("after the deletion was taken back: %v %s", d, refusal)
	}
}

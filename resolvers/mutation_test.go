package resolvers_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/graph/model"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/resolvers"
)

// A failure is one of two things: an error of the payload, or one of GraphQL.
func TestUserErrors(t *testing.T) {
	cases := map[string]struct {
		err  error
		want []model.ErrorDeUsuario // nil: it stays a GraphQL error
	}{
		"success":     {nil, []model.ErrorDeUsuario{}},
		"not found":   {auth.NotFound(), []model.ErrorDeUsuario{model.DocumentoNoEncontrado{Codigo: fault.NotFound, Mensaje: "No se encontró el documento."}}},
		"not allowed": {fault.New(fault.VentanaClosed, "no"), []model.ErrorDeUsuario{model.OperacionNoPermitida{Codigo: fault.VentanaClosed, Mensaje: "no"}}},
		"bad file":    {fault.New(fault.FileDiffers, "mal"), []model.ErrorDeUsuario{model.CargaInvalida{Codigo: fault.FileDiffers, Mensaje: "mal"}}},
		"bad field": {fault.New(fault.BadUserInput, "mal").WithCampo("titulo", "largo"), []model.ErrorDeUsuario{
			model.EntradaInvalida{Codigo: fault.BadUserInput, Mensaje: "mal", Campos: []model.CampoInvalido{{Campo: "titulo", Mensaje: "largo"}}},
		}},
		"forbidden":   {fault.Plain(fault.Forbidden), nil},
		"no reason":   {fault.Plain(fault.NotAllowed), nil},
		"no field":    {fault.Plain(fault.BadUserInput), nil},
		"no carpeta":  {fault.Plain(fault.SinCarpeta), nil},
		"unavailable": {fault.Plain(fault.Unavailable), nil},
		"a deadline":  {context.DeadlineExceeded, nil},
		"a bug":       {errors.New("bug"), nil},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			got, err := resolvers.UserErrors(t.Context(), tc.err)
			if tc.want == nil {
				if !errors.Is(err, tc.err) {
					t.Errorf("got %v and payload %v", err, got)
				}
				return
			}
			if err != nil {
				t.Errorf("it stays an error of GraphQL: %v", err)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("errors of the payload (-want +got):\n%s", diff)
			}
		})
	}
}

// Every mutation answers alike: its result is null beside an error.
func TestPayloadsOfWhatIsNotThere(t *testing.T) {
	w := newWorld(t)
	documento, evento := map[string]any{"id": documentoGlobalID(1, 9)}, map[string]any{"id": eliminacionGlobalID(uuid(8, 8))}
	cases := map[string]struct {
		query     string
		variables map[string]any
		quien     auth.Principal
		typename  string
	}{
		"deleteDocumento":       {`deleteDocumento(input: {documentoId: $id}) { documento { id } eliminacion { id }`, documento, ana, "DocumentoNoEncontrado"},
		"solicitarEliminacion":  {`solicitarEliminacion(input: {documentoId: $id, motivo: "m"}) { documento { id } eliminacion { id }`, documento, ana, "DocumentoNoEncontrado"},
		"confirmarCarga":        {`confirmarCarga(input: {documentoId: $id}) { documento { id } carpeta { id }`, documento, ana, "DocumentoNoEncontrado"},
		"cancelarEliminacion":   {`cancelarEliminacion(input: {eventoId: $id}) { documento { id } eliminacion { id }`, evento, ana, "EliminacionNoEncontrada"},
		"reintentarEliminacion": {`reintentarEliminacion(input: {eventoId: $id}) { eliminacion { id }`, evento, oficial, "EliminacionNoEncontrada"},
		"aprobarEliminacion":    {`aprobarEliminacion(input: {eventoId: $id}) { eliminacion { id }`, evento, oficial, "EliminacionNoEncontrada"},
		"rechazarEliminacion":   {`rechazarEliminacion(input: {eventoId: $id, comentario: "c"}) { eliminacion { id }`, evento, oficial, "EliminacionNoEncontrada"},
		"a malformed id":        {`cancelarEliminacion(input: {eventoId: $id}) { documento { id } eliminacion { id }`, map[string]any{"id": "x"}, ana, "EliminacionNoEncontrada"},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			data := w.good(tc.quien, `mutation($id: ID!) { r: `+tc.query+` errores { __typename ... on ErrorDeUsuario { codigo } } } }`, tc.variables)
			payload := data["r"].(map[string]any)
			want := []any{map[string]any{"__typename": tc.typename, "codigo": "NOT_FOUND"}}
			if diff := cmp.Diff(want, payload["errores"]); diff != "" {
				t.Errorf("errores (-want +got):\n%s", diff)
			}
			delete(payload, "errores")
			for field, value := range payload {
				if value != nil {
					t.Errorf("%s: %v beside an error", field, value)
				}
			}
		})
	}
}

func TestRedrivePayloadBesideAnError(t *testing.T) {
	w := newWorld(t)
	data := w.good(oficial, `mutation { reencolarMensajes(input: {cola: "minio.cleanup.dlq", copiaIds: ["x"]}) {
		simulado lotes { tamano } reencolados restantes detenidoPor detalle errores { __typename } } }`, nil)
	want := map[string]any{"simulado": false, "lotes": []any{}, "reencolados": 0.0, "restantes": 0.0, "detenidoPor": nil, "detalle": nil,
		"errores": []any{map[string]any{"__typename": "MensajeNoEncontrado"}}}
	if diff := cmp.Diff(want, data["reencolarMensajes"]); diff != "" {
		t.Errorf("payload (-want +got):\n%s", diff)
	}
}

// TestMutationsAreToldOf: with the code of the failure, also if it stands in the payload.
func TestMutationsAreToldOf(t *testing.T) {
	w := newWorld(t)
	var told []string
	w.resolver.Cambiado = func(mutation string, codigo fault.Code) { told = append(told, mutation+" "+string(codigo)) }
	const delete = `mutation($id: ID!) { otro: deleteDocumento(input: {documentoId: $id}) { errores { __typename } } }`
	w.query(ana, delete, map[string]any{"id": documentoGlobalID(1, 1)})
	w.query(ana, delete, map[string]any{"id": documentoGlobalID(1, 77)})
	if diff := cmp.Diff([]string{"deleteDocumento ", "deleteDocumento NOT_FOUND"}, told); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestAPanicIsToldOf: it is our failure, like any other.
func TestAPanicIsToldOf(t *testing.T) {
	w := newWorld(t)
	var told []string
	w.resolver.Cambiado = func(mutation string, codigo fault.Code) { told = append(told, mutation+" "+string(codigo)) }
	w.resolver.Documentos = nil
	w.query(ana, `mutation($id: ID!) { editarDocumento(input: {documentoId: $id, version: 1, titulo: "otro"}) { errores { __typename } } }`,
		map[string]any{"id": documentoGlobalID(1, 1)})
	if diff := cmp.Diff([]string{"editarDocumento INTERNAL"}, told); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestAFailureAmongSeveralIsToldOf: the mutation goes on, and its promise is broken all the same.
func TestAFailureAmongSeveralIsToldOf(t *testing.T) {
	w := newWorld(t)
	var told []string
	w.resolver.Cambiado = func(mutation string, codigo fault.Code) { told = append(told, mutation+" "+string(codigo)) }
	w.resolver.Cambios = quota.New(quota.Config{PerSecond: 0.001, Burst: 1}, time.Now)
	w.query(ana, `mutation { eliminarDocumentos(input: { documentoIds: ["`+documentoGlobalID(1, 1)+`", "`+documentoGlobalID(1, 2)+`"] }) { resultados { pedido } } }`, nil)
	if diff := cmp.Diff([]string{"eliminarDocumentos RATE_LIMITED", "eliminarDocumentos "}, told); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestUploadWithoutACarpetaIsAnError(t *testing.T) {
	w := newWorld(t)
	a := w.query(ana, `mutation($c: ID!, $h: String!) { iniciarCarga(input: {carpetaId: $c, titulo: "t", codigoTipo: "DIPLOMA", nombreArchivo: "a.pdf",
		tipoContenido: "application/pdf", tamanoBytes: 1, hashDocumento: $h}) { errores { ... on ErrorDeUsuario { codigo } } } }`,
		map[string]any{"c": carpetaGlobalID(7), "h": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"})
	if diff := cmp.Diff([]string{"NOT_FOUND"}, a.codes); diff != "" {
		t.Errorf("codes (-want +got):\n%s", diff)
	}
}

// TestAFileOfAnUnknownKindIsBytes: browsers say nothing of such a file.
func TestAFileOfAnUnknownKindIsBytes(t *testing.T) {
	w := newWorld(t)
	data := w.good(ana, `mutation($h: String!) { iniciarCarga(input: {titulo: "t", codigoTipo: "DIPLOMA", nombreArchivo: "a.xyz",
		tipoContenido: "", tamanoBytes: 1, hashDocumento: $h}) { documento { documentoId } errores { __typename } } }`,
		map[string]any{"h": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"})
	id := data["iniciarCarga"].(map[string]any)["documento"].(map[string]any)["documentoId"].(string)
	d, err := w.store.Documento(t.Context(), documento.Clave{CarpetaID: uuid(1, 0), DocumentoID: id})
	w.must(err)
	if d.TipoContenido != "application/octet-stream" {
		t.Errorf("it is announced as %q", d.TipoContenido)
	}
}

// TestAnUploadThatWaitsIsNoDocumentYet: nothing deletes, corrects or asks for it; each way says why.
func TestAnUploadThatWaitsIsNoDocumentYet(t *testing.T) {
	w := newWorld(t)
	begun := w.good(ana, `mutation($c: ID!, $h: String!) { r: iniciarCarga(input: {carpetaId: $c, titulo: "t", codigoTipo: "DIPLOMA", nombreArchivo: "a.pdf",
		tipoContenido: "application/pdf", tamanoBytes: 1, hashDocumento: $h}) { documento { id } errores { __typename } } }`,
		map[string]any{"c": carpetaGlobalID(1), "h": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"})
	id := begun["r"].(map[string]any)["documento"].(map[string]any)["id"]
	for _, mutation := range []string{
		`deleteDocumento(input: {documentoId: $id})`,
		`solicitarEliminacion(input: {documentoId: $id, motivo: "Es un duplicado"})`,
		`editarDocumento(input: {documentoId: $id, version: 1, titulo: "otro"})`,
	} {
		data := w.good(ana, `mutation($id: ID!) { r: `+mutation+` { errores { ... on ErrorDeUsuario { codigo } } } }`, map[string]any{"id": id})
		if got := fmt.Sprint(data["r"]); got != "map[errores:[map[codigo:DOCUMENTO_EN_CARGA]]]" {
			t.Errorf("%s: %s", mutation, got)
		}
	}
	data := w.good(ana, `mutation($id: ID!) { r: eliminarDocumentos(input: { documentoIds: [$id] }) { resultados { errores { ... on ErrorDeUsuario { codigo } } } } }`, map[string]any{"id": id})
	if got := fmt.Sprint(data["r"]); got != "map[resultados:[map[errores:[map[codigo:DOCUMENTO_EN_CARGA]]]]]" {
		t.Errorf("eliminarDocumentos: %s", got)
	}
}

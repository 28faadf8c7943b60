package e2e_test

import (
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

const (
	cargasQuery   = `query($id: ID!) { r: carpeta(id: $id) { uso { bytes documentos } cargas { nodes { documento { id titulo estadoDocumento } } } } }`
	renewMutation = `mutation($id: ID!) { r: renovarCarga(input: {documentoId: $id}) { documento { id } carga { metodo url encabezados { nombre valor } expiraEn }
  errores { __typename ... on ErrorDeUsuario { codigo mensaje } } } }`
	cancelMutation = `mutation($id: ID!) { r: cancelarCarga(input: {documentoId: $id}) { documentoGlobalId carpeta { uso { bytes documentos } }
  errores { __typename ... on ErrorDeUsuario { codigo mensaje } } } }`
)

type pendingResult struct {
	Uso    struct{ Bytes, Documentos int64 }
	Cargas struct {
		Nodes []struct {
			Documento struct{ ID, Titulo, EstadoDocumento string }
		}
	}
}

type cancelResult struct {
	DocumentoGlobalID *string `json:"documentoGlobalId"`
	Carpeta           *struct {
		Uso struct{ Bytes, Documentos int64 }
	}
	Errores []userError
}

func pendingOf(t *testing.T, c serverkit.Client, carpetaID string) pendingResult {
	t.Helper()
	return serverkit.Do[alias[pendingResult]](t, c, cargasQuery, obj{"id": carpetaID}).R
}

func cancelarCarga(t *testing.T, c serverkit.Client, id string) cancelResult {
	t.Helper()
	return serverkit.Do[alias[cancelResult]](t, c, cancelMutation, obj{"id": id}).R
}

// TestUploadsSurvivePeople: an upload that waits is found again, signed anew, sent by another device, or ended; and
// what was ended stays ended, whatever its links are used for.
func TestUploadsSurvivePeople(t *testing.T) {
	onBothProfiles(t, func(t *testing.T, p serverkit.Profile) {
		house := serverkit.NewHouse(t, p)
		mine := house.Seed(t, "--carpetas", "1", "--documentos", "3")[0]
		s := house.Start(t)
		c := s.Client(t, mine.CiudadanoID, "ciudadano")
		before := pendingOf(t, c, mine.CarpetaID)
		content := []byte("la cédula, escaneada")

		first := iniciarCarga(t, c, cargaInput(mine.CarpetaID, content))
		again := cargaInput(mine.CarpetaID, content)
		again["titulo"] = "Cédula"
		second := iniciarCarga(t, c, again)
		mustSame(t, "the same file again", first.Documento.ID, second.Documento.ID)
		list := pendingOf(t, c, mine.CarpetaID)
		if len(list.Cargas.Nodes) != 1 || list.Cargas.Nodes[0].Documento.Titulo != "Cédula" || list.Uso.Documentos != before.Uso.Documentos+1 {
			t.Fatalf("waiting: %+v, before %+v", list, before)
		}
		renewed := serverkit.Do[alias[iniciarResult]](t, c, renewMutation, obj{"id": first.Documento.ID}).R
		mustSame(t, "errores of renovarCarga", nil, renewed.Errores)
		if status := serverkit.Upload(t, *renewed.Carga, content); status/100 != 2 {
			t.Fatalf("upload: %d", status)
		}
		mustSame(t, "confirmed", "PROCESADO", confirmarCarga(t, c, first.Documento.ID).Documento.EstadoDocumento)
		for _, ended := range []string{renewMutation, cancelMutation} {
			r := serverkit.Do[alias[cancelResult]](t, c, ended, obj{"id": first.Documento.ID}).R
			mustSame(t, "after the confirmation", "CARGA_TERMINADA", r.Errores[0].Codigo)
		}
		if n := len(pendingOf(t, c, mine.CarpetaID).Cargas.Nodes); n != 0 {
			t.Errorf("%d uploads wait after the confirmation", n)
		}
		endedStaysEnded(t, house, c, mine.CarpetaID, s)
	})
}

// endedStaysEnded: sent before the end or after, the file of an upload that was ended is not stored.
func endedStaysEnded(t *testing.T, house *serverkit.House, c serverkit.Client, carpetaID string, s *serverkit.Server) {
	t.Helper()
	uso := pendingOf(t, c, carpetaID).Uso
	for _, sent := range []bool{false, true} {
		content := []byte("ya no la quiero")
		if sent {
			content = append(content, '!')
		}
		r := iniciarCarga(t, c, cargaInput(carpetaID, content))
		mustSame(t, "errores of iniciarCarga", nil, r.Errores)
		if sent {
			if status := serverkit.Upload(t, *r.Carga, content); status/100 != 2 {
				t.Fatalf("upload: %d", status)
			}
		}
		for range 2 { // the second is of a client whose answer was lost
			ended := cancelarCarga(t, c, r.Documento.ID)
			mustSame(t, "errores of cancelarCarga", nil, ended.Errores)
			mustSame(t, "usage", uso, ended.Carpeta.Uso)
		}
		if status := serverkit.Upload(t, *r.Carga, content); status != 403 && status != 412 {
			t.Errorf("sent: %v: the link of an ended upload: status %d", sent, status)
		}
		mustSame(t, "confirmed after its end", "NOT_FOUND", confirmarCarga(t, c, r.Documento.ID).Errores[0].Codigo)
	}
}

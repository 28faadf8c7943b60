package e2e_test

import (
	"bytes"
	"net"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

const (
	partsFields   = `documento { id } carga { url } partes { tamanoParte total recibidas { numero tamanoBytes hashParte } } errores { __typename ... on ErrorDeUsuario { codigo mensaje } }`
	beginMutation = `mutation($input: IniciarCargaInput!) { r: iniciarCarga(input: $input) { ` + partsFields + ` } }`
	partsMutation = `mutation($id: ID!, $partes: [ParteInput!]!) { r: firmarPartes(input: {documentoId: $id, partes: $partes}) {
  partes { numero carga { metodo url encabezados { nombre valor } expiraEn } } errores { __typename ... on ErrorDeUsuario { codigo mensaje } } } }`
	resumeMutation = `mutation($id: ID!) { r: renovarCarga(input: {documentoId: $id}) { ` + partsFields + ` } }`
)

type partsResult struct {
	Documento *struct{ ID string }
	Carga     *struct{ URL string }
	Partes    *struct {
		TamanoParte int
		Total       int
		Recibidas   []struct{ Numero, TamanoBytes int }
	}
	Errores []userError
}

type signedParts struct {
	Partes []struct {
		Numero int
		Carga  serverkit.Carga
	}
	Errores []userError
}

// inParts is a file on its way.
type inParts struct {
	id      string
	content []byte
	size    int
	total   int
}

func beginParts(t *testing.T, c serverkit.Client, carpetaID string, content []byte) *inParts {
	t.Helper()
	input := cargaInput(carpetaID, content)
	input["porPartes"] = true
	r := serverkit.Do[alias[partsResult]](t, c, beginMutation, obj{"input": input}).R
	mustSame(t, "errores of iniciarCarga", nil, r.Errores)
	if r.Carga != nil || r.Partes == nil {
		t.Fatalf("not in parts: %+v", r)
	}
	return &inParts{r.Documento.ID, content, r.Partes.TamanoParte, r.Partes.Total}
}

func (u *inParts) part(n int) []byte {
	return u.content[(n-1)*u.size : min(n*u.size, len(u.content))]
}

func (u *inParts) sign(t *testing.T, c serverkit.Client, n int) serverkit.Carga {
	t.Helper()
	r := serverkit.Do[alias[signedParts]](t, c, partsMutation, obj{"id": u.id, "partes": []obj{{"numero": n, "hashParte": hashOf(u.part(n))}}}).R
	mustSame(t, "errores of firmarPartes", nil, r.Errores)
	return r.Partes[0].Carga
}

func (u *inParts) send(t *testing.T, c serverkit.Client, n int) serverkit.Carga {
	t.Helper()
	carga := u.sign(t, c, n)
	if status := serverkit.Upload(t, carga, u.part(n)); status/100 != 2 {
		t.Fatalf("part %d: status %d", n, status)
	}
	return carga
}

// confirm repeats the confirmation while the file is being verified.
func (u *inParts) confirm(t *testing.T, c serverkit.Client) confirmarResult {
	t.Helper()
	for {
		r := confirmarCarga(t, c, u.id)
		if len(r.Errores) == 0 || r.Errores[0].Codigo != "VERIFICACION_EN_CURSO" {
			return r
		}
	}
}

func (u *inParts) received(t *testing.T, c serverkit.Client) map[int]bool {
	t.Helper()
	r := serverkit.Do[alias[partsResult]](t, c, resumeMutation, obj{"id": u.id}).R
	mustSame(t, "errores of renovarCarga", nil, r.Errores)
	there := map[int]bool{}
	for _, p := range r.Partes.Recibidas {
		mustSame(t, "bytes of a part", len(u.part(p.Numero)), p.TamanoBytes)
		there[p.Numero] = true
	}
	return there
}

// cut sends half of a part, and breaks the connection off.
func cut(t *testing.T, carga serverkit.Carga, content []byte) {
	t.Helper()
	target, err := url.Parse(carga.URL)
	must(t, err)
	conn, err := net.DialTimeout("tcp", target.Host, time.Minute)
	must(t, err)
	defer func() { _ = conn.Close() }()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPut, carga.URL, bytes.NewReader(content))
	must(t, err)
	for _, e := range carga.Headers {
		req.Header.Set(e.Name, e.Value)
	}
	var raw bytes.Buffer
	must(t, req.Write(&raw))
	_, _ = conn.Write(raw.Bytes()[:raw.Len()/2])
}

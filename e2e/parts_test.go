package e2e_test

import (
	"bytes"
	"math/rand/v2"
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

// TestLargeFilesInParts: 40 MiB over a connection that is cut five times, and a server that is killed: what was received
// stays, and each cut loses the part under way. Then the file is whole, and its links store nothing.
func TestLargeFilesInParts(t *testing.T) {
	onBothProfiles(t, func(t *testing.T, p serverkit.Profile) {
		house := serverkit.NewHouse(t, p)
		mine := house.Seed(t, "--carpetas", "1", "--documentos", "1")[0]
		s := house.Start(t)
		c := s.Client(t, mine.CiudadanoID, "ciudadano")
		before := pendingOf(t, c, mine.CarpetaID).Uso
		content := make([]byte, 40<<20+12345)
		rng := rand.NewChaCha8([32]byte{1})
		_, _ = rng.Read(content)
		u := beginParts(t, c, mine.CarpetaID, content)
		mustSame(t, "parts", obj{"size": 8 << 20, "total": 6}, obj{"size": u.size, "total": u.total})
		mustSame(t, "confirmed too early", "ARCHIVO_PENDIENTE", confirmarCarga(t, c, u.id).Errores[0].Codigo)

		var last serverkit.Carga
		for n := 1; n <= u.total; n++ {
			if n < u.total {
				cut(t, u.sign(t, c, n), u.part(n))
			}
			if n == 4 {
				s.Kill(t)
				s.Restart(t)
			}
			there := u.received(t, c)
			if len(there) != n-1 || there[n] {
				t.Fatalf("after the cut in part %d the server has %v", n, there)
			}
			last = u.send(t, c, n)
		}
		again := beginParts(t, c, mine.CarpetaID, content) // another device announces the same file
		mustSame(t, "the same upload", u.id, again.id)
		r := u.confirm(t, c)
		mustSame(t, "errores of confirmarCarga", nil, r.Errores)
		mustSame(t, "confirmed", "PROCESADO", r.Documento.EstadoDocumento)
		refusedPart(t, last, u.part(u.total))
		link := serverkit.Do[alias[viewLinks]](t, c, `query($id: ID!) { r: node(id: $id) { ... on Documento { urlDescarga } } }`, obj{"id": u.id}).R
		if status, _, got := serverkit.Download(t, *link.URLDescarga); status != 200 || !bytes.Equal(got, content) {
			t.Errorf("download: status %d, %d bytes", status, len(got))
		}
		endedInParts(t, c, mine.CarpetaID)
		mustSame(t, "usage", before.Bytes+int64(len(content)), pendingOf(t, c, mine.CarpetaID).Uso.Bytes)
	})
}

// endedInParts: of an upload that is ended nothing stays, and nothing comes.
func endedInParts(t *testing.T, c serverkit.Client, carpetaID string) {
	t.Helper()
	content := bytes.Repeat([]byte("no la quiero "), 1<<20)
	u := beginParts(t, c, carpetaID, content)
	sent, unsent := u.send(t, c, 1), u.sign(t, c, 2)
	mustSame(t, "errores of cancelarCarga", nil, cancelarCarga(t, c, u.id).Errores)
	for n, link := range map[int]serverkit.Carga{1: sent, 2: unsent} {
		refusedPart(t, link, u.part(n))
	}
	mustSame(t, "signed after the end", "NOT_FOUND", serverkit.Do[alias[signedParts]](t, c, partsMutation,
		obj{"id": u.id, "partes": []obj{{"numero": 1, "hashParte": hashOf(u.part(1))}}}).R.Errores[0].Codigo)
	for what, bad := range map[string][]obj{
		"none": {}, "of number 0": {{"numero": 0, "hashParte": hashOf(nil)}}, "beyond the last": {{"numero": 10_000, "hashParte": hashOf(nil)}},
		"without a hash": {{"numero": 1, "hashParte": "x"}},
	} {
		other := beginParts(t, c, carpetaID, content)
		r := serverkit.Do[alias[signedParts]](t, c, partsMutation, obj{"id": other.id, "partes": bad}).R
		if len(r.Errores) != 1 || r.Errores[0].Codigo != "BAD_USER_INPUT" {
			t.Errorf("a part %s: %+v", what, r)
		}
		cancelarCarga(t, c, other.id)
	}
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

// refusedPart: a server may refuse a large body and hang up before all of it was sent.
func refusedPart(t *testing.T, carga serverkit.Carga, content []byte) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPut, carga.URL, bytes.NewReader(content))
	must(t, err)
	for _, e := range carga.Headers {
		req.Header.Set(e.Name, e.Value)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return
	}
	_ = resp.Body.Close()
	if resp.StatusCode/100 != 4 {
		t.Errorf("a part of an upload that ended: %s", resp.Status)
	}
}

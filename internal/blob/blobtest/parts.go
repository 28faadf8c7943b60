package blobtest

import (
	"bytes"
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

const partSize = 5 << 20 // the smallest that S3 joins

// inParts is a file that is sent in parts, the last of them small.
type inParts struct {
	t       *testing.T
	b       Backend
	content []byte
	obj     documento.Objeto
	parts   documento.Partes
}

func openParts(t *testing.T, b Backend) *inParts {
	t.Helper()
	content := NewContent(2*partSize + 1000)
	p := &inParts{t: t, b: b, content: content, obj: ObjetoOf(NewName(), content), parts: documento.Partes{Tamano: partSize}}
	var err error
	p.parts.ID, err = b.Objetos.AbrirPartes(t.Context(), p.obj)
	require(t, err)
	return p
}

func (p *inParts) bytes(n int) []byte {
	return p.content[(n-1)*partSize : min(n*partSize, len(p.content))]
}

func (p *inParts) sign(n int, content []byte) documento.Carga {
	p.t.Helper()
	part := documento.Parte{Numero: n, TamanoBytes: int64(len(content)), Hash: ObjetoOf("", content).Hash}
	c, err := p.b.Objetos.FirmarParte(p.t.Context(), p.obj, p.parts.ID, part, linkLifetime)
	require(p.t, err)
	return c
}

func (p *inParts) send(n int, content []byte) documento.Carga {
	p.t.Helper()
	c := p.sign(n, content)
	if r := upload(p.t, c, content); !r.ok() {
		p.t.Fatalf("part %d: status %d: %s", n, r.status, r.body)
	}
	return c
}

func (p *inParts) join(until time.Time) error {
	next, err := p.b.Objetos.UnirPartes(p.t.Context(), p.obj, p.parts, until)
	p.parts = next
	return err
}

// partsJoined: sent in any order and twice, listed, joined in short runs; no link stores anything afterwards.
func partsJoined(t *testing.T, b Backend) {
	p := openParts(t, b)
	soon := time.Now().Add(time.Hour)
	requireCode(t, "joined without a part", p.join(soon), fault.FileMissing)
	var links []documento.Carga
	p.send(2, NewContent(partSize)) // another content first: the last one wins
	for _, n := range []int{3, 1, 2} {
		links = append(links, p.send(n, p.bytes(n)))
		if n == 1 {
			listed, err := b.Objetos.PartesRecibidas(t.Context(), p.obj, p.parts.ID)
			require(t, err)
			if len(listed) != 3 || listed[0].Numero != 1 || listed[2].TamanoBytes != 1000 || listed[2].Hash != ObjetoOf("", p.bytes(3)).Hash {
				t.Errorf("listed: %+v", listed)
			}
		}
	}
	requireExists(t, b, p.obj.Nombre, false)
	runs := 0
	for p.parts.Verificados < p.obj.TamanoBytes {
		if runs++; runs > 50 {
			t.Fatalf("still at %d", p.parts.Verificados)
		}
		require(t, p.join(time.Now().Add(-time.Second))) // each run does a piece
	}
	if runs < 2 {
		t.Errorf("%d runs", runs)
	}
	require(t, p.join(soon)) // again changes nothing
	if !bytes.Equal(read(t, b, p.obj.Nombre), p.content) {
		t.Error("joined: another content")
	}
	before := len(b.Leftovers(t))
	for i, link := range links {
		requirePartRefused(t, "a part of a joined file", link, p.bytes([]int{3, 1, 2}[i]))
	}
	if after := b.Leftovers(t); len(after) != before {
		t.Errorf("the links stored something: %q", after)
	}
	if b.Forget != nil {
		b.Forget(p.obj.Nombre)
	}
	require(t, b.Objetos.BorrarPartes(t.Context(), p.obj.Nombre))
	require(t, Erase(t.Context(), b.Objetos, p.obj.Nombre))
	requireNothing(t, b, p.obj.Nombre)
}

// partsEnded: once an upload has ended its links store nothing, and a file is not made of what is left.
func partsEnded(t *testing.T, b Backend) {
	p := openParts(t, b)
	link := p.send(1, p.bytes(1))
	unsent := p.sign(2, p.bytes(2))
	if b.Forget != nil {
		b.Forget(p.obj.Nombre)
	}
	for range 2 {
		require(t, b.Objetos.BorrarPartes(t.Context(), p.obj.Nombre))
	}
	requirePartRefused(t, "a part that was sent before", link, p.bytes(1))
	requirePartRefused(t, "a part that was not", unsent, p.bytes(2))
	_, err := b.Objetos.PartesRecibidas(t.Context(), p.obj, p.parts.ID)
	requireCode(t, "PartesRecibidas", err, fault.NotFound)
	requireCode(t, "joined", p.join(time.Now().Add(time.Hour)), fault.FileMissing)
	if p.parts.ID != "" {
		t.Error("an upload that is gone has an ID still")
	}
	requireNothing(t, b, p.obj.Nombre)
}

// partsRefused: a part is of the announced length and content, and of its own number.
func partsRefused(t *testing.T, b Backend) {
	p := openParts(t, b)
	good := p.sign(3, p.bytes(3))
	altered := bytes.Clone(p.bytes(3))
	altered[7] ^= 1
	requireRefusal(t, "another content", upload(t, good, altered))
	requireRefusal(t, "shorter", upload(t, good, altered[1:]))
	requireRefusal(t, "one byte", upload(t, good, altered[:1]))
	requireRefusal(t, "GET", download(t, good.URL))
	for what, link := range manipulations(good.URL, p.obj.Nombre) {
		other := good
		other.URL = link
		requireRefusal(t, "PUT "+what, upload(t, other, p.bytes(3)))
	}
	listed, err := b.Objetos.PartesRecibidas(t.Context(), p.obj, p.parts.ID)
	require(t, err)
	if len(listed) > 0 {
		t.Errorf("stored: %+v", listed)
	}
	require(t, b.Objetos.BorrarPartes(t.Context(), p.obj.Nombre))
}

// partsOfAnotherFile: parts that are right, of a whole that is not the announced one. Nothing is left to be
// read again, and the upload begins anew.
func partsOfAnotherFile(t *testing.T, b Backend) {
	p := openParts(t, b)
	p.send(1, p.bytes(2)) // wrong order
	p.send(2, p.bytes(1))
	p.send(3, p.bytes(3))
	requireCode(t, "joined", p.join(time.Now().Add(time.Hour)), fault.FileDiffers)
	if p.parts != (documento.Partes{Tamano: partSize}) {
		t.Errorf("left of the upload: %+v", p.parts)
	}
	requireNothing(t, b, p.obj.Nombre)
	var err error
	p.parts.ID, err = b.Objetos.AbrirPartes(t.Context(), p.obj)
	require(t, err)
	for n := 1; n <= 3; n++ {
		p.send(n, p.bytes(n))
	}
	require(t, p.join(time.Now().Add(time.Hour)))
	if !bytes.Equal(read(t, b, p.obj.Nombre), p.content) {
		t.Error("joined: another content")
	}
	if err := errors.Join(b.Objetos.BorrarPartes(t.Context(), p.obj.Nombre), Erase(t.Context(), b.Objetos, p.obj.Nombre)); err != nil {
		t.Fatal(err)
	}
	requireNothing(t, b, p.obj.Nombre)
}

// partsSaved: parts that the server stores itself are as those that came over a link, and as strict.
func partsSaved(t *testing.T, b Backend) {
	p := openParts(t, b)
	save := func(n int, content []byte) error {
		part := documento.Parte{Numero: n, TamanoBytes: int64(len(p.bytes(n))), Hash: ObjetoOf("", p.bytes(n)).Hash}
		return b.Objetos.GuardarParte(t.Context(), p.obj, p.parts.ID, part, bytes.NewReader(content))
	}
	altered := bytes.Clone(p.bytes(3))
	altered[7] ^= 1
	for what, content := range map[string][]byte{"another content": altered, "shorter": altered[1:], "longer": append(bytes.Clone(p.bytes(3)), 0), "empty": nil} {
		requireCode(t, what, save(3, content), fault.BadUserInput)
	}
	p.send(1, p.bytes(1))
	for _, n := range []int{2, 3, 3} {
		require(t, save(n, p.bytes(n)))
	}
	listed, err := b.Objetos.PartesRecibidas(t.Context(), p.obj, p.parts.ID)
	require(t, err)
	if len(listed) != 3 || listed[1].TamanoBytes != partSize || listed[2].Hash != ObjetoOf("", p.bytes(3)).Hash {
		t.Errorf("listed: %+v", listed)
	}
	require(t, p.join(time.Now().Add(time.Hour)))
	if !bytes.Equal(read(t, b, p.obj.Nombre), p.content) {
		t.Error("joined: another content")
	}
	if code := fault.CodeOf(save(3, p.bytes(3))); code != fault.NotFound && code != fault.Forbidden {
		t.Errorf("a part of a joined file: %s", code)
	}
	if err := errors.Join(b.Objetos.BorrarPartes(t.Context(), p.obj.Nombre), Erase(t.Context(), b.Objetos, p.obj.Nombre)); err != nil {
		t.Fatal(err)
	}
	requireNothing(t, b, p.obj.Nombre)
}

// partsLeftBehind: uploads that nobody remembers go by their age.
func partsLeftBehind(t *testing.T, b Backend) {
	p := openParts(t, b)
	link := p.send(3, p.bytes(3))
	n, err := b.Objetos.BorrarPartesViejas(t.Context(), time.Now().Add(-time.Hour))
	require(t, err)
	if n != 0 {
		t.Errorf("%d young uploads ended", n)
	}
	_, err = b.Objetos.BorrarPartesViejas(t.Context(), time.Now().Add(time.Hour))
	require(t, err)
	if r := upload(t, link, p.bytes(3)); r.status != http.StatusForbidden && r.status != http.StatusNotFound {
		t.Errorf("status %d", r.status)
	}
	requireNothing(t, b, p.obj.Nombre)
}

// requirePartRefused: a server may refuse a large body and hang up before all of it was sent.
func requirePartRefused(t *testing.T, what string, c documento.Carga, content []byte) {
	t.Helper()
	if r, err := do(c.Metodo, c.URL, c.Encabezados, bytes.NewReader(content)); err == nil {
		requireRefusal(t, what, r)
	}
}

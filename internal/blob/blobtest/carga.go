package blobtest

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

func cargaSigned(t *testing.T, b Backend) {
	for _, size := range []int{1, 1000, 3 << 20} {
		content := NewContent(size)
		obj := ObjetoOf(NewName(), content)
		carga := prepare(t, b, obj)
		if r := upload(t, carga, content); !r.ok() {
			t.Fatalf("%d bytes: status %d: %s", size, r.status, r.body)
		}
		receive(t, b, obj)
		requireStored(t, b, obj, content)
		if r := download(t, linkOf(t, b, obj.Nombre)); !r.ok() || !bytes.Equal(r.body, content) {
			t.Errorf("%d bytes: download status %d, %d bytes", size, r.status, len(r.body))
		}
	}
	if n := len(b.Leftovers(t)); n != 3 {
		t.Errorf("three uploads left %d things", n)
	}
}

func cargaEmpty(t *testing.T, b Backend) {
	obj := ObjetoOf(NewName(), nil)
	if r := upload(t, prepare(t, b, obj), nil); !r.ok() {
		t.Fatalf("status %d: %s", r.status, r.body)
	}
	receive(t, b, obj)
	requireStored(t, b, obj, nil)
}

// cargaRefused changes one thing at a time of an upload that would pass.
func cargaRefused(t *testing.T, b Backend) {
	content := NewContent(2000)
	altered := bytes.Clone(content)
	altered[1000] ^= 1
	cases := map[string]struct {
		body   []byte
		change func(*documento.Carga)
	}{
		"other content":   {body: altered},
		"shorter":         {body: content[:1999]},
		"longer":          {body: append(bytes.Clone(content), 'x')},
		"empty":           {body: nil},
		"other type":      {content, withHeader("Content-Type", "text/html")},
		"no type":         {content, withoutHeader("Content-Type")},
		"no checksum":     {content, withoutHeader("X-Amz-Checksum-Sha256")},
		"other checksum":  {content, withHeader("X-Amz-Checksum-Sha256", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")},
		"may overwrite":   {content, withoutHeader("If-None-Match")},
		"matches instead": {content, withHeader("If-None-Match", `"x"`)},
		"unsigned":        {content, withURL(func(u *url.URL) { u.RawQuery = "" })},
		"POST":            {content, func(c *documento.Carga) { c.Metodo = http.MethodPost }},
	}
	for name, testCase := range cases {
		t.Run(name, func(t *testing.T) {
			obj := ObjetoOf(NewName(), content)
			carga := prepare(t, b, obj)
			if testCase.change != nil {
				testCase.change(&carga)
			}
			requireRefusal(t, name, upload(t, carga, testCase.body))
			requireNothing(t, b, obj.Nombre)
		})
	}
}

func withHeader(name, value string) func(*documento.Carga) {
	return func(c *documento.Carga) {
		withoutHeader(name)(c)
		c.Encabezados = append(c.Encabezados, documento.Encabezado{Nombre: name, Valor: value})
	}
}

// withoutHeader requires that the header was asked for: otherwise the case would prove nothing.
func withoutHeader(name string) func(*documento.Carga) {
	return func(c *documento.Carga) {
		var leftover []documento.Encabezado
		for _, e := range c.Encabezados {
			if http.CanonicalHeaderKey(e.Nombre) != name {
				leftover = append(leftover, e)
			}
		}
		if len(leftover) == len(c.Encabezados) {
			panic("blobtest: PrepararCarga does not ask for " + name)
		}
		c.Encabezados = leftover
	}
}

func withURL(change func(*url.URL)) func(*documento.Carga) {
	return func(c *documento.Carga) { c.URL = changeURL(c.URL, change) }
}

func changeURL(original string, change func(*url.URL)) string {
	u, err := url.Parse(original)
	if err != nil {
		panic(err)
	}
	change(u)
	return u.String()
}

// cargaInterrupted sends half of the file and hangs up.
func cargaInterrupted(t *testing.T, b Backend) {
	content := NewContent(1 << 20)
	obj := ObjetoOf(NewName(), content)
	carga := prepare(t, b, obj)
	hang := errors.New("the tab was closed")
	req, err := http.NewRequest(carga.Metodo, carga.URL, io.MultiReader(bytes.NewReader(content[:1<<19]), &failed{hang}))
	require(t, err)
	req.ContentLength = obj.TamanoBytes
	for _, e := range carga.Encabezados {
		req.Header.Set(e.Nombre, e.Valor)
	}
	resp, err := client.Do(req)
	if err == nil {
		resp.Body.Close()
		t.Fatalf("status %d for half an upload", resp.StatusCode)
	}
	requireNothing(t, b, obj.Nombre)
	r := upload(t, carga, content)
	for n := 0; r.status == http.StatusConflict && n < 1000; n++ { // the store is still at the half that it has
		r = upload(t, carga, content)
	}
	if !r.ok() {
		t.Errorf("a second try with the same link: status %d: %s", r.status, r.body)
	}
}

type failed struct{ err error }

func (f *failed) Read([]byte) (int, error) { return 0, f.err }

func cargaWithoutLength(t *testing.T, b Backend) {
	content := NewContent(5000)
	obj := ObjetoOf(NewName(), content)
	carga := prepare(t, b, obj)
	// A reader of unknown length makes net/http send chunks.
	r, err := do(carga.Metodo, carga.URL, carga.Encabezados, io.MultiReader(bytes.NewReader(content)))
	if err == nil { // else the server hung up on the chunks, which is a refusal too
		requireRefusal(t, "chunked", r)
	}
	requireNothing(t, b, obj.Nombre)
}

func cargaDoesNotOverwrite(t *testing.T, b Backend) {
	content := NewContent(1000)
	obj := ObjetoOf(NewName(), content)
	carga := prepare(t, b, obj)
	if r := upload(t, carga, content); !r.ok() {
		t.Fatalf("status %d: %s", r.status, r.body)
	}
	if r := upload(t, carga, content); r.status != http.StatusPreconditionFailed {
		t.Errorf("same link again: status %d, want 412", r.status)
	}
	other := NewContent(1000)
	if r := upload(t, prepare(t, b, ObjetoOf(obj.Nombre, other)), other); r.status != http.StatusPreconditionFailed {
		t.Errorf("a new link: status %d, want 412", r.status)
	}
	receive(t, b, obj)
	requireStored(t, b, obj, content)
}

func cargasAtTheSameTime(t *testing.T, b Backend) {
	const rivals = 8
	name := NewName()
	var states [rivals]int
	objetos := make([]documento.Objeto, rivals) // Go 1.26.8 frees what an array here holds: an element is read again after a call
	var contents [rivals][]byte
	var all sync.WaitGroup
	for i := range rivals {
		contents[i] = NewContent(100_000)
		objetos[i] = ObjetoOf(name, contents[i])
		carga := prepare(t, b, objetos[i])
		all.Go(func() {
			r, err := do(carga.Metodo, carga.URL, carga.Encabezados, bytes.NewReader(contents[i]))
			if err != nil { // a server may refuse and hang up before it has read the body
				r.status = http.StatusPreconditionFailed
			}
			states[i] = r.status
		})
	}
	all.Wait()
	winner := -1
	for i, status := range states {
		switch {
		case status == http.StatusOK || status == http.StatusCreated:
			if winner >= 0 {
				t.Error("two uploads won")
			}
			winner = i
		case status != http.StatusPreconditionFailed && status != http.StatusConflict:
			t.Errorf("a loser got status %d, want 412 or 409", status)
		}
	}
	if winner < 0 {
		t.Fatalf("nobody won: %v", states)
	}
	receive(t, b, objetos[winner])
	requireStored(t, b, objetos[winner], contents[winner])
	if leftovers := b.Leftovers(t); len(leftovers) != 1 {
		t.Errorf("left behind: %q", leftovers)
	}
}

// linkManipulated gives every part of both kinds of links another value.
func linkManipulated(t *testing.T, b Backend) {
	content := NewContent(500)
	obj := ObjetoOf(NewName(), content)
	carga := prepare(t, b, obj)
	stored := seed(t, b, content)
	before := len(b.Leftovers(t))
	descargaPlain := linkOf(t, b, stored.Nombre)

	for what, link := range manipulations(carga.URL, obj.Nombre) {
		other := carga
		other.URL = link
		requireRefusal(t, "PUT "+what, upload(t, other, content))
	}
	for what, link := range manipulations(descargaPlain, stored.Nombre) {
		requireRefusal(t, "GET "+what, download(t, link))
	}
	requireRefusal(t, "GET with the link of a PUT", download(t, carga.URL))
	other := carga
	other.URL = descargaPlain
	requireRefusal(t, "PUT with the link of a GET", upload(t, other, content))
	if n := len(b.Leftovers(t)); n != before {
		t.Errorf("%d things stored, want %d", n, before)
	}
	if r := download(t, descargaPlain); !r.ok() {
		t.Errorf("the untouched link: status %d", r.status)
	}
}

func manipulations(original, name string) map[string]string {
	u, _ := url.Parse(original)
	before := strings.TrimSuffix(u.Path, name)
	links := map[string]string{
		"another object":  changeURL(original, func(u *url.URL) { u.Path = before + NewName() }),
		"another carpeta": changeURL(original, func(u *url.URL) { u.Path = before + strings.Replace(name, CarpetaOf(name), uuid.NewString(), 1) }),
		"no query":        changeURL(original, func(u *url.URL) { u.RawQuery = "" }),
		"one more member": original + "&response-content-type=text%2Fhtml",
	}
	for key, values := range u.Query() {
		links["changed "+key] = changeURL(original, func(u *url.URL) {
			q := u.Query()
			q.Set(key, otherValue(values[0]))
			u.RawQuery = q.Encode()
		})
		links["without "+key] = changeURL(original, func(u *url.URL) {
			q := u.Query()
			q.Del(key)
			u.RawQuery = q.Encode()
		})
	}
	return links
}

// otherValue changes the first character, which is never one of base64's spare bits.
func otherValue(v string) string {
	if v == "" {
		return "x"
	}
	if v[0] == '1' {
		return "2" + v[1:]
	}
	return "1" + v[1:]
}

// linkExpired signs for one second and waits until a link that was signed
// later is refused.
func linkExpired(t *testing.T, b Backend) {
	content := NewContent(100)
	stored := seed(t, b, content)
	obj := ObjetoOf(NewName(), content)
	carga, err := b.Objetos.PrepararCarga(t.Context(), obj, time.Second)
	require(t, err)
	witness, err := b.Objetos.URLDescarga(t.Context(), stored.Nombre, "a.pdf", pdf, time.Second)
	require(t, err)
	if r := download(t, witness); !r.ok() {
		t.Fatalf("fresh link: status %d", r.status)
	}
	limit := time.After(patient)
	for r := download(t, witness); r.ok(); r = download(t, witness) {
		select {
		case <-limit:
			t.Fatal("the link does not expire")
		case <-time.After(20 * time.Millisecond):
		}
	}
	if r := upload(t, carga, content); r.status != http.StatusForbidden {
		t.Errorf("expired upload: status %d, want 403", r.status)
	}
	requireExists(t, b, obj.Nombre, false)
}

package blobtest

import (
	"bytes"
	"errors"
	"io"
	"path"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

func savePlain(t *testing.T, b Backend) {
	for _, size := range []int{0, 1, 70_000, 20 << 20} { // beyond minio-go's part size
		content := NewContent(size)
		obj := ObjetoOf(NewName(), content)
		// io.MultiReader hides Seek and WriterTo: a stream, as a client's body is.
		require(t, b.Objetos.Guardar(t.Context(), obj, io.MultiReader(bytes.NewReader(content))))
		requireStored(t, b, obj, content)
	}
}

func saveRefused(t *testing.T, b Backend) {
	content := NewContent(200_000)
	altered := bytes.Clone(content)
	altered[0] ^= 1
	cases := map[string]struct {
		content []byte
		obj     documento.Objeto
	}{
		"other content":    {altered, ObjetoOf(NewName(), content)},
		"shorter":          {content[:len(content)-1], ObjetoOf(NewName(), content)},
		"longer":           {append(bytes.Clone(content), 0), ObjetoOf(NewName(), content)},
		"empty":            {nil, ObjetoOf(NewName(), content)},
		"empty announced":  {content, ObjetoOf(NewName(), nil)},
		"empty, bad hash":  {nil, withHash(ObjetoOf(NewName(), nil), strings.Repeat("0", 64))},
		"one byte, longer": {content[:2], ObjetoOf(NewName(), content[:1])},
	}
	for name, testCase := range cases {
		err := b.Objetos.Guardar(t.Context(), testCase.obj, bytes.NewReader(testCase.content))
		requireCode(t, name, err, fault.BadUserInput)
		requireNothing(t, b, testCase.obj.Nombre)
	}
	broken := errors.New("disk of the importer broke")
	obj := ObjetoOf(NewName(), content)
	err := b.Objetos.Guardar(t.Context(), obj, io.MultiReader(bytes.NewReader(content[:1000]), &failed{broken}))
	if !errors.Is(err, broken) {
		t.Errorf("a source that fails: got %v, want its own error as the cause", err)
	}
	requireNothing(t, b, obj.Nombre)
}

func withHash(obj documento.Objeto, hash string) documento.Objeto {
	obj.Hash = hash
	return obj
}

func saveDoesNotOverwrite(t *testing.T, b Backend) {
	content := NewContent(1000)
	obj := seed(t, b, content)
	// Large, so that a server that answers early meets an upload still under way.
	other := NewContent(5 << 20)
	err := b.Objetos.Guardar(t.Context(), ObjetoOf(obj.Nombre, other), io.MultiReader(bytes.NewReader(other)))
	requireCode(t, "second Guardar", err, fault.Conflict)
	requireStored(t, b, obj, content)
	if leftovers := b.Leftovers(t); len(leftovers) != 1 {
		t.Errorf("left behind: %q", leftovers)
	}
}

func saveAtTheSameTime(t *testing.T, b Backend) {
	const rivals = 8
	name := NewName()
	var errs [rivals]error
	var all sync.WaitGroup
	contents := make([][]byte, rivals)
	for i := range rivals {
		contents[i] = NewContent(50_000)
		all.Go(func() {
			errs[i] = b.Objetos.Guardar(t.Context(), ObjetoOf(name, contents[i]), bytes.NewReader(contents[i]))
		})
	}
	all.Wait()
	won := 0
	for i, err := range errs {
		if err == nil {
			won++
			requireStored(t, b, ObjetoOf(name, contents[i]), contents[i])
			continue
		}
		requireCode(t, "loser", err, fault.Conflict)
	}
	if won != 1 {
		t.Errorf("%d writers won, want 1", won)
	}
}

func invalidData(t *testing.T, b Backend) {
	good := ObjetoOf(NewName(), []byte("x"))
	objetos := map[string]func(*documento.Objeto){
		"climbs":          func(o *documento.Objeto) { o.Nombre = "../../etc/passwd" },
		"one id":          func(o *documento.Objeto) { o.Nombre = CarpetaOf(o.Nombre) },
		"two ids":         func(o *documento.Objeto) { o.Nombre = path.Dir(o.Nombre) },
		"another file":    func(o *documento.Objeto) { o.Nombre += "2" },
		"upper case":      func(o *documento.Objeto) { o.Nombre = "A" + o.Nombre[1:] },
		"end of line":     func(o *documento.Objeto) { o.Nombre += "\n" },
		"a fourth part":   func(o *documento.Objeto) { o.Nombre += "/x" },
		"short hash":      func(o *documento.Objeto) { o.Hash = o.Hash[1:] },
		"upper hash":      func(o *documento.Objeto) { o.Hash = strings.Repeat("A", 64) },
		"negative":        func(o *documento.Objeto) { o.TamanoBytes = -1 },
		"too large":       func(o *documento.Objeto) { o.TamanoBytes = documento.MaxObjeto + 1 },
		"no type":         func(o *documento.Objeto) { o.TipoContenido = "" },
		"half a type":     func(o *documento.Objeto) { o.TipoContenido = "pdf" },
		"type with CRLF":  func(o *documento.Objeto) { o.TipoContenido = "text/plain\r\nX-Mal: 1" },
		"type with space": func(o *documento.Objeto) { o.TipoContenido = " text/plain" },
		"range of types":  func(o *documento.Objeto) { o.TipoContenido = "*/*" },
	}
	for name, change := range objetos {
		obj := good
		change(&obj)
		_, err := b.Objetos.PrepararCarga(t.Context(), obj, linkLifetime)
		requireCode(t, "PrepararCarga, "+name, err, fault.BadUserInput)
		requireCode(t, "Guardar, "+name, b.Objetos.Guardar(t.Context(), obj, strings.NewReader("x")), fault.BadUserInput)
	}
	for _, expiresIn := range []time.Duration{0, -time.Second, time.Millisecond, documento.MaxVigencia + time.Second} {
		_, err := b.Objetos.PrepararCarga(t.Context(), good, expiresIn)
		requireCode(t, "PrepararCarga for "+expiresIn.String(), err, fault.BadUserInput)
		_, err = b.Objetos.URLDescarga(t.Context(), good.Nombre, "a", pdf, expiresIn)
		requireCode(t, "URLDescarga for "+expiresIn.String(), err, fault.BadUserInput)
	}
	invalidNames(t, b)
	if leftovers := b.Leftovers(t); len(leftovers) > 0 {
		t.Errorf("left behind: %q", leftovers)
	}
}

func invalidNames(t *testing.T, b Backend) {
	for _, name := range []string{"", "/", "../x", NewName() + "/..", "*/" + NewName()} {
		_, err := b.Objetos.Describir(t.Context(), name)
		requireCode(t, "Describir "+name, err, fault.BadUserInput)
		_, err = b.Objetos.Abrir(t.Context(), name, 0)
		requireCode(t, "Abrir "+name, err, fault.BadUserInput)
		_, err = b.Objetos.Existe(t.Context(), name)
		requireCode(t, "Existe "+name, err, fault.BadUserInput)
		_, err = b.Objetos.URLDescarga(t.Context(), name, "a", pdf, linkLifetime)
		requireCode(t, "URLDescarga "+name, err, fault.BadUserInput)
		requireCode(t, "Borrar "+name, Erase(t.Context(), b.Objetos, name), fault.BadUserInput)
	}
}

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

func guardar(t *testing.T, b Backend) {
	for _, tamano := range []int{0, 1, 70_000, 20 << 20} { // beyond minio-go's part size
		contenido := Contenido(tamano)
		obj := ObjetoDe(Nombre(), contenido)
		// io.MultiReader hides Seek and WriterTo: a stream, as a client's body is.
		exigir(t, b.Objetos.Guardar(t.Context(), obj, io.MultiReader(bytes.NewReader(contenido))))
		exigirGuardado(t, b, obj, contenido)
	}
}

func guardarRechazado(t *testing.T, b Backend) {
	contenido := Contenido(200_000)
	alterado := bytes.Clone(contenido)
	alterado[0] ^= 1
	casos := map[string]struct {
		contenido []byte
		obj       documento.Objeto
	}{
		"other content":    {alterado, ObjetoDe(Nombre(), contenido)},
		"shorter":          {contenido[:len(contenido)-1], ObjetoDe(Nombre(), contenido)},
		"longer":           {append(bytes.Clone(contenido), 0), ObjetoDe(Nombre(), contenido)},
		"empty":            {nil, ObjetoDe(Nombre(), contenido)},
		"empty announced":  {contenido, ObjetoDe(Nombre(), nil)},
		"empty, bad hash":  {nil, conHash(ObjetoDe(Nombre(), nil), strings.Repeat("0", 64))},
		"one byte, longer": {contenido[:2], ObjetoDe(Nombre(), contenido[:1])},
	}
	for nombre, caso := range casos {
		err := b.Objetos.Guardar(t.Context(), caso.obj, bytes.NewReader(caso.contenido))
		exigirCodigo(t, nombre, err, fault.BadUserInput)
		exigirNada(t, b, caso.obj.Nombre)
	}
	roto := errors.New("disk of the importer broke")
	obj := ObjetoDe(Nombre(), contenido)
	err := b.Objetos.Guardar(t.Context(), obj, io.MultiReader(bytes.NewReader(contenido[:1000]), &fallido{roto}))
	if !errors.Is(err, roto) {
		t.Errorf("a source that fails: got %v, want its own error as the cause", err)
	}
	exigirNada(t, b, obj.Nombre)
}

func conHash(obj documento.Objeto, hash string) documento.Objeto {
	obj.Hash = hash
	return obj
}

func guardarNoSobrescribe(t *testing.T, b Backend) {
	contenido := Contenido(1000)
	obj := sembrar(t, b, contenido)
	// Large, so that a server that answers early meets an upload still under way.
	otro := Contenido(5 << 20)
	err := b.Objetos.Guardar(t.Context(), ObjetoDe(obj.Nombre, otro), io.MultiReader(bytes.NewReader(otro)))
	exigirCodigo(t, "second Guardar", err, fault.Conflict)
	exigirGuardado(t, b, obj, contenido)
	if restos := b.Restos(t); len(restos) != 1 {
		t.Errorf("left behind: %q", restos)
	}
}

func guardarSimultaneo(t *testing.T, b Backend) {
	const rivales = 8
	nombre := Nombre()
	var errores [rivales]error
	var todos sync.WaitGroup
	contenidos := make([][]byte, rivales)
	for i := range rivales {
		contenidos[i] = Contenido(50_000)
		todos.Go(func() {
			errores[i] = b.Objetos.Guardar(t.Context(), ObjetoDe(nombre, contenidos[i]), bytes.NewReader(contenidos[i]))
		})
	}
	todos.Wait()
	ganaron := 0
	for i, err := range errores {
		if err == nil {
			ganaron++
			exigirGuardado(t, b, ObjetoDe(nombre, contenidos[i]), contenidos[i])
			continue
		}
		exigirCodigo(t, "loser", err, fault.Conflict)
	}
	if ganaron != 1 {
		t.Errorf("%d writers won, want 1", ganaron)
	}
}

func datosInvalidos(t *testing.T, b Backend) {
	bueno := ObjetoDe(Nombre(), []byte("x"))
	objetos := map[string]func(*documento.Objeto){
		"climbs":          func(o *documento.Objeto) { o.Nombre = "../../etc/passwd" },
		"one id":          func(o *documento.Objeto) { o.Nombre = CarpetaDe(o.Nombre) },
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
	for nombre, cambiar := range objetos {
		obj := bueno
		cambiar(&obj)
		_, err := b.Objetos.PrepararCarga(t.Context(), obj, vigencia)
		exigirCodigo(t, "PrepararCarga, "+nombre, err, fault.BadUserInput)
		exigirCodigo(t, "Guardar, "+nombre, b.Objetos.Guardar(t.Context(), obj, strings.NewReader("x")), fault.BadUserInput)
	}
	for _, vence := range []time.Duration{0, -time.Second, time.Millisecond, documento.MaxVigencia + time.Second} {
		_, err := b.Objetos.PrepararCarga(t.Context(), bueno, vence)
		exigirCodigo(t, "PrepararCarga for "+vence.String(), err, fault.BadUserInput)
		_, err = b.Objetos.URLDescarga(t.Context(), bueno.Nombre, "a", pdf, vence)
		exigirCodigo(t, "URLDescarga for "+vence.String(), err, fault.BadUserInput)
	}
	nombresInvalidos(t, b)
	if restos := b.Restos(t); len(restos) > 0 {
		t.Errorf("left behind: %q", restos)
	}
}

func nombresInvalidos(t *testing.T, b Backend) {
	for _, nombre := range []string{"", "/", "../x", Nombre() + "/..", "*/" + Nombre()} {
		_, err := b.Objetos.Describir(t.Context(), nombre)
		exigirCodigo(t, "Describir "+nombre, err, fault.BadUserInput)
		_, err = b.Objetos.Abrir(t.Context(), nombre)
		exigirCodigo(t, "Abrir "+nombre, err, fault.BadUserInput)
		_, err = b.Objetos.Existe(t.Context(), nombre)
		exigirCodigo(t, "Existe "+nombre, err, fault.BadUserInput)
		_, err = b.Objetos.URLDescarga(t.Context(), nombre, "a", pdf, vigencia)
		exigirCodigo(t, "URLDescarga "+nombre, err, fault.BadUserInput)
		exigirCodigo(t, "Borrar "+nombre, b.Objetos.Borrar(t.Context(), nombre), fault.BadUserInput)
	}
}

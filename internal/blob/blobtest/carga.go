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

func cargaFirmada(t *testing.T, b Backend) {
	for _, tamano := range []int{1, 1000, 3 << 20} {
		contenido := Contenido(tamano)
		obj := ObjetoDe(Nombre(), contenido)
		carga := preparar(t, b, obj)
		if r := subir(t, carga, contenido); !r.bien() {
			t.Fatalf("%d bytes: status %d: %s", tamano, r.estado, r.cuerpo)
		}
		exigirGuardado(t, b, obj, contenido)
		if r := bajar(t, enlaceDe(t, b, obj.Nombre)); !r.bien() || !bytes.Equal(r.cuerpo, contenido) {
			t.Errorf("%d bytes: download status %d, %d bytes", tamano, r.estado, len(r.cuerpo))
		}
	}
	if n := len(b.Restos(t)); n != 3 {
		t.Errorf("three uploads left %d things", n)
	}
}

func cargaVacia(t *testing.T, b Backend) {
	obj := ObjetoDe(Nombre(), nil)
	if r := subir(t, preparar(t, b, obj), nil); !r.bien() {
		t.Fatalf("status %d: %s", r.estado, r.cuerpo)
	}
	exigirGuardado(t, b, obj, nil)
}

// cargaRechazada changes one thing at a time of an upload that would pass.
func cargaRechazada(t *testing.T, b Backend) {
	contenido := Contenido(2000)
	alterado := bytes.Clone(contenido)
	alterado[1000] ^= 1
	casos := map[string]struct {
		cuerpo  []byte
		cambiar func(*documento.Carga)
	}{
		"other content":   {cuerpo: alterado},
		"shorter":         {cuerpo: contenido[:1999]},
		"longer":          {cuerpo: append(bytes.Clone(contenido), 'x')},
		"empty":           {cuerpo: nil},
		"other type":      {contenido, conEncabezado("Content-Type", "text/html")},
		"no type":         {contenido, sinEncabezado("Content-Type")},
		"no checksum":     {contenido, sinEncabezado("X-Amz-Checksum-Sha256")},
		"other checksum":  {contenido, conEncabezado("X-Amz-Checksum-Sha256", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")},
		"may overwrite":   {contenido, sinEncabezado("If-None-Match")},
		"matches instead": {contenido, conEncabezado("If-None-Match", `"x"`)},
		"unsigned":        {contenido, conURL(func(u *url.URL) { u.RawQuery = "" })},
		"POST":            {contenido, func(c *documento.Carga) { c.Metodo = http.MethodPost }},
	}
	for nombre, caso := range casos {
		t.Run(nombre, func(t *testing.T) {
			obj := ObjetoDe(Nombre(), contenido)
			carga := preparar(t, b, obj)
			if caso.cambiar != nil {
				caso.cambiar(&carga)
			}
			exigirRechazo(t, nombre, subir(t, carga, caso.cuerpo))
			exigirNada(t, b, obj.Nombre)
		})
	}
}

func conEncabezado(nombre, valor string) func(*documento.Carga) {
	return func(c *documento.Carga) {
		sinEncabezado(nombre)(c)
		c.Encabezados = append(c.Encabezados, documento.Encabezado{Nombre: nombre, Valor: valor})
	}
}

// sinEncabezado requires that the header was asked for: otherwise the case would prove nothing.
func sinEncabezado(nombre string) func(*documento.Carga) {
	return func(c *documento.Carga) {
		var resto []documento.Encabezado
		for _, e := range c.Encabezados {
			if http.CanonicalHeaderKey(e.Nombre) != nombre {
				resto = append(resto, e)
			}
		}
		if len(resto) == len(c.Encabezados) {
			panic("blobtest: PrepararCarga does not ask for " + nombre)
		}
		c.Encabezados = resto
	}
}

func conURL(cambiar func(*url.URL)) func(*documento.Carga) {
	return func(c *documento.Carga) { c.URL = cambiarURL(c.URL, cambiar) }
}

func cambiarURL(original string, cambiar func(*url.URL)) string {
	u, err := url.Parse(original)
	if err != nil {
		panic(err)
	}
	cambiar(u)
	return u.String()
}

// cargaInterrumpida sends half of the file and hangs up.
func cargaInterrumpida(t *testing.T, b Backend) {
	contenido := Contenido(1 << 20)
	obj := ObjetoDe(Nombre(), contenido)
	carga := preparar(t, b, obj)
	colgar := errors.New("the tab was closed")
	req, err := http.NewRequest(carga.Metodo, carga.URL, io.MultiReader(bytes.NewReader(contenido[:1<<19]), &fallido{colgar}))
	exigir(t, err)
	req.ContentLength = obj.TamanoBytes
	for _, e := range carga.Encabezados {
		req.Header.Set(e.Nombre, e.Valor)
	}
	resp, err := cliente.Do(req)
	if err == nil {
		resp.Body.Close()
		t.Fatalf("status %d for half an upload", resp.StatusCode)
	}
	exigirNada(t, b, obj.Nombre)
	if r := subir(t, carga, contenido); !r.bien() {
		t.Errorf("a second try with the same link: status %d: %s", r.estado, r.cuerpo)
	}
}

type fallido struct{ err error }

func (f *fallido) Read([]byte) (int, error) { return 0, f.err }

func cargaSinLongitud(t *testing.T, b Backend) {
	contenido := Contenido(5000)
	obj := ObjetoDe(Nombre(), contenido)
	carga := preparar(t, b, obj)
	// A reader of unknown length makes net/http send chunks.
	r, err := pedir(carga.Metodo, carga.URL, carga.Encabezados, io.MultiReader(bytes.NewReader(contenido)))
	if err == nil { // else the server hung up on the chunks, which is a refusal too
		exigirRechazo(t, "chunked", r)
	}
	exigirNada(t, b, obj.Nombre)
}

func cargaNoSobrescribe(t *testing.T, b Backend) {
	contenido := Contenido(1000)
	obj := ObjetoDe(Nombre(), contenido)
	carga := preparar(t, b, obj)
	if r := subir(t, carga, contenido); !r.bien() {
		t.Fatalf("status %d: %s", r.estado, r.cuerpo)
	}
	if r := subir(t, carga, contenido); r.estado != http.StatusPreconditionFailed {
		t.Errorf("same link again: status %d, want 412", r.estado)
	}
	otro := Contenido(1000)
	if r := subir(t, preparar(t, b, ObjetoDe(obj.Nombre, otro)), otro); r.estado != http.StatusPreconditionFailed {
		t.Errorf("a new link: status %d, want 412", r.estado)
	}
	exigirGuardado(t, b, obj, contenido)
}

func cargasSimultaneas(t *testing.T, b Backend) {
	const rivales = 8
	nombre := Nombre()
	var estados [rivales]int
	var objetos [rivales]documento.Objeto
	var contenidos [rivales][]byte
	var todas sync.WaitGroup
	for i := range rivales {
		contenidos[i] = Contenido(100_000)
		objetos[i] = ObjetoDe(nombre, contenidos[i])
		carga := preparar(t, b, objetos[i])
		todas.Go(func() {
			r, err := pedir(carga.Metodo, carga.URL, carga.Encabezados, bytes.NewReader(contenidos[i]))
			if err != nil { // a server may refuse and hang up before it has read the body
				r.estado = http.StatusPreconditionFailed
			}
			estados[i] = r.estado
		})
	}
	todas.Wait()
	ganador := -1
	for i, estado := range estados {
		switch {
		case estado == http.StatusOK || estado == http.StatusCreated:
			if ganador >= 0 {
				t.Error("two uploads won")
			}
			ganador = i
		case estado != http.StatusPreconditionFailed && estado != http.StatusConflict:
			t.Errorf("a loser got status %d, want 412 or 409", estado)
		}
	}
	if ganador < 0 {
		t.Fatalf("nobody won: %v", estados)
	}
	exigirGuardado(t, b, objetos[ganador], contenidos[ganador])
	if restos := b.Restos(t); len(restos) != 1 {
		t.Errorf("left behind: %q", restos)
	}
}

// enlaceManipulado gives every part of both kinds of links another value.
func enlaceManipulado(t *testing.T, b Backend) {
	contenido := Contenido(500)
	obj := ObjetoDe(Nombre(), contenido)
	carga := preparar(t, b, obj)
	guardado := sembrar(t, b, contenido)
	antes := len(b.Restos(t))
	descarga := enlaceDe(t, b, guardado.Nombre)

	for que, enlace := range manipulaciones(carga.URL, obj.Nombre) {
		otra := carga
		otra.URL = enlace
		exigirRechazo(t, "PUT "+que, subir(t, otra, contenido))
	}
	for que, enlace := range manipulaciones(descarga, guardado.Nombre) {
		exigirRechazo(t, "GET "+que, bajar(t, enlace))
	}
	exigirRechazo(t, "GET with the link of a PUT", bajar(t, carga.URL))
	otra := carga
	otra.URL = descarga
	exigirRechazo(t, "PUT with the link of a GET", subir(t, otra, contenido))
	if n := len(b.Restos(t)); n != antes {
		t.Errorf("%d things stored, want %d", n, antes)
	}
	if r := bajar(t, descarga); !r.bien() {
		t.Errorf("the untouched link: status %d", r.estado)
	}
}

func manipulaciones(original, nombre string) map[string]string {
	u, _ := url.Parse(original)
	antes := strings.TrimSuffix(u.Path, nombre)
	enlaces := map[string]string{
		"another object":  cambiarURL(original, func(u *url.URL) { u.Path = antes + Nombre() }),
		"another carpeta": cambiarURL(original, func(u *url.URL) { u.Path = antes + strings.Replace(nombre, CarpetaDe(nombre), uuid.NewString(), 1) }),
		"no query":        cambiarURL(original, func(u *url.URL) { u.RawQuery = "" }),
		"one more member": original + "&response-content-type=text%2Fhtml",
	}
	for clave, valores := range u.Query() {
		enlaces["changed "+clave] = cambiarURL(original, func(u *url.URL) {
			q := u.Query()
			q.Set(clave, otroValor(valores[0]))
			u.RawQuery = q.Encode()
		})
		enlaces["without "+clave] = cambiarURL(original, func(u *url.URL) {
			q := u.Query()
			q.Del(clave)
			u.RawQuery = q.Encode()
		})
	}
	return enlaces
}

// otroValor changes the first character, which is never one of base64's spare bits.
func otroValor(v string) string {
	if v == "" {
		return "x"
	}
	if v[0] == '1' {
		return "2" + v[1:]
	}
	return "1" + v[1:]
}

// enlaceVencido signs for one second and waits until a link that was signed
// later is refused.
func enlaceVencido(t *testing.T, b Backend) {
	contenido := Contenido(100)
	guardado := sembrar(t, b, contenido)
	obj := ObjetoDe(Nombre(), contenido)
	carga, err := b.Objetos.PrepararCarga(t.Context(), obj, time.Second)
	exigir(t, err)
	testigo, err := b.Objetos.URLDescarga(t.Context(), guardado.Nombre, "a.pdf", pdf, time.Second)
	exigir(t, err)
	if r := bajar(t, testigo); !r.bien() {
		t.Fatalf("fresh link: status %d", r.estado)
	}
	limite := time.After(paciente)
	for r := bajar(t, testigo); r.bien(); r = bajar(t, testigo) {
		select {
		case <-limite:
			t.Fatal("the link does not expire")
		case <-time.After(20 * time.Millisecond):
		}
	}
	if r := subir(t, carga, contenido); r.estado != http.StatusForbidden {
		t.Errorf("expired upload: status %d, want 403", r.estado)
	}
	exigirExiste(t, b, obj.Nombre, false)
}

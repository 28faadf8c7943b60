package blobtest

import (
	"errors"
	"io"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// cargaReceived: many confirmations of one upload leave one file.
func cargaReceived(t *testing.T, b Backend) {
	content := NewContent(1000)
	obj := ObjetoOf(NewName(), content)
	_, err := b.Objetos.Recibida(t.Context(), obj)
	requireCode(t, "Recibida before the upload", err, fault.NotFound)
	if r := upload(t, prepare(t, b, obj), content); !r.ok() {
		t.Fatalf("status %d: %s", r.status, r.body)
	}
	for range 3 {
		give, err := b.Objetos.Recibida(t.Context(), obj)
		require(t, err)
		if give != nil {
			require(t, give(t.Context()))
		}
		requireStored(t, b, obj, content)
	}
	for range 2 {
		require(t, b.Objetos.CerrarCarga(t.Context(), obj.Nombre))
	}
	requireStored(t, b, obj, content)
	receive(t, b, obj) // a repetition after the end finds the file
	require(t, Erase(t.Context(), b.Objetos, obj.Nombre))
	requireNothing(t, b, obj.Nombre)
}

// cargaOfAnotherFile: what arrived is compared with what the document announces.
func cargaOfAnotherFile(t *testing.T, b Backend) {
	content := NewContent(1000)
	obj := ObjetoOf(NewName(), content)
	if r := upload(t, prepare(t, b, obj), content); !r.ok() {
		t.Fatalf("status %d: %s", r.status, r.body)
	}
	for what, other := range map[string][]byte{"length": content[:999], "content": NewContent(1000)} {
		_, err := b.Objetos.Recibida(t.Context(), ObjetoOf(obj.Nombre, other))
		requireCode(t, "another "+what, err, fault.FileDiffers)
	}
	require(t, Erase(t.Context(), b.Objetos, obj.Nombre)) // never confirmed: its upload goes too
	requireNothing(t, b, obj.Nombre)
}

// erasedStaysErased: the signed links of an erased file are good for minutes, and neither
// stores it nor reads it again.
func erasedStaysErased(t *testing.T, b Backend) {
	content := NewContent(1000)
	obj := ObjetoOf(NewName(), content)
	carga := prepare(t, b, obj)
	if r := upload(t, carga, content); !r.ok() {
		t.Fatalf("status %d: %s", r.status, r.body)
	}
	late, err := b.Objetos.Recibida(t.Context(), obj)
	require(t, err)
	receive(t, b, obj)
	link := linkOf(t, b, obj.Nombre)
	if r := download(t, link); !r.ok() {
		t.Fatalf("download: status %d", r.status)
	}
	if r := upload(t, carga, content); r.status != http.StatusPreconditionFailed {
		t.Errorf("an upload over a confirmed file: status %d, want 412", r.status)
	}
	if b.Forget != nil {
		b.Forget(obj.Nombre)
	}
	require(t, Erase(t.Context(), b.Objetos, obj.Nombre))
	requireNothing(t, b, obj.Nombre)

	for range 2 {
		requireRefusal(t, "the old upload", upload(t, carga, content))
	}
	requireNothing(t, b, obj.Nombre)
	if late != nil { // of the bytes that were erased
		if late(t.Context()) == nil {
			t.Error("an erased upload was given its name")
		}
	}
	if r := download(t, link); r.status != http.StatusNotFound {
		t.Errorf("the old link: status %d, want 404", r.status)
	}
	requireExists(t, b, obj.Nombre, false)
	trace, err := b.Objetos.Rastro(t.Context(), obj.Nombre)
	require(t, err)
	requireTrace(t, "erased", trace, false, false)
	p, err := b.Objetos.CarpetasConObjetos(t.Context(), "", 10)
	require(t, err)
	if len(p.CarpetaIDs)+p.Ajenos > 0 {
		t.Errorf("folders: %+v", p)
	}
	sweepRestos(t, b)
	requireNothing(t, b, obj.Nombre)
}

func sweepRestos(t *testing.T, b Backend) {
	t.Helper()
	for _, r := range restos(t, b, 1) {
		require(t, b.Objetos.BorrarResto(t.Context(), documento.NombreObjeto(r.Clave)))
	}
}

// cargaWhileErased: the document goes while its file is still coming.
func cargaWhileErased(t *testing.T, b Backend) {
	content := NewContent(1 << 20)
	obj := ObjetoOf(NewName(), content)
	carga := prepare(t, b, obj)
	reader, writer := io.Pipe()
	answered := make(chan error, 1)
	go func() {
		req, err := http.NewRequest(carga.Metodo, carga.URL, reader)
		if err != nil {
			answered <- err
			return
		}
		req.ContentLength = obj.TamanoBytes
		for _, e := range carga.Encabezados {
			req.Header.Set(e.Nombre, e.Valor)
		}
		resp, err := client.Do(req)
		if err == nil {
			resp.Body.Close()
		}
		answered <- errors.Join(err, reader.Close())
	}()
	_, err := writer.Write(content[:1<<19])
	require(t, err)
	if b.Forget != nil {
		b.Forget(obj.Nombre)
	}
	require(t, Erase(t.Context(), b.Objetos, obj.Nombre))
	if _, err = writer.Write(content[1<<19:]); !errors.Is(err, io.ErrClosedPipe) { // it may be cut off by now
		require(t, err)
	}
	require(t, writer.Close())
	if err := <-answered; err != nil { // any answer: an upload may also be cut off
		t.Logf("upload under way: %v", err)
	}
	requireExists(t, b, obj.Nombre, false)
	sweepRestos(t, b)
	requireNothing(t, b, obj.Nombre)
}

// restosByPages: pages of any size name each upload once, with its time, whatever is beside it.
func restosByPages(t *testing.T, b Backend) {
	stored := seed(t, b, NewContent(10)) // a file is no rest
	var want []documento.Clave
	for range 5 {
		content := NewContent(10)
		obj := ObjetoOf(NewName(), content)
		if r := upload(t, prepare(t, b, obj), content); !r.ok() {
			t.Fatalf("status %d: %s", r.status, r.body)
		}
		if exists, err := b.Objetos.Existe(t.Context(), obj.Nombre); err != nil || exists {
			require(t, err)
			continue // it has its name already
		}
		if len(want)%2 == 0 { // a seal is a rest too
			require(t, b.Objetos.CerrarCarga(t.Context(), obj.Nombre))
		}
		key, _ := documento.ReadNombreObjeto(obj.Nombre)
		want = append(want, key)
	}
	byName := func(x, y documento.Clave) int {
		return slices.Compare([]byte(documento.NombreObjeto(x)), []byte(documento.NombreObjeto(y)))
	}
	slices.SortFunc(want, byName)
	for _, limit := range []int{1, 2, 5, 6, 100} {
		var got []documento.Clave
		for _, r := range restos(t, b, limit) {
			if age := time.Since(r.Modificado).Abs(); age > time.Hour {
				t.Errorf("limit %d: changed %v ago", limit, age)
			}
			got = append(got, r.Clave)
		}
		if !slices.Equal(got, want) {
			t.Errorf("limit %d: %v, want %v", limit, got, want)
		}
	}
	sweepRestos(t, b)
	if left := restos(t, b, 10); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
	requireExists(t, b, stored.Nombre, true)
}

func restos(t *testing.T, b Backend, limit int) (all []documento.Resto) {
	t.Helper()
	for after := ""; ; {
		p, err := b.Objetos.Restos(t.Context(), after, limit)
		require(t, err)
		if len(p.Restos) > limit {
			t.Fatalf("%d on a page of %d", len(p.Restos), limit)
		}
		all = append(all, p.Restos...)
		if after = p.Siguiente; after == "" {
			return all
		}
	}
}

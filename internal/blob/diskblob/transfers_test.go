package diskblob_test

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/blob/blobtest"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// TestTransfersHavePlaces: who finds none is told when to come again.
func TestTransfersHavePlaces(t *testing.T) {
	b := newStore(t)
	content := []byte("hola")
	name := b.store(t, content)
	var asked []string
	b.serving.Enter = func(_ context.Context, carpetaID string) (func(), *fault.Error) {
		asked = append(asked, carpetaID)
		return nil, fault.Plain(fault.RateLimited).WithEspera(3 * time.Second)
	}
	b.objetos = openStore(t, b.cfg)
	link, err := b.objetos.URLDescarga(t.Context(), name, "a", "text/plain", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	obj := blobtest.ObjetoOf(blobtest.NewName(), content)
	for _, w := range []*httptest.ResponseRecorder{b.do("GET", link), b.send(t, obj, bytes.NewReader(content), nil)} {
		requireFalla(t, w, 429, "RATE_LIMITED")
		if got := w.Header().Get("Retry-After"); got != "3" {
			t.Error(got)
		}
	}
	if want := []string{blobtest.CarpetaOf(name), blobtest.CarpetaOf(obj.Nombre)}; !slices.Equal(asked, want) {
		t.Errorf("places of %q, want %q", asked, want)
	}
	requireFalla(t, b.do("GET", link+"x"), 403, "FORBIDDEN")
	if len(asked) != 2 {
		t.Error("a link that is not good asks for a place")
	}
}

// TestPlacesOfTransfersComeBack: after every end of a transfer, good or bad.
func TestPlacesOfTransfersComeBack(t *testing.T) {
	b := newStore(t)
	taken := 0
	b.serving.Enter = func(context.Context, string) (func(), *fault.Error) {
		if taken++; taken > 1 {
			t.Error("a place was not given back")
		}
		return func() { taken-- }, nil
	}
	b.objetos = openStore(t, b.cfg)
	content := []byte("hola")
	for range 3 {
		obj := blobtest.ObjetoOf(blobtest.NewName(), content)
		b.forgotten.Store(obj.Nombre, true)
		requireFalla(t, b.send(t, obj, bytes.NewReader(content), nil), 403, "FORBIDDEN")
		b.forgotten.Delete(obj.Nombre)
		requireFalla(t, b.send(t, obj, strings.NewReader("alto"), nil), 400, "BAD_USER_INPUT")
		if w := b.send(t, obj, bytes.NewReader(content), nil); w.Code != http.StatusCreated {
			t.Fatal(w.Code)
		}
		requireFalla(t, b.send(t, obj, bytes.NewReader(content), nil), 412, "CONFLICT")
		link, err := b.objetos.URLDescarga(t.Context(), blobtest.NewName(), "a", "text/plain", time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		requireFalla(t, b.do("GET", link), 404, "NOT_FOUND")
	}
}

// TestDownloadMustGoOn: a client that takes nothing gets seconds, and not the time of the
// whole file.
func TestDownloadMustGoOn(t *testing.T) {
	b := newStore(t)
	now := time.Now()
	b.cfg.Clock = func() time.Time { return now }
	b.objetos = openStore(t, b.cfg)
	link, err := b.objetos.URLDescarga(t.Context(), b.store(t, blobtest.NewContent(8<<20)), "a", "application/octet-stream", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	w := &deadlines{ResponseRecorder: httptest.NewRecorder()}
	b.objetos.Handler(b.serving).ServeHTTP(w, httptest.NewRequest(http.MethodGet, strings.TrimPrefix(link, b.url), nil))
	if w.Code != 200 || len(w.set) == 0 {
		t.Fatal(w.Code, len(w.set))
	}
	for _, due := range w.set {
		if after := due.Sub(now); after > 30*time.Second {
			t.Fatalf("a piece is due after %v", after)
		}
	}
}

// deadlines remembers those of writes.
type deadlines struct {
	*httptest.ResponseRecorder

	set []time.Time
}

func (d *deadlines) SetWriteDeadline(t time.Time) error { d.set = append(d.set, t); return nil }

// TestLongQueriesAreNotRead: anybody may send one, and to sort it takes milliseconds.
func TestLongQueriesAreNotRead(t *testing.T) {
	b := newStore(t)
	name := b.store(t, []byte("hola"))
	long := strings.Repeat("ñ", 255)
	link, err := b.objetos.URLDescarga(t.Context(), name, long, "text/plain", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	if w := b.do("GET", link); w.Code != 200 {
		t.Errorf("the longest name: %d", w.Code)
	}
	many := link
	for i := range 9000 {
		many += "&" + url.QueryEscape(string(rune(0x4e00+i)))
	}
	work := func() { requireFalla(t, b.do("GET", many[:60<<10]), 403, "FORBIDDEN") }
	if n := testing.AllocsPerRun(5, work); n > 200 {
		t.Errorf("%v allocations", n)
	}
}

// TestConfirmationDoesNotReadTheFile: its bytes were hashed as they came. To read 100 MiB
// again for each confirmation took 20 s of processor for 250 at a time.
func TestConfirmationDoesNotReadTheFile(t *testing.T) {
	b := newStore(t)
	content := blobtest.NewContent(1000)
	obj := blobtest.ObjetoOf(b.store(t, content), content)
	b.edit(t, func(f *os.File) error { _, err := f.WriteAt([]byte{content[10] ^ 1}, 10); return err })
	if _, err := b.objetos.Recibida(t.Context(), obj); err != nil {
		t.Error("it was read:", err)
	}
}

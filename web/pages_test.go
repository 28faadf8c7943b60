package web_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/carpeta-ciudadana/servidor/web"
)

func built() fstest.MapFS {
	return fstest.MapFS{
		".gitkeep":               {},
		"index.html":             {Data: []byte("<p>plain")},
		"index.html.br":          {Data: []byte("br of index")},
		"index.html.gz":          {Data: []byte("gz of index")},
		"licencias.md":           {Data: []byte("MIT")},
		"assets/app-1a2b.js":     {Data: []byte("plain js")},
		"assets/app-1a2b.js.br":  {Data: []byte("br js")},
		"assets/app-1a2b.js.gz":  {Data: []byte("gz js")},
		"assets/icon-3c4d.ttf":   {Data: []byte("font")},
		"assets/unknown-5e6f.so": {Data: []byte("?")},
	}
}

// ask sends a request; headers come as name, value pairs.
func ask(t *testing.T, h http.Handler, method, target string, headers ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(method, target, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, res *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestFilesHaveTypeAndCachePolicy(t *testing.T) {
	h := web.NewExplorer(built())
	for _, c := range []struct{ target, contentType, cacheControl, body string }{
		{"/", "text/html; charset=utf-8", "no-cache", "<p>plain"},
		{"/assets/app-1a2b.js", "text/javascript; charset=utf-8", "public, max-age=31536000, immutable", "plain js"},
		{"/assets/icon-3c4d.ttf", "font/ttf", "public, max-age=31536000, immutable", "font"},
		{"/licencias.md", "text/markdown; charset=utf-8", "no-cache", "MIT"},
	} {
		t.Run(c.target, func(t *testing.T) {
			res := ask(t, h, "GET", c.target)
			if res.StatusCode != http.StatusOK || body(t, res) != c.body {
				t.Errorf("status %d or wrong body", res.StatusCode)
			}
			for name, want := range map[string]string{
				"Content-Type": c.contentType, "Cache-Control": c.cacheControl, "Vary": "Accept-Encoding", "Content-Encoding": "",
			} {
				if got := res.Header.Get(name); got != want {
					t.Errorf("%s: got %q, want %q", name, got, want)
				}
			}
		})
	}
}

func TestContentCodingFollowsAcceptEncoding(t *testing.T) {
	h := web.NewExplorer(built())
	for _, c := range []struct{ accept, target, coding, body string }{
		{"gzip, deflate, br, zstd", "/", "br", "br of index"},
		{"gzip, deflate", "/", "gzip", "gz of index"},
		{"GZIP;Q=1.0, br;q=0.5", "/", "gzip", "gz of index"},
		{"br;q=0, gzip;q=0.001", "/", "gzip", "gz of index"},
		{"br;q=0, *", "/", "gzip", "gz of index"},
		{"*", "/assets/app-1a2b.js", "br", "br js"},
		{"identity, gzip;q=0.9", "/", "", "<p>plain"},
		{"br;q=2, gzip;q=x", "/", "", "<p>plain"},
		{"deflate", "/", "", "<p>plain"},
		{"identity;q=0, br;q=0, gzip;q=0", "/", "", "<p>plain"},
		{"br", "/assets/icon-3c4d.ttf", "", "font"},
	} {
		t.Run(c.accept+" "+c.target, func(t *testing.T) {
			res := ask(t, h, "GET", c.target, "Accept-Encoding", c.accept)
			if got := res.Header.Get("Content-Encoding"); got != c.coding {
				t.Errorf("Content-Encoding: got %q, want %q", got, c.coding)
			}
			if got := body(t, res); got != c.body {
				t.Errorf("body: got %q, want %q", got, c.body)
			}
			if got := res.ContentLength; got != int64(len(c.body)) {
				t.Errorf("Content-Length: got %d, want %d", got, len(c.body))
			}
		})
	}
}

func TestUnchangedFileIsNotSentAgain(t *testing.T) {
	h := web.NewExplorer(built())
	for _, target := range []string{"/", "/assets/app-1a2b.js"} {
		br := ask(t, h, "GET", target, "Accept-Encoding", "br").Header.Get("Etag")
		gz := ask(t, h, "GET", target, "Accept-Encoding", "gzip").Header.Get("Etag")
		if br == "" || br == gz {
			t.Errorf("%s: etags %q and %q must exist and differ", target, br, gz)
		}
		again := ask(t, h, "GET", target, "Accept-Encoding", "br", "If-None-Match", br)
		if again.StatusCode != http.StatusNotModified || body(t, again) != "" {
			t.Errorf("%s: got %d, want an empty 304", target, again.StatusCode)
		}
		other := ask(t, h, "GET", target, "Accept-Encoding", "gzip", "If-None-Match", br)
		if other.StatusCode != http.StatusOK {
			t.Errorf("%s: got %d for another coding's etag, want 200", target, other.StatusCode)
		}
	}
}

func TestEtagChangesWithIndex(t *testing.T) {
	before := ask(t, web.NewExplorer(built()), "GET", "/").Header.Get("Etag")
	files := built()
	files["index.html"].Data = []byte("<p>other")
	if after := ask(t, web.NewExplorer(files), "GET", "/").Header.Get("Etag"); after == before {
		t.Errorf("same etag %s for another index", after)
	}
}

func TestOtherMethodsAndPathsAreRefused(t *testing.T) {
	h := web.NewExplorer(built())
	for _, c := range []struct {
		method, target string
		status         int
	}{
		{"HEAD", "/", 200},
		{"POST", "/", 405},
		{"OPTIONS", "/assets/app-1a2b.js", 405},
		{"DELETE", "/unknown", 404},
		{"GET", "/index.html", 404},
		{"GET", "/index.html.br", 404},
		{"GET", "/.gitkeep", 404},
		{"GET", "/assets", 404},
		{"GET", "/assets/", 404},
		{"GET", "/assets/unknown-5e6f.so", 404},
		{"GET", "/assets/../index.html", 404},
		{"GET", "//index.html", 404},
	} {
		res := ask(t, h, c.method, c.target)
		if res.StatusCode != c.status {
			t.Errorf("%s %s: got %d, want %d", c.method, c.target, res.StatusCode, c.status)
		}
		if allow := res.Header.Get("Allow"); (c.status == 405) != (allow == "GET, HEAD") {
			t.Errorf("%s %s: Allow %q", c.method, c.target, allow)
		}
		if res.StatusCode != http.StatusOK && strings.Contains(res.Header.Get("Cache-Control"), "immutable") {
			t.Errorf("%s %s: an error must not be cached", c.method, c.target)
		}
	}
	if got := body(t, ask(t, h, "HEAD", "/")); got != "" {
		t.Errorf("HEAD sent %q", got)
	}
}

func TestEveryAnswerIsClosedToForeignCode(t *testing.T) {
	h := web.NewExplorer(built())
	for _, target := range []string{"/", "/assets/app-1a2b.js", "/unknown"} {
		header := ask(t, h, "GET", target).Header
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "no-referrer",
			"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
		} {
			if got := header.Get(name); got != want {
				t.Errorf("%s %s: got %q, want %q", target, name, got, want)
			}
		}
		csp := header.Get("Content-Security-Policy")
		for _, directive := range []string{"default-src 'none'", "script-src 'self'", "worker-src 'self'", "connect-src 'self'", "frame-ancestors 'none'"} {
			if !strings.Contains(csp+";", directive+";") {
				t.Errorf("%s: CSP without %q: %s", target, directive, csp)
			}
		}
	}
}

func TestWithoutABuildTheIndexSaysHowToMakeOne(t *testing.T) {
	h := web.NewExplorer(fstest.MapFS{".gitkeep": {}})
	res := ask(t, h, "GET", "/", "Accept-Encoding", "br")
	if page := body(t, res); res.StatusCode != http.StatusOK || !strings.Contains(page, "make web") {
		t.Errorf("got %d and %q", res.StatusCode, page)
	}
	if got := res.Header.Get("Cache-Control"); got != "no-store" {
		t.Errorf("Cache-Control: got %q, want no-store: the next build must show at once", got)
	}
	if res := ask(t, h, "POST", "/"); res.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("POST: got %d, want 405", res.StatusCode)
	}
}

// The application's places are one page; its files, and what is not below it, are not.
func TestPlacesOfTheApplicationAreThePage(t *testing.T) {
	h := web.NewApp(built(), web.Elsewhere{})
	for _, c := range []struct {
		target string
		status int
		body   string
	}{
		{"/app/", 200, "<p>plain"},
		{"/app/eliminaciones", 200, "<p>plain"},
		{"/app/documentos/RG9jOjE=", 200, "<p>plain"},
		{"/app/documentos/RG9jOjE=/", 200, "<p>plain"},
		{"/app/assets/app-1a2b.js", 200, "plain js"},
		{"/app/assets/app-0000.js", 404, ""},
		{"/app/assets/", 404, ""},
		{"/app/foto.png", 404, ""},
		{"/app/index.html", 404, ""},
		{"/app/a/../../graphql", 404, ""},
		{"/app//a", 404, ""},
		{"/", 404, ""},
		{"/otra", 404, ""},
	} {
		res := ask(t, h, "GET", c.target)
		if got := body(t, res); res.StatusCode != c.status || c.status == 200 && got != c.body {
			t.Errorf("%s: got %d and %q", c.target, res.StatusCode, got)
		}
	}
	if res := ask(t, h, "POST", "/app/eliminaciones"); res.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("POST: got %d, want 405", res.StatusCode)
	}
}

// A page that holds a citizen's token runs no code and takes no style but its own, and speaks to nobody that the
// configuration does not name.
func TestApplicationPolicy(t *testing.T) {
	for _, c := range []struct {
		to           web.Elsewhere
		connect, img string
	}{
		{web.Elsewhere{}, "connect-src 'self'", "img-src 'self' blob:"},
		{
			web.Elsewhere{Files: "https://s3.example", Issuer: "https://login.example"},
			"connect-src 'self' https://s3.example https://login.example", "img-src 'self' blob: https://s3.example",
		},
	} {
		csp := ask(t, web.NewApp(built(), c.to), "GET", "/app/").Header.Get("Content-Security-Policy") + ";"
		for _, directive := range []string{"default-src 'none'", "script-src 'self'", c.connect, c.img, "form-action 'none'", "frame-ancestors 'none'"} {
			if !strings.Contains(csp, directive+";") {
				t.Errorf("no %q in %s", directive, csp)
			}
		}
		if strings.Contains(csp, "unsafe") || strings.ContainsAny(csp, "{}") {
			t.Error(csp)
		}
	}
}

func TestEmbeddedAppAnswersBuiltOrNot(t *testing.T) {
	page := body(t, ask(t, web.App(web.Elsewhere{}), "GET", "/app/"))
	if want := map[bool]string{true: `id="raiz"`, false: "make web"}[web.Built("app")]; !strings.Contains(page, want) {
		t.Errorf("built %v, but the page has no %q", web.Built("app"), want)
	}
}

func TestEmbeddedExplorerAnswersBuiltOrNot(t *testing.T) {
	page := body(t, ask(t, web.Explorer(), "GET", "/"))
	if want := map[bool]string{true: `id="raiz"`, false: "make web"}[web.Built("explorer")]; !strings.Contains(page, want) {
		t.Errorf("built %v, but the page has no %q", web.Built("explorer"), want)
	}
}

func TestAnAssetWithoutItsPlainFormIsSentUnpacked(t *testing.T) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, _ = w.Write([]byte("plain js"))
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	const target = "/assets/big-7a8b.js"
	h := web.NewExplorer(fstest.MapFS{target[1:] + ".br": {Data: []byte("br js")}, target[1:] + ".gz": {Data: packed.Bytes()}})

	res := ask(t, h, "GET", target)
	if got := body(t, res); res.StatusCode != http.StatusOK || got != "plain js" || res.Header.Get("Content-Encoding") != "" {
		t.Errorf("got %d, %q in coding %q", res.StatusCode, got, res.Header.Get("Content-Encoding"))
	}
	if got, want := res.Header.Get("Content-Type"), "text/javascript; charset=utf-8"; got != want {
		t.Errorf("Content-Type: got %q, want %q", got, want)
	}
	again := ask(t, h, "GET", target, "If-None-Match", res.Header.Get("Etag"))
	if again.StatusCode != http.StatusNotModified || body(t, again) != "" {
		t.Errorf("got %d, want an empty 304", again.StatusCode)
	}
	if got := body(t, ask(t, h, "GET", target, "Accept-Encoding", "br")); got != "br js" {
		t.Errorf("br: got %q", got)
	}
	if got := ask(t, h, "GET", target, "Accept-Encoding", "gzip"); got.ContentLength != int64(packed.Len()) {
		t.Errorf("gzip: %d bytes, want %d", got.ContentLength, packed.Len())
	}
	if res := ask(t, h, "HEAD", target); res.StatusCode != http.StatusOK || body(t, res) != "" {
		t.Errorf("HEAD: got %d with a body", res.StatusCode)
	}
	if res := ask(t, h, "GET", target+".gz"); res.StatusCode != http.StatusNotFound {
		t.Errorf("%s.gz: got %d, want 404", target, res.StatusCode)
	}
}

// TestPagesBoundHeaders: anybody may send 31 KiB of a header. Of ten thousand ranges each was a part of the answer, with
// a head of its own, and each name of a coding had a place in a map.
func TestPagesBoundHeaders(t *testing.T) {
	h := web.NewApp(built(), web.Elsewhere{})
	many := "bytes=" + strings.Repeat("0-0,", 7000) + "0-0"
	if res := ask(t, h, "GET", "/app/assets/app-1a2b.js", "Range", many); res.StatusCode != http.StatusOK || body(t, res) != "plain js" {
		t.Errorf("many ranges: %d", res.StatusCode)
	}
	if res := ask(t, h, "GET", "/app/assets/app-1a2b.js", "Range", "bytes=1-2,4-5"); res.StatusCode != http.StatusPartialContent {
		t.Errorf("two ranges: %d", res.StatusCode)
	}
	var names strings.Builder
	for i := range 4000 {
		fmt.Fprintf(&names, "x%d,", i)
	}
	r := httptest.NewRequest(http.MethodGet, "/app/", nil)
	r.Header.Set("Accept-Encoding", names.String()+"br")
	if n := testing.AllocsPerRun(5, func() { h.ServeHTTP(httptest.NewRecorder(), r) }); n > 200 {
		t.Errorf("%v allocations for a long Accept-Encoding", n)
	}
}

package web

import (
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"
)

const (
	indexFile = "index.html"
	assetsDir = "assets/" // Vite puts a hash of the content into every name in it

	// Workers and fonts are files of the bundle, so neither blob: nor data: is needed for them. Monaco writes the
	// lines of an editor as HTML with style attributes and its themes as style elements, with changing content:
	// neither nonce nor hash can cover attributes. Its few pictures are data: URLs.
	contentSecurityPolicy = "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self' 'unsafe-inline'; " +
		"img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

const notBuiltPage = `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><title>Explorador sin construir · Carpeta Ciudadana</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:4rem auto;padding:0 1rem}</style></head>
<body><h1>El explorador no está en este programa</h1>
<p>La API funciona en <code>/graphql</code>. Para tener el explorador aquí, con Node 20 o posterior:</p>
<pre>make web
make build</pre></body></html>
`

// mimeTypes names what a build holds; the system's own table differs between machines.
var mimeTypes = map[string]string{
	".html": "text/html; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".svg":  "image/svg+xml",
	".md":   "text/markdown; charset=utf-8",
	".ttf":  "font/ttf",
}

// page is a file with the codings it can be sent in.
type page struct {
	contentType  string
	cacheControl string
	variants     map[string]variant // by coding; identity is always there
}

// variant is a file of the build. The bytes stay where they are, in the program's image, until they are asked for.
type variant struct {
	name string
	size int64
	etag string
}

type explorer struct {
	dist  fs.FS
	pages map[string]page // by URL path
}

// NewExplorer serves a built explorer: index.html at /, hashed files under /assets/, each also as
// FILE.br and FILE.gz if they exist. It answers GET and HEAD; an unknown path gets 404. If dist holds no
// index.html, / says how to build one. The files of dist must be seekable, as those of embed.FS are.
func NewExplorer(dist fs.FS) http.Handler {
	e := &explorer{dist: dist, pages: map[string]page{}}
	_ = fs.WalkDir(dist, ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			e.add(name)
		}
		return nil // an unreadable file is not served: 404
	})
	return e
}

func (e *explorer) add(name string) {
	contentType, known := mimeTypes[path.Ext(name)]
	if !known {
		return // .gitkeep, and the .br and .gz files, which come with their original
	}
	p := page{contentType: contentType, cacheControl: "no-cache", variants: map[string]variant{}}
	if strings.HasPrefix(name, assetsDir) {
		p.cacheControl = "public, max-age=31536000, immutable"
	}
	for coding, suffix := range codingSuffixes {
		if info, err := fs.Stat(e.dist, name+suffix); err == nil {
			p.variants[coding] = variant{name: name + suffix, size: info.Size(), etag: e.etag(name, coding)}
		}
	}
	e.pages[urlPath(name)] = p
}

// etag is made of the content's hash, which an asset has in its name.
func (e *explorer) etag(name, coding string) string {
	if strings.HasPrefix(name, assetsDir) {
		return fmt.Sprintf("%q", path.Base(name)+"-"+coding)
	}
	body, _ := fs.ReadFile(e.dist, name) // a file that cannot be read is not served either
	return fmt.Sprintf(`"%x-%s"`, sha256.Sum256(body), coding)
}

func urlPath(name string) string {
	if name == indexFile {
		return "/"
	}
	return "/" + name
}

func (e *explorer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	secure(w.Header())
	p, found := e.pages[r.URL.Path]
	switch {
	case !found && r.URL.Path != "/":
		http.Error(w, "No existe.", http.StatusNotFound)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "Método no permitido.", http.StatusMethodNotAllowed)
	case !found:
		sendNotBuilt(w, r)
	default:
		e.send(w, r, p)
	}
}

func (e *explorer) send(w http.ResponseWriter, r *http.Request, p page) {
	coding := chooseCoding(r.Header.Values("Accept-Encoding"), p.has)
	v := p.variants[coding]
	file, err := e.dist.Open(v.name)
	if err != nil {
		http.Error(w, "No existe.", http.StatusNotFound)
		return
	}
	defer file.Close()
	h := w.Header()
	h.Set("Content-Type", p.contentType)
	h.Set("Cache-Control", p.cacheControl)
	h.Set("Vary", "Accept-Encoding")
	h.Set("Etag", v.etag)
	if coding != identity {
		h.Set("Content-Encoding", coding)
		h.Set("Content-Length", strconv.FormatInt(v.size, 10)) // ServeContent leaves it out beside an encoding
	}
	http.ServeContent(w, r, "", time.Time{}, file.(io.ReadSeeker))
}

func (p page) has(coding string) bool {
	_, ok := p.variants[coding]
	return ok
}

func sendNotBuilt(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", mimeTypes[".html"])
	w.Header().Set("Cache-Control", "no-store")
	http.ServeContent(w, r, "", time.Time{}, strings.NewReader(notBuiltPage))
}

// secure closes every answer, errors too, to embedding, sniffing and foreign code.
func secure(h http.Header) {
	h.Set("Content-Security-Policy", contentSecurityPolicy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()")
}

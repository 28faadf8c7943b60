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
)

// mimeTypes names what a build holds; the system's own table differs between machines.
var mimeTypes = map[string]string{
	".html": "text/html; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".mjs":  "text/javascript; charset=utf-8",
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
	name   string
	size   int64
	etag   string
	packed bool // by gzip, and sent unpacked: an asset is stored without its plain form (compress.mjs)
}

// bundle is a page as Vite built it, with its files.
type bundle struct {
	dist     fs.FS
	base     string // the URL path of index.html, with / at the end
	policy   string // Content-Security-Policy
	notBuilt string // the page in place of index.html where dist holds none
	routes   bool   // any other path below base that names no file is a place in the page: index.html too

	pages  map[string]page // by URL path
	plains plains
}

// serve makes the handler of a bundle: index.html at its base, and its files below, each also as FILE.br and FILE.gz
// if they exist. It answers GET and HEAD; an unknown path gets 404. The files must be seekable, as those of embed.FS.
func (e *bundle) serve() http.Handler {
	e.pages, e.plains.dist = map[string]page{}, e.dist
	_ = fs.WalkDir(e.dist, ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			e.add(name)
		}
		return nil // an unreadable file is not served: 404
	})
	return e
}

func (e *bundle) add(file string) {
	name := strings.TrimSuffix(file, codingSuffixes[gzipped])
	contentType, known := mimeTypes[path.Ext(name)]
	if !known || e.pages[e.urlPath(name)].variants != nil {
		return // .gitkeep, the .br files, and what came in another form before
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
	if packed, plain := p.variants[gzipped], p.variants[identity]; plain.name == "" {
		p.variants[identity] = variant{name: packed.name, packed: true, etag: e.etag(name, identity)}
	}
	e.pages[e.urlPath(name)] = p
}

// etag is made of the content's hash, which an asset has in its name.
func (e *bundle) etag(name, coding string) string {
	if strings.HasPrefix(name, assetsDir) {
		return fmt.Sprintf("%q", path.Base(name)+"-"+coding)
	}
	body, _ := fs.ReadFile(e.dist, name) // a file that cannot be read is not served either
	return fmt.Sprintf(`"%x-%s"`, sha256.Sum256(body), coding)
}

func (e *bundle) urlPath(name string) string {
	if name == indexFile {
		return e.base
	}
	return e.base + name
}

// place is the path of the file that answers for a path: a place in the page is the page.
func (e *bundle) place(urlPath string) string {
	below, ours := strings.CutPrefix(urlPath, e.base)
	if !e.routes || !ours || path.Clean(urlPath) != strings.TrimSuffix(urlPath, "/") || path.Ext(below) != "" || strings.HasPrefix(below, assetsDir) {
		return urlPath
	}
	return e.base
}

func (e *bundle) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	secure(w.Header(), e.policy)
	place := e.place(r.URL.Path)
	p, found := e.pages[place]
	switch {
	case !found && place != e.base:
		http.Error(w, "No existe.", http.StatusNotFound)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "Método no permitido.", http.StatusMethodNotAllowed)
	case !found:
		e.sendNotBuilt(w, r)
	default:
		e.send(w, r, p)
	}
}

func (e *bundle) send(w http.ResponseWriter, r *http.Request, p page) {
	coding := chooseCoding(r.Header.Values("Accept-Encoding"), p.has)
	v := p.variants[coding]
	content, done, err := e.open(v)
	if err != nil {
		http.Error(w, "No existe.", http.StatusNotFound)
		return
	}
	defer done()
	h := w.Header()
	h.Set("Content-Type", p.contentType)
	h.Set("Cache-Control", p.cacheControl)
	h.Set("Vary", "Accept-Encoding")
	h.Set("Etag", v.etag)
	if coding != identity {
		h.Set("Content-Encoding", coding)
		h.Set("Content-Length", strconv.FormatInt(v.size, 10)) // ServeContent leaves it out beside an encoding
	}
	boundRanges(r.Header)
	http.ServeContent(w, r, "", time.Time{}, content)
}

// open gives the bytes of a variant. Call done when they were sent.
func (e *bundle) open(v variant) (content io.ReadSeeker, done func(), err error) {
	if v.packed {
		return e.plains.open(v.name)
	}
	file, err := e.dist.Open(v.name)
	if err != nil {
		return nil, nil, err
	}
	return file.(io.ReadSeeker), func() { _ = file.Close() }, nil
}

// maxRanges of a request are served. More are ignored, as RFC 9110 (14.2) permits: the answer would be a part, with a
// head, for each of 10,000 ranges. Browsers ask for none.
const maxRanges = 8

func boundRanges(h http.Header) {
	if strings.Count(h.Get("Range"), ",") >= maxRanges {
		h.Del("Range")
	}
}

func (p page) has(coding string) bool {
	_, ok := p.variants[coding]
	return ok
}

func (e *bundle) sendNotBuilt(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", mimeTypes[".html"])
	w.Header().Set("Cache-Control", "no-store")
	http.ServeContent(w, r, "", time.Time{}, strings.NewReader(e.notBuilt))
}

// secure closes every answer, errors too, to embedding, sniffing and foreign code.
func secure(h http.Header, policy string) {
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()")
}

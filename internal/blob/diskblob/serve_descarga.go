package diskblob

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// Bounds of a Range header. A larger one is ignored, as RFC 9110 (14.2) permits: the answer is the
// whole file, instead of a part, with a head, for each of 20,000 ranges.
const (
	maxRanges      = 8
	maxRangeLength = 512
)

// fileSandbox is the policy of every file. The server's own origin serves the explorer and the API, so a
// file must never become a page of it: in a sandbox a page has an origin of its own, no script
// runs, and nothing is loaded. One that is shown gets the styles of the browser's own page for a
// picture, and may stand in a frame of the pages that may use the API.
const (
	fileSandbox = "sandbox; default-src 'none'"
	viewSandbox = fileSandbox + "; style-src 'unsafe-inline'; frame-ancestors 'self'"
)

// serveDescarga serves the file, or a range of it: as an attachment, or, by a link that was signed
// for it, as something to look at. Sniffing is off. A script or style, which a page loads
// without opening it, is bytes.
func (h handler) serveDescarga(w http.ResponseWriter, r *http.Request) {
	permit, err := h.verify(http.MethodGet, nameOf(r), r.URL.RawQuery)
	if err != nil {
		h.fail(w, r, 0, err)
		return
	}
	leave, busy := h.begin(w, r)
	if busy {
		return
	}
	defer leave()
	a, err := h.openCurrent(r.Context(), permit.Objeto.Nombre)
	if err != nil {
		h.fail(w, r, 0, err)
		return
	}
	defer a.Close()
	if err := h.Served(r.Context(), leavingOf(r, permit)); err != nil {
		h.fail(w, r, 0, err)
		return
	}
	h.describeFile(w.Header(), r, permit)
	w.Header().Set("ETag", `"`+a.Hash+`"`)
	boundRanges(r.Header)
	http.ServeContent(w, r, "", time.Time{}, outgoing{a, h.newTransfer(http.NewResponseController(w).SetWriteDeadline)})
}

// leavingOf is what a request does with its link.
func leavingOf(r *http.Request, p permit) documento.Salida {
	k := documento.Clave{CarpetaID: r.PathValue("carpeta"), DocumentoID: r.PathValue("documento")}
	return documento.Salida{Clave: k, Vista: p.Vista, Firma: p.Firma, Solicitud: p.Solicitud}
}

func (h handler) describeFile(to http.Header, r *http.Request, p permit) {
	to.Set("Content-Type", documento.TipoServido(p.Objeto.TipoContenido))
	to.Set("Content-Disposition", documento.Adjunto(p.NombreArchivo))
	to.Set("X-Content-Type-Options", "nosniff")
	to.Set("Content-Security-Policy", fileSandbox)
	to.Set("Cache-Control", "private, no-store")
	to.Set("Cross-Origin-Resource-Policy", h.resourcePolicy(r))
	to.Add("Vary", "Referer")
	if p.Vista && documento.EsTipoVista(p.Objeto.TipoContenido) {
		to.Set("Content-Disposition", documento.EnLinea(p.NombreArchivo))
		to.Del("X-Frame-Options") // frame-ancestors says more
		to.Set("Content-Security-Policy", strings.Join(append([]string{viewSandbox}, h.Origins...), " "))
	}
}

// resourcePolicy lets pages of the allowed origins use a file as a picture. A browser sends no Origin
// for a picture; the page that shows it is in Referer, which no page can write in the name of another. A
// page that hides it asks with CORS.
func (h handler) resourcePolicy(r *http.Request) string {
	page, err := url.Parse(r.Referer())
	if err == nil && page.Host != "" && slices.Contains(h.Origins, page.Scheme+"://"+page.Host) {
		return "cross-origin"
	}
	return "same-origin"
}

// boundRanges takes away a Range that asks for too many.
func boundRanges(h http.Header) {
	ranges := h.Get("Range")
	if len(ranges) > maxRangeLength || strings.Count(ranges, ",") >= maxRanges {
		h.Del("Range")
	}
}

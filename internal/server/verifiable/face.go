package verifiable

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/server/door"
	"github.com/carpeta-ciudadana/servidor/internal/server/reply"
	"github.com/carpeta-ciudadana/servidor/internal/server/streamed"
	"github.com/carpeta-ciudadana/servidor/verificable"
)

// Config is what the files need. All of it is required.
type Config struct {
	Files  *entrega.Exportacion
	Served func(context.Context, documento.Salida) error // writes each use of a link into the trail, before its first byte leaves
	Door   *door.Door
	Clock  func() time.Time
}

// New serves the links below entrega.Ruta.
func New(c Config) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+entrega.Ruta+"{enlace}", c.serve)
	return mux
}

func (c Config) serve(w http.ResponseWriter, r *http.Request) {
	leave, busy := c.Door.Budget.Enter(r.Context())
	defer leave()
	if busy != nil {
		c.refuse(w, r, busy)
		return
	}
	a, err := c.Files.Archivo(r.Context(), r.PathValue("enlace"))
	if err == nil {
		err = c.Served(r.Context(), a.Salida)
	}
	if err != nil {
		c.refuse(w, r, err)
		return
	}
	Send(w, r, c.Door, c.Clock, a, a.Sigue)
}

// Send sends a verifiable file as long as it is allowed.
func Send(w http.ResponseWriter, r *http.Request, d *door.Door, clock func() time.Time, a entrega.Archivo, allowed func(context.Context) error) {
	h := w.Header()
	h.Set("Content-Type", verificable.TipoMedio)
	h.Set("Content-Disposition", documento.Adjunto(a.Nombre))
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "sandbox; default-src 'none'")
	h.Set("Cache-Control", "private, no-store")
	h.Set("ETag", etag(a))
	streamed.Serve(w, r, d, clock, streamed.File{Before: a.Antes, After: a.Despues, Size: a.Tamano, Open: a.Abrir, Allowed: allowed})
}

// etag is of these very bytes: the proof of a later moment is another one, and nobody goes on with the half of another file.
func etag(a entrega.Archivo) string {
	sum := sha256.New()
	sum.Write(a.Antes)
	sum.Write(a.Despues)
	return `"` + base64.RawURLEncoding.EncodeToString(sum.Sum(nil)[:16]) + `"`
}

func (c Config) refuse(w http.ResponseWriter, r *http.Request, err error) {
	p := reply.ProblemOf(c.Door.Presenter.Fault(r.Context(), err))
	p.Send(w, r, reply.JSON, c.Door.Presenter)
}

package rest

import (
	"net/http"

	"github.com/carpeta-ciudadana/servidor/internal/server/reply"
)

// events answers a request for the trail, in the way that it accepts.
func (f *Face) events(w http.ResponseWriter, r *http.Request) {
	start := f.cfg.Door.Clock()
	x, err := f.admit(w, r)
	if err != nil {
		f.cfg.Observe(kind, string(err.Err.Code), f.cfg.Door.Clock().Sub(start))
		f.send(w, r, err)
		return
	}
	defer x.leave()
	if x.media != reply.JSON {
		f.export(w, x)
		return
	}
	code := f.list(w, x)
	f.cfg.Observe(kind, code, f.cfg.Door.Clock().Sub(start))
}

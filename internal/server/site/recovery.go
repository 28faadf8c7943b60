package site

import (
	"errors"
	"net/http"

	"github.com/carpeta-ciudadana/servidor/internal/server/present"
	"github.com/carpeta-ciudadana/servidor/internal/server/reply"
)

// withRecovery answers INTERNAL where a handler panicked, unless it had answered.
func withRecovery(p present.Presenter, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			v := recover()
			if v == nil {
				return
			}
			if abort, ok := v.(error); ok && errors.Is(abort, http.ErrAbortHandler) {
				panic(v)
			}
			err := p.Recovered(r.Context(), v)
			if rec, ok := w.(*recorder); ok && rec.status != 0 {
				panic(http.ErrAbortHandler) // half an answer must not look like one
			}
			reply.Send(w, reply.JSON, http.StatusInternalServerError, p.Failure(r.Context(), err))
		}()
		next.ServeHTTP(w, r)
	})
}

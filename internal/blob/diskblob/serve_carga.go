package diskblob

import (
	"context"
	"errors"
	"net/http"
	"os"
	"strconv"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// serveCarga answers 201; 403 for a bad link, or one whose document takes no file any
// more; 411, 413, 400 for a file that is not the announced one; 408 for one that comes
// too slowly; 409 if another upload of it took its place; 412 if the object exists; 429 and
// 503 while there are too many transfers.
func (h handler) serveCarga(w http.ResponseWriter, r *http.Request) {
	permit, err := h.verify(http.MethodPut, nameOf(r), r.URL.RawQuery)
	if err != nil {
		h.fail(w, r, 0, err)
		return
	}
	if status, err := checkHeaders(r, permit); err != nil {
		h.fail(w, r, status, err)
		return
	}
	leave, busy := h.begin(w, r)
	if busy {
		return
	}
	defer leave()
	if err := h.expected(r); err != nil {
		h.answerCarga(w, r, err)
		return
	}
	h.answerCarga(w, r, h.receive(w, r, permit))
}

// expected refuses a file that is there, and one that no document waits for: the link of
// one that was erased would bring it back.
func (h handler) expected(r *http.Request) error {
	if _, err := h.root.Stat(pathOf(nameOf(r))); err == nil {
		return alreadyExists()
	}
	return h.Expected(r.Context(), documento.Clave{CarpetaID: r.PathValue("carpeta"), DocumentoID: r.PathValue("documento")})
}

// receive stores the file within the time that its bytes take at the slowest speed.
func (h handler) receive(w http.ResponseWriter, r *http.Request, p permit) error {
	obj := p.Objeto
	timeout := timeoutFor(obj.TamanoBytes)
	h.extendWrite(w, timeout+baseTimeout) // the answer comes after the last byte
	ctx, cancel := context.WithTimeout(r.Context(), timeout)
	defer cancel()
	b := &body{r.Body, h.newTransfer(http.NewResponseController(w).SetReadDeadline)}
	defer h.uploads.enter(obj.Nombre+"#"+strconv.Itoa(p.Parte), b)()
	wanted := func() error { return h.expected(r) } // it may have been erased while the bytes came
	var err error
	if p.Parte > 0 {
		err = h.absent(ctx, h.savePart(ctx, p, b, wanted))
	} else {
		err = h.save(ctx, obj, b, wanted)
	}
	if err != nil && b.wasReplaced() { // whatever failed first: the read, or the request's context
		return errReplaced
	}
	return err
}

func (h handler) answerCarga(w http.ResponseWriter, r *http.Request, err error) {
	switch {
	case err == nil:
		w.WriteHeader(http.StatusCreated)
	case errors.Is(err, errReplaced):
		h.fail(w, r, http.StatusConflict, fault.New(fault.Conflict, "Otra carga de este archivo tomó el lugar de esta.").Because(err))
	case errors.Is(err, fault.Conflict):
		h.fail(w, r, http.StatusPreconditionFailed, err)
	case errors.Is(err, os.ErrDeadlineExceeded), errors.Is(err, context.DeadlineExceeded):
		h.fail(w, r, http.StatusRequestTimeout, fault.New(fault.BadUserInput, "La carga llegó demasiado despacio.").Because(err))
	default:
		h.fail(w, r, 0, err)
	}
}

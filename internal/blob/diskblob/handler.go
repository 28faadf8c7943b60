package diskblob

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// A transfer may take baseTimeout and as long as its bytes take at minRate: those that
// came or went so far.
const (
	baseTimeout = 30 * time.Second
	minRate     = 32 << 10 // bytes/s
)

// Serving says how files are served. All but Origins is required.
type Serving struct {
	// Origins are those of other sites whose pages may show the files.
	Origins []string
	// Expected returns an error for a document that waits for no file.
	Expected func(context.Context, documento.Clave) error
	// Served is called for each use of a link to a file, before its first byte leaves; an error is why it does not.
	Served func(context.Context, documento.Salida) error
	// Enter waits for a place for an up- or download by signed URL, or says why there is none and when
	// there may be. Call leave once.
	Enter func(ctx context.Context, carpetaID string) (leave func(), full *fault.Error)
}

// handler is the folder, as it is served.
type handler struct {
	*Objetos
	Serving
}

// Handler serves the signed URLs. Mount it under Prefix, without stripping it.
// Nothing is served unsigned, so it needs no other authorisation.
func (o *Objetos) Handler(s Serving) http.Handler {
	h, mux := handler{o, s}, http.NewServeMux()
	objeto := Prefix + documento.NombreObjeto(documento.Clave{CarpetaID: "{carpeta}", DocumentoID: "{documento}"})
	mux.HandleFunc("PUT "+objeto, h.serveCarga)
	mux.HandleFunc("GET "+objeto, h.serveDescarga) // and HEAD
	mux.HandleFunc("/", h.serveNothing)
	return mux
}

// serveNothing answers requests without a signed URL, in the same form as everything else.
func (o *Objetos) serveNothing(w http.ResponseWriter, r *http.Request) {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodPut:
		o.fail(w, r, 0, fault.New(fault.NotFound, "No se encontró el archivo."))
	default:
		w.Header().Set("Allow", "GET, HEAD, PUT")
		o.fail(w, r, http.StatusMethodNotAllowed, fault.New(fault.BadUserInput, "Este enlace solo sirve para subir o descargar un archivo."))
	}
}

// checkHeaders refuses a wrong upload before its body is read.
func checkHeaders(r *http.Request, p permit) (int, error) {
	obj, headers := p.Objeto, headersOf(p.Objeto)
	if p.Parte > 0 {
		headers = headersOfPart(obj)
	}
	switch {
	case r.ContentLength < 0:
		return http.StatusLengthRequired, fault.New(fault.BadUserInput, "Falta el encabezado Content-Length.")
	case r.ContentLength > obj.TamanoBytes:
		return http.StatusRequestEntityTooLarge, fault.New(fault.BadUserInput, "El archivo es más grande que el anunciado.")
	case r.ContentLength < obj.TamanoBytes:
		return http.StatusBadRequest, fault.New(fault.BadUserInput, "El archivo es más pequeño que el anunciado.")
	}
	for _, e := range headers {
		if values := r.Header.Values(e.Nombre); len(values) != 1 || values[0] != e.Valor {
			return http.StatusBadRequest, fault.Newf(fault.BadUserInput, "El encabezado %s falta o no es el indicado.", e.Nombre)
		}
	}
	return 0, nil
}

func nameOf(r *http.Request) string {
	return documento.NombreObjeto(documento.Clave{CarpetaID: r.PathValue("carpeta"), DocumentoID: r.PathValue("documento")})
}

func timeoutFor(bytes int64) time.Duration {
	return baseTimeout + time.Duration(bytes/minRate)*time.Second
}

func (o *Objetos) extendWrite(w http.ResponseWriter, timeout time.Duration) {
	_ = http.NewResponseController(w).SetWriteDeadline(o.cfg.Clock().Add(timeout))
}

// fail answers {code, message}; status 0 is the code's own. Only our own failures are logged.
func (o *Objetos) fail(w http.ResponseWriter, r *http.Request, status int, err error) {
	if status == 0 && r.Context().Err() != nil { // the client left, or half of it: without an answer net/http would say 200
		err = interrupted(err)
	}
	code := fault.CodeOf(err)
	if status == 0 {
		status = code.Info().Status
	}
	if status >= http.StatusInternalServerError {
		o.cfg.Log.ErrorContext(r.Context(), "signed link failed", "method", r.Method, "error", err)
	}
	shown := fault.Plain(code)
	errors.As(err, &shown)
	answerFault(w, r, status, shown)
}

func answerFault(w http.ResponseWriter, r *http.Request, status int, shown *fault.Error) {
	shown = shown.For(r.Context())
	w.Header().Set("Content-Language", fault.Language(r.Context()))
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]string{"codigo": string(shown.Code), "mensaje": shown.Mensaje})
}

package diskblob

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// A transfer may take plazoBase and as long as its bytes take at ritmoMinimo.
const (
	plazoBase   = 30 * time.Second
	ritmoMinimo = 32 << 10 // bytes/s
)

// Handler serves the signed URLs. Mount it under Prefijo, without stripping it.
// Nothing is served unsigned, so it needs no other authorisation.
func (o *Objetos) Handler() http.Handler {
	mux := http.NewServeMux()
	objeto := Prefijo + documento.NombreObjeto(documento.Clave{CarpetaID: "{carpeta}", DocumentoID: "{documento}"})
	mux.HandleFunc("PUT "+objeto, o.servirCarga)
	mux.HandleFunc("GET "+objeto, o.servirDescarga) // and HEAD
	mux.HandleFunc("/", o.servirNada)
	return mux
}

// servirNada answers requests without a signed URL, in the same form as everything else.
func (o *Objetos) servirNada(w http.ResponseWriter, r *http.Request) {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodPut:
		o.fallar(w, r, 0, fault.New(fault.NotFound, "No se encontró el archivo."))
	default:
		w.Header().Set("Allow", "GET, HEAD, PUT")
		o.fallar(w, r, http.StatusMethodNotAllowed, fault.New(fault.BadUserInput, "Este enlace solo sirve para subir o descargar un archivo."))
	}
}

// servirCarga answers 201; 403 for a bad link; 411, 413, 400 for a file that is
// not the announced one; 412 if the object exists.
func (o *Objetos) servirCarga(w http.ResponseWriter, r *http.Request) {
	permiso, err := o.verificar(http.MethodPut, nombreDe(r), r.URL.RawQuery)
	if err != nil {
		o.fallar(w, r, 0, err)
		return
	}
	if estado, err := comprobarEncabezados(r, permiso.Objeto); err != nil {
		o.fallar(w, r, estado, err)
		return
	}
	plazo := plazoDe(permiso.Objeto.TamanoBytes)
	o.extenderLectura(w, plazo)
	o.extenderEscritura(w, plazo+plazoBase) // the answer comes after the last byte
	ctx, cancelar := context.WithTimeout(r.Context(), plazo)
	defer cancelar()
	err = o.Guardar(ctx, permiso.Objeto, cuerpo{r.Body})
	switch {
	case errors.Is(err, fault.Conflict):
		o.fallar(w, r, http.StatusPreconditionFailed, err)
	case err != nil:
		o.fallar(w, r, 0, err)
	default:
		w.WriteHeader(http.StatusCreated)
	}
}

// comprobarEncabezados refuses a wrong upload before its body is read.
func comprobarEncabezados(r *http.Request, obj documento.Objeto) (int, error) {
	switch {
	case r.ContentLength < 0:
		return http.StatusLengthRequired, fault.New(fault.BadUserInput, "Falta el encabezado Content-Length.")
	case r.ContentLength > obj.TamanoBytes:
		return http.StatusRequestEntityTooLarge, fault.New(fault.BadUserInput, "El archivo es más grande que el anunciado.")
	case r.ContentLength < obj.TamanoBytes:
		return http.StatusBadRequest, fault.New(fault.BadUserInput, "El archivo es más pequeño que el anunciado.")
	}
	for _, e := range encabezadosDe(obj) {
		if valores := r.Header.Values(e.Nombre); len(valores) != 1 || valores[0] != e.Valor {
			return http.StatusBadRequest, fault.Newf(fault.BadUserInput, "El encabezado %s falta o no es el indicado.", e.Nombre)
		}
	}
	return 0, nil
}

// servirDescarga serves the file, or a range of it. The server's own origin
// serves the explorer too, so a file is never shown as a page: it is an attachment, sniffing
// is off, and a sandbox holds a file that a browser might still open.
func (o *Objetos) servirDescarga(w http.ResponseWriter, r *http.Request) {
	permiso, err := o.verificar(http.MethodGet, nombreDe(r), r.URL.RawQuery)
	if err != nil {
		o.fallar(w, r, 0, err)
		return
	}
	a, err := o.abrirVigente(r.Context(), permiso.Objeto.Nombre)
	if err != nil {
		o.fallar(w, r, 0, err)
		return
	}
	defer a.Close()
	h := w.Header()
	h.Set("Content-Type", permiso.Objeto.TipoContenido)
	h.Set("Content-Disposition", documento.Adjunto(permiso.NombreArchivo))
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "sandbox; default-src 'none'")
	h.Set("Cache-Control", "private, no-store")
	h.Set("ETag", `"`+a.Hash+`"`)
	o.extenderEscritura(w, plazoDe(a.TamanoBytes))
	http.ServeContent(w, r, "", time.Time{}, a)
}

// cuerpo is the body of an upload. That it breaks off is the client's doing (a
// closed tab, a lost network), not a failure of the store.
type cuerpo struct{ io.Reader }

func (c cuerpo) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = fault.New(fault.BadUserInput, "La carga se interrumpió antes de terminar.").Because(err)
	}
	return n, err
}

func nombreDe(r *http.Request) string {
	return documento.NombreObjeto(documento.Clave{CarpetaID: r.PathValue("carpeta"), DocumentoID: r.PathValue("documento")})
}

func plazoDe(bytes int64) time.Duration {
	return plazoBase + time.Duration(bytes/ritmoMinimo)*time.Second
}

// extenderLectura lets a large upload outlive the server's general limit. A
// writer that knows no deadlines (a test recorder) has none to extend.
func (o *Objetos) extenderLectura(w http.ResponseWriter, plazo time.Duration) {
	_ = http.NewResponseController(w).SetReadDeadline(o.cfg.Reloj().Add(plazo))
}

func (o *Objetos) extenderEscritura(w http.ResponseWriter, plazo time.Duration) {
	_ = http.NewResponseController(w).SetWriteDeadline(o.cfg.Reloj().Add(plazo))
}

// fallar answers {codigo, mensaje}; estado 0 is the code's own. Only our own failures are logged.
func (o *Objetos) fallar(w http.ResponseWriter, r *http.Request, estado int, err error) {
	codigo := fault.CodeOf(err)
	if r.Context().Err() != nil {
		return // nobody is listening any more
	}
	if estado == 0 {
		estado = codigo.Info().Status
	}
	if estado >= http.StatusInternalServerError {
		o.cfg.Registro.ErrorContext(r.Context(), "signed link failed", "method", r.Method, "error", err)
	}
	mensaje := codigo.Info().Mensaje
	var propio *fault.Error
	if errors.As(err, &propio) {
		mensaje = propio.Mensaje
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(estado)
	_ = json.NewEncoder(w).Encode(map[string]string{"codigo": string(codigo), "mensaje": mensaje})
}

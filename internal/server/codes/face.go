package codes

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/carpeta-ciudadana/servidor/internal/consentimiento"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/entrega/codigo"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
	"github.com/carpeta-ciudadana/servidor/internal/server/door"
	"github.com/carpeta-ciudadana/servidor/internal/server/reply"
	"github.com/carpeta-ciudadana/servidor/internal/server/streamed"
	"github.com/carpeta-ciudadana/servidor/internal/server/verifiable"
)

// The addresses. Page is the application's.
const (
	Page    = codigo.Pagina
	usePath = "POST " + Page + "usar"
	getPath = "GET " + filePath
	copyGet = "GET " + copyPath

	receivedGet     = "GET " + consentimiento.RutaArchivo
	receivedCopyGet = "GET " + consentimiento.RutaCopia

	filePath = Page + "archivo"
	copyPath = Page + "copia"

	paramPass = consentimiento.ParamPase
	paramSave = "descargar" // the browser is to save the file, and not to show it
	maxBody   = 1 << 10     // bytes; a code has 22
)

// Face serves what codes show, and what entities look at under an authorisation.
type Face struct {
	codes    *codigo.Servicio
	received *consentimiento.Servicio
	door     *door.Door
	clock    func() time.Time
}

// New serves codes below Page; page serves the rest of it.
func New(codes *codigo.Servicio, received *consentimiento.Servicio, d *door.Door, page http.Handler, clock func() time.Time) http.Handler {
	f := &Face{codes, received, d, clock}
	mux := http.NewServeMux()
	mux.HandleFunc(usePath, f.use)
	mux.HandleFunc(getPath, f.file)
	mux.HandleFunc(copyGet, f.copy)
	mux.HandleFunc(receivedGet, f.receivedFile)
	mux.HandleFunc(receivedCopyGet, f.receivedCopy)
	mux.Handle(Page, page)
	return private(mux)
}

// private keeps what is shown out of caches and search engines.
func private(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("X-Robots-Tag", "noindex, nofollow")
		next.ServeHTTP(w, r)
	})
}

// admit lets a request in as the door does, or answers why not. leave ends its place.
func (f *Face) admit(w http.ResponseWriter, r *http.Request, enter func(*http.Request) (*http.Request, *reply.Problem)) (_ *http.Request, leave func(), ok bool) {
	r, p := enter(r)
	if p == nil {
		if err := f.door.Budget.CheckRefusals(r.Context()); err != nil {
			p = reply.ProblemOf(err)
		}
	}
	if p == nil {
		var busy *fault.Error
		if leave, busy = f.door.Budget.Enter(r.Context()); busy == nil {
			return r, leave, true
		}
		leave()
		p = reply.ProblemOf(busy)
	}
	p.Last = f.door.Budget.DelayRefusal(r.Context(), string(p.Err.Code))
	p.Send(w, r, reply.JSON, f.door.Presenter)
	return r, nil, false
}

// refuse answers a failure.
func (f *Face) refuse(w http.ResponseWriter, r *http.Request, err error) {
	f.charged(r, err).Send(w, r, reply.JSON, f.door.Presenter)
}

// refuseFile answers a failure too. A person who opens a file that is over reads the page, which says what to do.
func (f *Face) refuseFile(w http.ResponseWriter, r *http.Request, err error) {
	p := f.charged(r, err)
	if p.Status != http.StatusNotFound || !strings.Contains(r.Header.Get("Accept"), "text/html") {
		p.Send(w, r, reply.JSON, f.door.Presenter)
		return
	}
	p.SetHeaders(w, r)
	http.Redirect(w, r, Page+"?archivo", http.StatusSeeOther)
}

// charged is a failure as it is answered. One that the sender caused is charged to their address: who tries codes is
// slowed down.
func (f *Face) charged(r *http.Request, err error) *reply.Problem {
	p := reply.ProblemOf(f.door.Presenter.Fault(r.Context(), err))
	if p.Status < http.StatusInternalServerError {
		f.door.Budget.ChargeRefusal(r.Context(), budget.Token, 0)
		p.Last = f.door.Budget.DelayRefusal(r.Context(), string(p.Err.Code))
	}
	return p
}

// use shows what a code shows.
func (f *Face) use(w http.ResponseWriter, r *http.Request) {
	r, leave, ok := f.admit(w, r, f.door.Enter)
	if !ok {
		return
	}
	defer leave()
	code, err := readCode(w, r)
	if err != nil {
		f.refuse(w, r, err)
		return
	}
	shown, err := f.codes.Usar(r.Context(), code, caller.Peer(r.Context()))
	if err != nil {
		f.refuse(w, r, err)
		return
	}
	body, err := json.Marshal(answerOf(shown, f.clock()))
	if err != nil {
		f.refuse(w, r, fault.Wrap(fault.Internal, err))
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(body) // a client that left needs no answer
}

// readCode reads the one member that a request has.
func readCode(w http.ResponseWriter, r *http.Request) (string, error) {
	if media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || media != "application/json" {
		return "", fault.New(fault.BadUserInput, "El código se envía como JSON: {\"codigo\": \"…\"}.")
	}
	var body struct {
		Codigo string `json:"codigo"`
	}
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody))
	d.DisallowUnknownFields()
	if err := d.Decode(&body); err != nil {
		return "", fault.New(fault.BadUserInput, "El código se envía como JSON: {\"codigo\": \"…\"}.").Because(err)
	}
	if err := d.Decode(&struct{}{}); !errors.Is(err, io.EOF) {
		return "", fault.New(fault.BadUserInput, "El código se envía como JSON: {\"codigo\": \"…\"}.")
	}
	return body.Codigo, nil
}

// answer is what the page shows. Absent is what the code or its document does not say.
type answer struct {
	Emisor       string  `json:"emisor"`
	Tipo         string  `json:"tipo"`
	Titulo       string  `json:"titulo"`
	Numero       string  `json:"numero,omitempty"` // masked
	FechaEmision string  `json:"fechaEmision,omitempty"`
	Desde        string  `json:"vigenciaDesde,omitempty"`
	HastaDia     string  `json:"vigenciaHasta,omitempty"`
	Estado       string  `json:"estadoJuridico"`
	Dia          string  `json:"dia"` // of that state, in the zone of the service
	Zona         string  `json:"zona"`
	Titular      string  `json:"titular,omitempty"`
	ID           string  `json:"identificacion,omitempty"` // of the holder, masked
	Al           string  `json:"al"`                       // when this was so
	Hasta        string  `json:"hasta"`                    // until when the code can be used
	Archivo      *fileOf `json:"archivo,omitempty"`
}

type fileOf struct {
	Direccion   string `json:"direccion"`
	Nombre      string `json:"nombre"`
	TamanoBytes int64  `json:"tamanoBytes"`
	Vista       string `json:"vista,omitempty"` // the type under which a browser may show it; empty: it may not
	Copia       string `json:"copia,omitempty"` // address of the verifiable file; empty: the owner allows no copy
}

func answerOf(m codigo.Mostrado, now time.Time) answer {
	d := m.Documento
	a := answer{
		Emisor: d.EmisorNombre, Tipo: m.Tipo, Titulo: d.Titulo, Numero: masked(d.Numero), FechaEmision: m.Expedido,
		Desde: d.Dias().Desde, HastaDia: d.Dias().Hasta, Estado: string(m.Estado), Dia: m.Dia, Zona: m.Zona, Titular: m.Titular.Nombre,
		Al: now.UTC().Format(time.RFC3339), Hasta: m.Hasta.Format(time.RFC3339),
	}
	if isNumber(m.Titular.CiudadanoID) {
		a.ID = masked(m.Titular.CiudadanoID)
	}
	query := "?" + paramPass + "=" + m.Pase
	if m.Pase != "" {
		a.Archivo = &fileOf{Direccion: filePath + query, Nombre: d.NombreArchivo, TamanoBytes: d.TamanoBytes, Vista: d.TipoVista}
	}
	if m.ConCopia {
		a.Archivo.Copia = copyPath + query
	}
	return a
}

// isNumber reports whether a person reads it as their number: other ids of citizens have no last digits to compare.
func isNumber(id string) bool {
	return id != "" && strings.Trim(id, "0123456789") == ""
}

// masked leaves the last four characters of a number that has more than eight, and half of a shorter one.
func masked(numero string) string {
	n := utf8.RuneCountInString(numero)
	show := min(4, n/2)
	rs := []rune(numero)
	return strings.Repeat("•", n-show) + string(rs[n-show:])
}

// What a browser may do with a file: show it, and nothing that is in it may act.
const fileSandbox = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

// leaving is a file that a pass allows to fetch.
type leaving interface {
	// Anotar writes down that it leaves.
	Anotar(ctx context.Context) error
	// Abrir reads it from one of its bytes on.
	Abrir(ctx context.Context, desde int64) (io.ReadCloser, error)
	// Sigue asks again while a long fetch goes on; an error ends it.
	Sigue(ctx context.Context) error
}

// file streams the file of a pass of a code, whole or in parts.
func (f *Face) file(w http.ResponseWriter, r *http.Request) {
	f.fetch(w, r, f.refuseFile, func(r *http.Request, pass string) (documento.Documento, leaving, error) {
		a, err := f.codes.Archivo(r.Context(), pass, caller.Peer(r.Context()))
		return a.Documento, a, err
	})
}

// receivedFile streams the file of a pass of a look.
func (f *Face) receivedFile(w http.ResponseWriter, r *http.Request) {
	f.fetch(w, r, f.refuse, func(r *http.Request, pass string) (documento.Documento, leaving, error) {
		a, err := f.received.Archivo(r.Context(), pass)
		return a.Documento, a, err
	})
}

type refusal func(http.ResponseWriter, *http.Request, error)

func (f *Face) fetch(w http.ResponseWriter, r *http.Request, refuse refusal, find func(*http.Request, string) (documento.Documento, leaving, error)) {
	r, leave, ok := f.admit(w, r, f.door.EnterByLink)
	if !ok {
		return
	}
	defer leave()
	asked := r.URL.Query()
	d, a, err := find(r, asked.Get(paramPass))
	if err == nil {
		err = a.Anotar(r.Context())
	}
	if err != nil {
		refuse(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", documento.TipoServido(d.TipoContenido))
	h.Set("Content-Disposition", documento.Adjunto(d.NombreArchivo))
	h.Set("Content-Security-Policy", fileSandbox)
	h.Set("ETag", `"`+d.Hash+`"`)
	if d.TipoVista != "" && !asked.Has(paramSave) {
		h.Set("Content-Type", d.TipoVista)
		h.Set("Content-Disposition", documento.EnLinea(d.NombreArchivo))
	}
	streamed.Serve(w, r, f.door, f.clock, streamed.File{Size: d.TamanoBytes, Open: a.Abrir, Allowed: a.Sigue})
}

// copy streams the verifiable file of a pass of a code.
func (f *Face) copy(w http.ResponseWriter, r *http.Request) {
	f.fetchCopy(w, r, f.refuseFile, func(r *http.Request, pass string) (leaving, entrega.Archivo, error) {
		return split(f.codes.Copia(r.Context(), pass, caller.Peer(r.Context())))
	})
}

// receivedCopy streams that of a pass of a look.
func (f *Face) receivedCopy(w http.ResponseWriter, r *http.Request) {
	f.fetchCopy(w, r, f.refuse, func(r *http.Request, pass string) (leaving, entrega.Archivo, error) {
		return split(f.received.Copia(r.Context(), pass))
	})
}

func split[A leaving](a A, v entrega.Archivo, err error) (leaving, entrega.Archivo, error) {
	return a, v, err
}

func (f *Face) fetchCopy(w http.ResponseWriter, r *http.Request, refuse refusal, find func(*http.Request, string) (leaving, entrega.Archivo, error)) {
	r, leave, ok := f.admit(w, r, f.door.EnterByLink)
	if !ok {
		return
	}
	defer leave()
	a, v, err := find(r, r.URL.Query().Get(paramPass))
	if err == nil {
		err = a.Anotar(r.Context())
	}
	if err != nil {
		refuse(w, r, err)
		return
	}
	verifiable.Send(w, r, f.door, f.clock, v, a.Sigue)
}

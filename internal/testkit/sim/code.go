package sim

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/entrega/codigo"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/server/door"
	"github.com/carpeta-ciudadana/servidor/internal/server/streamed"
)

// Every process has the same keys.
var (
	codeKeys   = codigo.Llaves{make([]byte, 32)}
	passCodec  = newPassCodec()
	streamDoor = &door.Door{Limits: limits.Limits{}.WithDefaults(), Clock: func() time.Time { return epoch }}
)

func newPassCodec() *relay.Codec {
	c, err := relay.NewCodec(relay.Key{ID: "sim", Secret: make([]byte, 32)})
	if err != nil {
		panic(err)
	}
	c = c.Hidden()
	c.TTL = codigo.VidaDePase
	return c
}

// code is a code as it is stored, with what is in the trail of it.
type code struct {
	codigo.Codigo
	told  map[auditoria.Tipo]int
	shown int // how often somebody saw what it shows
}

// deliveredBefore makes a certified document one that an entity delivered, so that codes can show it, and its issuer
// takes it back or replaces it.
func (w *world) deliveredBefore(c *carpeta.Carpeta, d *documento.Documento) {
	issuer := entities[w.IntN(len(entities))]
	d.EmisorID, d.EmisorNombre, d.TamanoBytes, d.TipoContenido, d.NombreArchivo = issuer, issuer, sizeOfShown, "application/pdf", "f"
	d.FechaEmision, d.Hash = signedAt, fmt.Sprintf("%064x", 9000+w.ids)
	w.entregas[d.DocumentoID] = entrega.Entrega{
		EntidadID: issuer, EntregaID: d.DocumentoID, CarpetaID: c.CarpetaID, CiudadanoID: c.CiudadanoID,
		Firma: entidad.Firma{FirmadaEn: signedAt}, AnunciadaEn: signedAt, EntregadaEn: signedAt,
	}
}

// showSometimes is an owner who shows a certified document by codes, and its issuer, who corrects what it delivered.
func (w *world) showSometimes(k documento.Clave) {
	if e, delivered := w.entregas[k.DocumentoID]; delivered {
		issuer := issuerOf(e)
		switch w.IntN(4) {
		case 0:
			w.After(w.between(0, w.plan.chaos), func() { w.revoke(issuer, e, 3) })
		case 1:
			for range 1 + w.IntN(2) {
				w.After(w.between(0, w.plan.chaos), func() { w.replace(issuer, e) })
			}
		}
	}
	for range 1 + w.IntN(2) {
		w.After(w.between(0, w.plan.chaos), func() { w.makeCode(k, 2) })
	}
}

// makeCode makes a code, hands it out, and at times ends it.
func (w *world) makeCode(k documento.Clave, repetitions int) {
	wanted := codigo.Pedido{Clave: k, Alcance: codigo.DatosYArchivo}
	if w.oneIn(2) {
		n := 1 + w.Int64N(3)
		wanted.MaxUsos = &n
	}
	if w.oneIn(3) {
		wanted.Hasta = epoch.Add(w.Now + w.between(maxSkew, w.plan.chaos))
	}
	w.inSomeProcess(func(t *task, p *process) {
		c, err := p.codigos.Crear(taskContext{t}, w.duenos[k.CarpetaID], wanted)
		if w.repeats(t, errors.Is(err, fault.Unavailable), repetitions, 5*time.Second, func(n int) { w.makeCode(k, n) }) {
			return
		}
		w.note(p, "make code %s of %s: %v", w.short(c.CodigoID), w.short(k.DocumentoID), codeOf(err))
		if err != nil {
			w.checkMade(k, wanted, err)
			return
		}
		w.handOut(c)
	})
}

// checkMade: a code is refused because its end passed while it waited, or because of its document.
func (w *world) checkMade(k documento.Clave, wanted codigo.Pedido, err error) {
	_, there := w.documentos[k.DocumentoID]
	late := !wanted.Hasta.IsZero() && epoch.Add(w.Now+maxSkew).After(wanted.Hasta)
	if errors.Is(err, fault.NotFound) && !there || errors.Is(err, fault.BadUserInput) && late {
		return
	}
	w.checkAnswer("make code", err)
}

// handOut: some use it, at times two at once, and its owner may end it.
func (w *world) handOut(c codigo.Codigo) {
	if w.oneIn(2) {
		w.After(w.between(0, w.plan.chaos/2), func() { w.endCode(c.Nombre(), 3) })
	}
	for range w.IntN(5) {
		at := w.between(0, w.plan.chaos)
		for range 1 + w.IntN(2) {
			w.After(at+w.between(0, atOnce), func() { w.useCode(codeKeys.De(c), 2) })
		}
		if w.oneIn(2) {
			w.After(at, func() { w.endWhatItShows(c) })
		}
	}
}

// atOnce is how near two requests are whose calls to the store come between each other.
const atOnce = 50 * time.Millisecond

// endWhatItShows ends in one of the ways in which a code comes to show nothing, or something else, while somebody uses it.
func (w *world) endWhatItShows(c codigo.Codigo) {
	e, k := w.entregas[c.DocumentoID], c.Nombre().Clave()
	switch w.IntN(4) {
	case 0:
		w.endCode(c.Nombre(), 3)
	case 1:
		w.solicitar(k, 0)
	case 2:
		w.revoke(issuerOf(e), e, 3)
	default:
		w.replace(issuerOf(e), e)
	}
}

func issuerOf(e entrega.Entrega) auth.Principal {
	return auth.Principal{Sub: "program", Roles: []auth.Role{auth.Entidad}, EntidadID: e.EntidadID}
}

func (w *world) endCode(n codigo.Nombre, repetitions int) {
	w.inSomeProcess(func(t *task, p *process) {
		ended, err := p.codigos.Terminar(taskContext{t}, w.duenos[n.CarpetaID], n)
		if w.repeats(t, err != nil, repetitions, 5*time.Second, func(r int) { w.endCode(n, r) }) {
			return
		}
		w.note(p, "end code %s: %v", w.short(n.CodigoID), codeOf(err))
		w.checkAnswer("end code", err)
		if err == nil && (ended.TerminadoEn.IsZero() || w.codeByID[n.CodigoID].TerminadoEn.IsZero()) {
			w.violate("a code was ended, and can be used")
		}
	})
}

// useCode is somebody who has a code, and looks.
func (w *world) useCode(code string, repetitions int) {
	w.inSomeProcess(func(t *task, p *process) {
		m, err := p.codigos.Usar(taskContext{t}, code, "")
		again := errors.Is(err, fault.Unavailable) || errors.Is(err, fault.Conflict)
		if w.repeats(t, again, repetitions, 5*time.Second, func(n int) { w.useCode(code, n) }) {
			return
		}
		w.note(p, "use of a code: %v %v", m.Estado, codeOf(err))
		if err != nil {
			w.checkRefusal("use of a code", err)
			return
		}
		w.onShown(t, m)
		if m.Pase == "" {
			return
		}
		for range 1 + w.IntN(2) {
			w.After(w.between(0, 10*time.Second), func() { w.fetchFile(m.Pase, t.use.code) })
		}
	})
}

// fetchFile reads the file of a pass, at the pace of whoever reads it.
func (w *world) fetchFile(pass string, c *code) {
	w.inSomeProcess(func(t *task, p *process) {
		ctx := taskContext{t}
		a, err := p.codigos.Archivo(ctx, pass, "")
		if err == nil {
			err = a.Anotar(ctx)
		}
		w.note(p, "file of a code, %s: %v", w.short(a.DocumentoID), codeOf(err))
		if t.Dead() || err != nil {
			w.checkRefusal("file of a code", err)
			return
		}
		told := func() bool { return c.told[auditoria.ArchivoServido] > 0 }
		w.serve(t, a.DocumentoID, streamed.File{Size: a.TamanoBytes, Open: a.Abrir, Allowed: a.Sigue}, told, func() bool { return w.showsFile(c) })
	})
}

// serve sends a file to somebody who reads it at a pace of their own. told: it is in the trail. allowed: they have a right to it.
func (w *world) serve(t *task, documentoID string, f streamed.File, told, allowed func() bool) {
	t.deadline = math.MaxInt64
	to := &reader{w: w, t: t, documentoID: documentoID, told: told, allowed: allowed, pace: w.between(0, maxPace), right: w.Now}
	defer to.end()
	r, _ := http.NewRequestWithContext(taskContext{t}, http.MethodGet, "/", http.NoBody)
	streamed.Serve(to, r, streamDoor, t.p.clock, f)
	w.note(t.p, "read all of %s", w.short(documentoID))
	w.reads++
}

const (
	sizeOfShown = 1 << 20 // bytes; some thirty pieces of a stream
	maxPace     = 4 * time.Second
)

// reader is somebody who fetches a file, and reads a piece of it after the other. It is their http.ResponseWriter.
type reader struct {
	w             *world
	t             *task
	documentoID   string
	told, allowed func() bool
	pace          time.Duration
	right         time.Duration // when it was last seen that it is allowed
}

func (*reader) Header() http.Header { return http.Header{} }
func (*reader) WriteHeader(int)     {}

// Write implements http.ResponseWriter.
func (r *reader) Write(piece []byte) (int, error) {
	if r.t.Dead() {
		return 0, io.ErrClosedPipe
	}
	r.w.onPiece(r)
	r.t.Wait(r.w.Now + r.pace)
	return len(piece), nil
}

// end is the end of a fetch that ended before its end.
func (r *reader) end() {
	switch ended := recover(); ended {
	case nil:
	case http.ErrAbortHandler:
		r.w.note(r.t.p, "a file of %s ends early", r.w.short(r.documentoID))
		r.w.cutShort++
	default:
		panic(ended)
	}
}

// Abrir implements documento.Objetos.
func (o objetos) Abrir(_ context.Context, name string, from int64) (io.ReadCloser, error) {
	t := o.p.w.current()
	err := o.call(t, o.p.w.Now+objetosTimeout, "open", name, false, func() error {
		if len(o.p.w.files[name].ids) == 0 {
			return errAbsent
		}
		return nil
	})
	return io.NopCloser(io.LimitReader(zeros{}, sizeOfShown-from)), err
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

package reconciliacion

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/reconciliacion"
)

// printer prints a run: results to out, progress to errw.
type printer struct {
	out, errw    io.Writer
	json, avance bool
	dirty        bool // a progress line is to be wiped
	sagas        []string
	err          error // of writing; the first
}

func (e *printer) line(class string, v any, text string) error {
	e.wipe()
	if !e.json {
		_, err := fmt.Fprintln(e.out, text)
		return e.note(err)
	}
	j, err := json.Marshal(v)
	if err == nil {
		_, err = fmt.Fprintf(e.out, "{\"linea\":%q,%s\n", class, j[1:])
	}
	return e.note(err)
}

func (e *printer) note(err error) error {
	if e.err == nil {
		e.err = err
	}
	return err
}

func (e *printer) hallazgo(h reconciliacion.Hallazgo) error {
	text := fmt.Sprintf("%s %s carpeta %s documento %s", h.Tipo, h.Motivo, h.CarpetaID, h.DocumentoID)
	if h.Total != nil {
		text = fmt.Sprintf("%s %s carpeta %s: total %d, counted %d", h.Tipo, h.Motivo, h.CarpetaID, *h.Total, *h.Contados)
	}
	if h.Uso != nil {
		text += fmt.Sprintf("; usage %+v, counted %+v", *h.Uso, *h.UsoContado)
	}
	if h.NoReparable != "" {
		text += " (not repaired: " + h.NoReparable + ")"
	}
	return e.line("hallazgo", h, text)
}

func (e *printer) reparada(p reconciliacion.Reparacion) error {
	if p.Accion.Hecha() && p.EventoID != "" {
		e.sagas = append(e.sagas, p.EventoID)
	}
	return e.line("reparacion", p, fmt.Sprintf("%s %s carpeta %s documento %s %s %s", p.Accion, p.Tipo, p.CarpetaID, p.DocumentoID, p.EventoID, p.Detalle))
}

func (e *printer) paso(_ context.Context, _ reconciliacion.Posicion, r reconciliacion.Resumen) error {
	if e.avance {
		e.dirty = true
		_, _ = fmt.Fprintf(e.errw, "\r\x1b[K%d carpetas, %d documentos, %d objetos", r.Carpetas, r.Documentos, r.Objetos)
	}
	return nil
}

func (e *printer) wipe() {
	if e.dirty {
		e.dirty = false
		_, _ = fmt.Fprint(e.errw, "\r\x1b[K")
	}
}

// summaryLine is the last line of a run.
type summaryLine struct {
	Mode            string `json:"modo"`
	Inconsistencias int64  `json:"inconsistencias"` // left
	reconciliacion.Resumen
	DuracionMs int64 `json:"duracionMs"`
	Complete   bool  `json:"completo"`
}

func (e *printer) summarize(c config.Reconcile, r reconciliacion.Resumen, d time.Duration, complete bool) {
	l := summaryLine{Mode: "dry-run", Inconsistencias: r.Inconsistencias(), Resumen: r, DuracionMs: d.Milliseconds(), Complete: complete}
	if c.Repair {
		l.Mode = "repair"
	}
	if l.PorTipo == nil {
		l.PorTipo = map[reconciliacion.Tipo]int64{}
	}
	_ = e.line("resumen", l, fmt.Sprintf("%s: %d inconsistencies in %d carpetas, %d documents, %d objects (%s)",
		l.Mode, l.Inconsistencias, r.Carpetas, r.Documentos, r.Objetos, d.Round(time.Millisecond)))
}

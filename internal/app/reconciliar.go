package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
	"github.com/carpeta-ciudadana/servidor/internal/reconciliacion"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
)

// left ends carpeta reconciliacion ejecutar with an exit code of its own: the run went well,
// and left a finding that is not repaired.
type left struct{ n int64 }

func (q left) Error() string { return fmt.Sprintf("%d inconsistencies are left", q.n) }

// ExitCode tells scripts that it is not a failure.
func (q left) ExitCode() int { return 3 }

// taken says what to do when a server has the data folder.
func taken(c config.Command, err error) error {
	if c.Name == config.CmdReconcile && errors.Is(err, boltstore.ErrInUse) {
		return fmt.Errorf("%w. A running server compares by itself (CARPETA_RECONCILE_INTERVAL): read carpeta_reconcile_* at its /metrics; to repair, stop it first", err)
	}
	if c.Name == config.CmdComprobar && errors.Is(err, boltstore.ErrInUse) {
		return fmt.Errorf("%w. A running server reads its logs as a whole once a day (carpeta_sello_danados at its /metrics); to compare the store with them, stop it first", err)
	}
	if c.Registry() != nil && errors.Is(err, boltstore.ErrInUse) {
		return fmt.Errorf("%w; or ask the server that has it: add --url http://%s", err, c.Config.Addr)
	}
	return err
}

func (a *App) reconciliador() *reconciliacion.Reconciliador {
	return &reconciliacion.Reconciliador{
		Metadatos: a.p.store, Reparaciones: a.p.store, Marcas: a.p.store, Objetos: a.p.inventario, Cargas: a.documentos, Plazos: reconciliacion.PlazosNormales,
		Clock: a.clock, NewID: newID, Pause: service.Pause, Log: a.log, Escribano: auditoria.Escribano{Clock: a.clock},
	}
}

// background is the slow walk of the servers.
func (a *App) background() *reconciliacion.Background {
	return &reconciliacion.Background{
		Reconciliador: a.reconciliador(), Interval: a.cfg.ReconcileInterval, Ritmo: a.cfg.ReconcileRate,
		Dueno: thisProcess() + "/" + newID(), Metrics: a.metrics,
	}
}

// thisProcess names the process in a mark, so that a person can find it.
func thisProcess() string {
	machine, err := os.Hostname()
	if err != nil {
		machine = "?"
	}
	return fmt.Sprintf("%s/%d", machine, os.Getpid())
}

// reconciliar is the command reconcile.
func (a *App) reconciliar(ctx context.Context, c config.Reconcile, out, errw io.Writer) error {
	if err := errors.Join(a.p.ready(ctx), a.p.objetos.Ready(ctx)); err != nil {
		return err
	}
	e := &printer{out: out, errw: errw, json: c.Output == "json", avance: isTerminal(errw)}
	orden, err := a.ordenOf(c, e)
	if err != nil {
		return err
	}
	start := a.clock()
	summary, pos, err := a.reconciliador().Consola(byConsole(ctx), orden)
	e.wipe()
	if err == nil {
		err = a.finishReparaciones(ctx, e.sagas)
	}
	e.summarize(c, summary, a.clock().Sub(start), err == nil)
	switch n := summary.Inconsistencias(); {
	case err != nil && pos != (reconciliacion.Posicion{}) && !errors.Is(err, fault.NotAllowed):
		return fmt.Errorf("%w; go on with --desde %s", err, pos.Ficha())
	case err != nil:
		return err
	case n > 0:
		return left{n}
	}
	return e.err
}

func (a *App) ordenOf(c config.Reconcile, e *printer) (reconciliacion.Encargo, error) {
	o := reconciliacion.Encargo{
		Recorrido: reconciliacion.Recorrido{CarpetaID: c.Carpeta, OperadorID: c.Operador, Ritmo: c.Rate, Paso: e.paso},
		Reparar:   c.Repair, MaxReparadas: c.MaxRepairs, Forzar: c.Force, SeguirUltima: c.Desde == config.LastRun,
		Dueno: thisProcess(), HallazgoLinea: e.hallazgo, Reparada: e.reparada,
	}
	if c.Rate < 0 {
		o.Ritmo = a.cfg.ReconcileRate
	}
	var err error
	if c.Desde != "" && !o.SeguirUltima {
		if o.Desde, err = reconciliacion.ReadFicha(c.Desde); err != nil {
			return o, config.BadArgument("--desde: %q is not a position that a run printed; give that one, or ultima", c.Desde)
		}
	}
	return o, err
}

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

package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
	"github.com/carpeta-ciudadana/servidor/internal/reconciliacion"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
)

// quedan ends carpeta reconcile with an exit code of its own: the run went well,
// and found something that is not repaired.
type quedan struct{ n int64 }

func (q quedan) Error() string { return fmt.Sprintf("%d inconsistencies are left", q.n) }

// ExitCode tells scripts that it is not a failure.
func (q quedan) ExitCode() int { return 3 }

// ocupada says what to do when a server has the data folder.
func ocupada(c config.Comando, err error) error {
	if c.Nombre == config.CmdReconcile && errors.Is(err, boltstore.ErrEnUso) {
		return fmt.Errorf("%w. A running server compares by itself (CARPETA_RECONCILE_INTERVAL): read carpeta_reconcile_* at its /metrics; to repair, stop it first", err)
	}
	return err
}

func (a *App) reconciliador() *reconciliacion.Reconciliador {
	return &reconciliacion.Reconciliador{
		Almacen: a.p.almacen, Objetos: a.p.inventario, Plazos: reconciliacion.PlazosNormales,
		Ahora: a.ahora, NuevoID: nuevoID, Esperar: service.Pause, Log: a.log,
	}
}

// fondo is the slow walk of the servers.
func (a *App) fondo() *reconciliacion.Fondo {
	return &reconciliacion.Fondo{
		Reconciliador: a.reconciliador(), Intervalo: a.cfg.ReconcileInterval, Ritmo: a.cfg.ReconcileRate,
		Dueno: esteProceso() + "/" + nuevoID(), Medidor: a.metrics,
	}
}

// esteProceso names the process in a mark: who looks at one wants to find it.
func esteProceso() string {
	maquina, err := os.Hostname()
	if err != nil {
		maquina = "?"
	}
	return fmt.Sprintf("%s/%d", maquina, os.Getpid())
}

// reconciliar is the command reconcile.
func (a *App) reconciliar(ctx context.Context, c config.Reconcile, out, errw io.Writer) error {
	if err := errors.Join(a.p.listo(ctx), a.p.objetos.Ready(ctx)); err != nil {
		return err
	}
	e := &escritor{out: out, errw: errw, json: c.Output == "json", avance: esTerminal(errw)}
	orden, err := a.ordenDe(c, e)
	if err != nil {
		return err
	}
	inicio := a.ahora()
	resumen, pos, err := a.reconciliador().Consola(ctx, orden)
	e.limpiar()
	if err == nil {
		err = a.terminarReparaciones(ctx, e.sagas)
	}
	e.resumir(c, resumen, a.ahora().Sub(inicio), err == nil)
	switch n := resumen.Inconsistencias(); {
	case err != nil && pos != (reconciliacion.Posicion{}) && !errors.Is(err, fault.NotAllowed):
		return fmt.Errorf("%w; go on with --desde %s", err, pos.Ficha())
	case err != nil:
		return err
	case n > 0:
		return quedan{n}
	}
	return e.err
}

func (a *App) ordenDe(c config.Reconcile, e *escritor) (reconciliacion.Orden, error) {
	o := reconciliacion.Orden{
		Pedido:  reconciliacion.Pedido{CarpetaID: c.Carpeta, OperadorID: c.Operador, Ritmo: c.Rate, Paso: e.paso},
		Reparar: c.Repair, MaxReparadas: c.MaxRepairs, Forzar: c.Force, SeguirUltima: c.Desde == config.Ultima,
		Dueno: esteProceso(), HallazgoLinea: e.hallazgo, Reparada: e.reparada,
	}
	if c.Rate < 0 {
		o.Ritmo = a.cfg.ReconcileRate
	}
	var err error
	if c.Desde != "" && !o.SeguirUltima {
		if o.Desde, err = reconciliacion.LeerFicha(c.Desde); err != nil {
			return o, config.Mal("--desde: %q is not a position that a run printed; give that one, or ultima", c.Desde)
		}
	}
	return o, err
}

// escritor prints a run: results to out, progress to errw.
type escritor struct {
	out, errw    io.Writer
	json, avance bool
	sucio        bool // a progress line is to be wiped
	sagas        []string
	err          error // of writing; the first
}

func (e *escritor) linea(clase string, v any, texto string) error {
	e.limpiar()
	if !e.json {
		_, err := fmt.Fprintln(e.out, texto)
		return e.anotar(err)
	}
	j, err := json.Marshal(v)
	if err == nil {
		_, err = fmt.Fprintf(e.out, "{\"linea\":%q,%s\n", clase, j[1:])
	}
	return e.anotar(err)
}

func (e *escritor) anotar(err error) error {
	if e.err == nil {
		e.err = err
	}
	return err
}

func (e *escritor) hallazgo(h reconciliacion.Hallazgo) error {
	texto := fmt.Sprintf("%s %s carpeta %s documento %s", h.Tipo, h.Motivo, h.CarpetaID, h.DocumentoID)
	if h.Total != nil {
		texto = fmt.Sprintf("%s %s carpeta %s: total %d, counted %d", h.Tipo, h.Motivo, h.CarpetaID, *h.Total, *h.Contados)
	}
	if h.NoReparable != "" {
		texto += " (not repaired: " + h.NoReparable + ")"
	}
	return e.linea("hallazgo", h, texto)
}

func (e *escritor) reparada(p reconciliacion.Reparacion) error {
	if p.Accion.Hecha() && p.EventoID != "" {
		e.sagas = append(e.sagas, p.EventoID)
	}
	return e.linea("reparacion", p, fmt.Sprintf("%s %s carpeta %s documento %s %s %s", p.Accion, p.Tipo, p.CarpetaID, p.DocumentoID, p.EventoID, p.Detalle))
}

func (e *escritor) paso(_ context.Context, _ reconciliacion.Posicion, r reconciliacion.Resumen) error {
	if e.avance {
		e.sucio = true
		_, _ = fmt.Fprintf(e.errw, "\r\x1b[K%d carpetas, %d documentos, %d objetos", r.Carpetas, r.Documentos, r.Objetos)
	}
	return nil
}

func (e *escritor) limpiar() {
	if e.sucio {
		e.sucio = false
		_, _ = fmt.Fprint(e.errw, "\r\x1b[K")
	}
}

// resumenLinea is the last line of a run.
type resumenLinea struct {
	Modo            string `json:"modo"`
	Inconsistencias int64  `json:"inconsistencias"` // left
	reconciliacion.Resumen
	DuracionMs int64 `json:"duracionMs"`
	Completo   bool  `json:"completo"`
}

func (e *escritor) resumir(c config.Reconcile, r reconciliacion.Resumen, d time.Duration, completo bool) {
	l := resumenLinea{Modo: "dry-run", Inconsistencias: r.Inconsistencias(), Resumen: r, DuracionMs: d.Milliseconds(), Completo: completo}
	if c.Repair {
		l.Modo = "repair"
	}
	if l.PorTipo == nil {
		l.PorTipo = map[reconciliacion.Tipo]int64{}
	}
	_ = e.linea("resumen", l, fmt.Sprintf("%s: %d inconsistencies in %d carpetas, %d documents, %d objects (%s)",
		l.Modo, l.Inconsistencias, r.Carpetas, r.Documentos, r.Objetos, d.Round(time.Millisecond)))
}

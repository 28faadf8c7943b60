package archivado

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/marca"
	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
)

// When a day is archived. Its first events leave the store after a year, so a pass that fails has as
// long to be mended.
const (
	espera      = 48 * time.Hour // after the end of the day
	cada        = time.Hour
	cadaFallo   = 5 * time.Minute
	plazo       = 10 * time.Minute // of the lease, renewed with each day
	nombreMarca = "archivado"
)

// Config has the parts of an Archivador.
type Config struct {
	Rastro  Rastro
	Objetos Objetos
	Marcas  marca.Store // holds the lease, and how far each operador came
	Dueno   string      // names this process in the lease
	Clock   func() time.Time
	Log     *slog.Logger
	Metrics Metrics
}

// Archivador archives days, and lists what is archived. Make it with New.
type Archivador struct {
	cfg Config

	porParte   int // events of a part
	maxObjetos int // lists and parts that one page reads
}

// New makes an Archivador; Run archives.
func New(cfg Config) *Archivador {
	return &Archivador{cfg: cfg, porParte: porParte, maxObjetos: maxObjetos}
}

// Run goes on until ctx ends.
func (a *Archivador) Run(ctx context.Context) error {
	for ctx.Err() == nil {
		pausa := cada
		if err := a.Pasar(ctx); err != nil && ctx.Err() == nil {
			a.cfg.Log.Error("archiving the trail failed; it is tried again", "error", err)
			a.cfg.Metrics.ArchivadoFallido()
			pausa = cadaFallo
		}
		_ = service.Pause(ctx, pausa)
	}
	return nil
}

// avance is how far each operador came: all days until then are archived.
type avance map[string]time.Time

// Pasar archives every day that is due, unless another process is at it.
func (a *Archivador) Pasar(ctx context.Context) error {
	m, hechos, libre, err := a.arrendar(ctx)
	if err != nil || !libre {
		return err
	}
	ids, err := a.cfg.Rastro.OperadoresConEventos(ctx)
	if err != nil {
		return err
	}
	var errs []error
	var retraso time.Duration
	conocido := true // the oldest day that is not archived
	for _, id := range ids {
		var dia time.Time
		m, dia, err = a.ponerAlDia(ctx, m, hechos, id)
		if errors.Is(err, errArriendo) {
			return err
		}
		switch {
		case err != nil && dia.IsZero():
			conocido = false
		case err != nil:
			retraso = max(retraso, a.cfg.Clock().Sub(siguiente(dia).Add(espera)))
		}
		errs = append(errs, err)
	}
	if conocido { // otherwise the last known lag stands
		a.cfg.Metrics.RetrasoArchivado(retraso)
	}
	return errors.Join(append(errs, a.soltar(ctx, m))...)
}

// ponerAlDia archives the days of an operador that are due. Beside an error, dia is the day that is not archived, or
// zero if that could not be found out.
func (a *Archivador) ponerAlDia(ctx context.Context, m marca.Marca, hechos avance, operadorID string) (_ marca.Marca, dia time.Time, err error) {
	for {
		dia, hay, err := a.proximo(ctx, operadorID, hechos[operadorID])
		if err == nil && hay {
			m, err = a.avanzar(ctx, m, hechos, operadorID, dia)
		}
		if err != nil || !hay {
			return m, dia, err
		}
	}
}

// proximo is the next day of an operador that is due. Beside an error it is the earliest that may be; zero if none
// was archived yet.
func (a *Archivador) proximo(ctx context.Context, operadorID string, hecho time.Time) (dia time.Time, hay bool, err error) {
	c := auditoria.Consulta{Filtro: auditoria.Filtro{OperadorID: operadorID}, Limite: 1}
	if !hecho.IsZero() {
		c.Despues = inicio(siguiente(hecho))
	}
	es, _, err := seguir(a.cfg.Rastro.Eventos(ctx, c))
	switch {
	case err != nil && !hecho.IsZero():
		return siguiente(hecho), false, err
	case err != nil, len(es) == 0:
		return time.Time{}, false, err
	}
	dia, err = diaDe(es[0].ClaveOrden())
	return dia, err == nil && !a.cfg.Clock().Before(siguiente(dia).Add(espera)), err
}

// errArriendo ends a pass: its lease ran out while it archived a day, and another process goes on.
var errArriendo = errors.New("the lease of the archive was lost")

// avanzar archives a day and writes down that it is done, with the lease renewed.
func (a *Archivador) avanzar(ctx context.Context, m marca.Marca, hechos avance, operadorID string, dia time.Time) (marca.Marca, error) {
	n, err := a.archivarDia(ctx, operadorID, dia)
	if err != nil {
		return m, err
	}
	hechos[operadorID] = dia
	if m.Datos, err = json.Marshal(hechos); err != nil {
		return m, err
	}
	m.Hasta = a.cfg.Clock().Add(plazo)
	escrita, err := a.cfg.Marcas.EscribirMarca(ctx, m)
	if errors.Is(err, fault.Conflict) {
		return m, errors.Join(errArriendo, err)
	}
	if err != nil {
		return m, err
	}
	a.cfg.Metrics.Archivado(n)
	a.cfg.Log.Info("a day of the trail is archived", "operadorId", operadorID, "dia", dia.Format(time.DateOnly), "eventos", n)
	return escrita, nil
}

// arrendar takes the lease, if nobody has it.
func (a *Archivador) arrendar(ctx context.Context) (m marca.Marca, hechos avance, libre bool, err error) {
	hechos = avance{}
	m, libre, err = marca.Arrendar(ctx, a.cfg.Marcas, nombreMarca, a.cfg.Dueno, a.cfg.Clock(), plazo)
	if libre && len(m.Datos) > 0 {
		err = json.Unmarshal(m.Datos, &hechos)
	}
	return m, hechos, libre, err
}

// soltar gives the lease back.
func (a *Archivador) soltar(ctx context.Context, m marca.Marca) error {
	m.Hasta = time.Time{}
	_, err := a.cfg.Marcas.EscribirMarca(ctx, m)
	if errors.Is(err, fault.Conflict) {
		return nil // it was lost already
	}
	return err
}

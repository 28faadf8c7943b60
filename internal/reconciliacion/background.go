package reconciliacion

import (
	"context"
	"errors"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/marca"
)

// Metrics gets the figures of the walks.
type Metrics interface {
	// Reconciliado gives the last whole walk of any process: the findings it left,
	// by kind. Every kind is named, so that no older figure stays.
	Reconciliado(restantes map[Tipo]int64, terminado time.Time)
	// Reparado gives all repairs so far, by kind.
	Reparado(total map[Tipo]int64)
	// Mirado counts the things that this process looked at.
	Mirado(documentos, objetos int64)
}

// Background is the slow walk of the servers. It reports and never repairs. Any number
// of processes may run one: the mark lets one of them walk at a time, and all tell
// the same result.
type Background struct {
	*Reconciliador
	Interval time.Duration // between the beginnings of two walks
	Ritmo    float64
	Dueno    string
	Metrics  Metrics
}

// How often the marks are looked at, and how long after the start for the first time.
const (
	maxPrimera = 10 * time.Minute
	maxCada    = time.Minute
)

// Run goes on until ctx ends. The first look is a while after the start, when there
// is less to do.
func (f *Background) Run(ctx context.Context) error {
	for pausa := min(f.Interval/10, maxPrimera); f.Pause(ctx, pausa) == nil; pausa = min(f.Interval/10, maxCada) {
		if err := f.vuelta(ctx); err != nil && ctx.Err() == nil {
			f.Log.Warn("reconciler: the walk failed; it goes on where it was at the next turn", "error", err)
		}
	}
	return nil
}

// vuelta reports the known figures, and walks if it is time and no other process does.
func (f *Background) vuelta(ctx context.Context) error {
	fondo, a, err := f.contar(ctx)
	if err != nil {
		return err
	}
	if fondo.DeOtro(f.Dueno, f.Clock()) || !f.toca(a) {
		return nil
	}
	p, err := f.tomar(ctx, MarcaBackground, f.Dueno)
	if errors.Is(err, fault.Conflict) {
		return nil // another process was faster
	}
	if err != nil {
		return err
	}
	return errors.Join(f.andar(ctx, p), p.soltar(ctx), f.publicar(ctx))
}

// toca reports whether a walk is to begin, or to go on.
func (f *Background) toca(a Avance) bool {
	return !a.Iniciado.IsZero() || a.Ultimo == nil || !f.Clock().Before(a.Ultimo.Terminado.Add(f.Interval))
}

// andar walks on from the mark.
func (f *Background) andar(ctx context.Context, p *posesion) error {
	if p.a.Iniciado.IsZero() {
		p.a.Iniciado, p.a.Posicion, p.a.Resumen = f.Clock(), Posicion{}, Resumen{}
	}
	antes := p.a.Resumen
	resumen, err := f.Recorrer(ctx, Recorrido{
		Ritmo: f.Ritmo, Desde: p.a.Posicion, Paso: p.paso, Latido: p.latido,
		Hallado: func(h Hallazgo) error {
			f.Log.Warn("inconsistencia", "tipo", h.Tipo, "motivo", h.Motivo, "carpetaId", h.CarpetaID, "documentoId", h.DocumentoID, "eventoId", h.EventoID)
			return nil
		},
	}, p.a.Resumen)
	f.Metrics.Mirado(resumen.Documentos-antes.Documentos, resumen.Objetos-antes.Objetos)
	if err != nil {
		return err
	}
	p.terminado(resumen)
	f.Log.Info("reconciler: walk completed", "carpetas", resumen.Carpetas, "documentos", resumen.Documentos,
		"objetos", resumen.Objetos, "inconsistencias", resumen.Inconsistencias(), "sinDecidir", resumen.SinDecidir)
	return nil
}

// publicar reports the figures of the marks.
func (f *Background) publicar(ctx context.Context) error {
	_, _, err := f.contar(ctx)
	return err
}

// contar reads both marks, tells the newer result, and returns the servers' mark.
func (f *Background) contar(ctx context.Context) (marca.Marca, Avance, error) {
	fondo, a, err := f.leerMarca(ctx, MarcaBackground)
	if err != nil {
		return fondo, a, err
	}
	_, b, err := f.leerMarca(ctx, MarcaConsola)
	if err != nil {
		return fondo, a, err
	}
	ultimo := a.Ultimo
	if b.Ultimo != nil && (ultimo == nil || b.Ultimo.Terminado.After(ultimo.Terminado)) {
		ultimo = b.Ultimo
	}
	if ultimo != nil {
		f.Metrics.Reconciliado(ultimo.Restantes, ultimo.Terminado)
	}
	f.Metrics.Reparado(b.Reparadas)
	return fondo, a, nil
}

func (f *Background) leerMarca(ctx context.Context, nombre string) (marca.Marca, Avance, error) {
	m, err := f.Marcas.LeerMarca(ctx, nombre)
	if err != nil {
		return m, Avance{}, err
	}
	a, err := leerAvance(m)
	return m, a, err
}

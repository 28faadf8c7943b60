package eliminacion

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// The ways by which a deletion gets into the hands of this process.

// Atender handles a message of a work queue, of whichever: it reads the deletion, carries it on, and has what moves it
// further confirmed before the message is acknowledged. If the process dies in between, the broker delivers the message
// again, and nobody waits for a lease. A failed step is tried again by the queue of that step: the broker repeats the
// message that asked for it, or the sweeper sends one when it is due. What failed for good is a dead letter.
func (x *Ejecutor) Atender(ctx context.Context, m broker.Message) error {
	a, err := ReadAviso(m)
	if err != nil {
		return err
	}
	desde := x.Clock()
	e, err := x.Store.Eliminacion(ctx, a.EventoID)
	if err != nil {
		return err
	}
	f := x.Avanzar(ctx, []EnMano{{Eliminacion: e, Leida: desde, Orden: m.Type, Vez: m.Intento}})[0]
	if f.Relevo != "" {
		if err := x.mandar(ctx, Mensaje(f.Eliminacion, f.Relevo, x.now())); err != nil {
			return err
		}
	}
	return f.Err
}

// mandar has a message confirmed, or leaves it to the background if the broker does not confirm at once: the deletion
// is due in the store all the while. It fails only if ctx ended meanwhile.
func (x *Ejecutor) mandar(ctx context.Context, m broker.Message) error {
	if x.Despacho.Publicar(ctx, m) == nil {
		return nil
	}
	x.Despacho.Enviar(m)
	if err := ctx.Err(); err != nil {
		return fault.Wrap(fault.Unavailable, err)
	}
	return nil
}

// Intacta reports whether nothing was tried in vain since the last progress.
func (e Eliminacion) Intacta() bool { return e.Intento == 0 && e.Entregas <= 1 }

// Ejecutar carries deletions of one carpeta on that waited for a place of this process, up to MaxCierres, and hands on
// what it could not end. It returns those that have ended.
func (x *Ejecutor) Ejecutar(ctx context.Context, de []EnMano) (terminadas []string) {
	for _, f := range x.Avanzar(ctx, x.frescas(de)) {
		orden, porque := f.Relevo, Ejecutada
		if fault.Transient(f.Err) {
			orden = Orden(f.Eliminacion)
		}
		switch {
		case f.Err != nil, f.Intento > 0:
			porque = Fallo
		case orden != "":
			porque = Relevada
		}
		x.pasar(f.Eliminacion, orden, porque)
		if f.Err != nil {
			x.Log.Warn("deletion not carried on here", "evento", f.EventoID, "paso", f.Paso, "error", f.Err)
		}
		if f.Estado.Terminal() {
			terminadas = append(terminadas, f.EventoID)
		}
	}
	return terminadas
}

// frescas are those that did not wait too long for their place.
func (x *Ejecutor) frescas(de []EnMano) (frescas []EnMano) {
	for _, d := range de {
		if x.Clock().Sub(d.Leida) > PrimerPlazo {
			x.PasarACola(d.Eliminacion, Tardia)
			continue
		}
		frescas = append(frescas, d)
	}
	return frescas
}

// PasarACola has the command sent of a deletion that this process does not carry on, for a reason.
func (x *Ejecutor) PasarACola(e Eliminacion, porque Desenlace) { x.pasar(e, Orden(e), porque) }

// pasar counts what became of a deletion in a place, and has its next message sent, if there is one.
func (x *Ejecutor) pasar(e Eliminacion, orden string, porque Desenlace) {
	x.Metrics.Directa(porque, e.OperadorID)
	if orden != "" {
		x.Despacho.Enviar(Mensaje(e, orden, x.now()))
	}
}

// SinProgreso ends a step that was delivered too often without result.
func (x *Ejecutor) SinProgreso(ctx context.Context, e Eliminacion) error {
	f := Falla{Paso: e.Paso, Codigo: string(fault.Unavailable), Intento: e.Intento, En: x.now(),
		Mensaje: "El paso no avanzó después de varias entregas."}
	e, cambio, err := x.ocurrir(ctx, e, hecho{suceso: SinProgreso, Detalle: Detalle{Falla: f}, servicio: auditoria.Barrendero})
	if cambio {
		f := Fin{EnMano: EnMano{Eliminacion: e}}
		f.Aviso = f.aviso()
		x.avisar(f)
	}
	return err
}

// Agotada reports whether a leased saga was delivered too often. While it
// compensates it is never given up: nobody knows yet whether the file is there.
func (x *Ejecutor) Agotada(e Eliminacion) bool {
	return e.Estado == Iniciada && e.Entregas > x.Plazos.MaxEntregas
}

package eliminacion

import (
	"context"
	"errors"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/role"
)

// marcha is a deletion on its way through the steps.
type marcha struct {
	EnMano       // as it will be stored
	pliegue      // what is not stored yet
	cambio  bool // this call stored a change
	espera  bool // it is not time for its step
	parada  bool // its last write changed nothing: what this process knew of it was old
	err     error
}

// Avanzar carries deletions of one carpeta, MaxCierres at most, as far as this process can. It returns how far each got,
// in the same order.
//
// What cannot be taken back (the file is erased, the metadata may go) becomes one write. A decision is stored before
// anything is done because of it. Every write is conditional: whoever holds the same deletion at the same time meets
// this process there, and only one of them changes it.
func (x *Ejecutor) Avanzar(ctx context.Context, de []EnMano) []Fin {
	ms := make([]*marcha, len(de))
	for i, d := range de {
		ms[i] = &marcha{EnMano: d, pliegue: pliegue{guardada: d.Eliminacion, nueva: d.Eliminacion}}
		if d.Rendida {
			x.rendir(ctx, ms[i])
		}
	}
	for grupo := x.siguientes(ms); len(grupo) > 0; grupo = x.siguientes(ms) {
		x.darPaso(ctx, grupo)
	}
	x.escribir(ctx, ms)
	fines := make([]Fin, len(ms))
	for i, m := range ms {
		fines[i] = x.terminar(m)
	}
	return fines
}

// rendir gives up a step that was delivered too often without progress.
func (x *Ejecutor) rendir(ctx context.Context, m *marcha) {
	x.suceder(m, hecho{suceso: SinProgreso, servicio: auditoria.Barrendero, Detalle: Detalle{Falla: Falla{
		Paso: m.Paso, Codigo: string(fault.Unavailable), Intento: m.Intento, En: x.now(), Mensaje: "El paso no avanzó después de varias entregas.",
	}}})
	desde := x.Clock()
	e, cambio, err := x.guardar(ctx, m.pliegue)
	x.escrita(m, e, cambio, desde, err)
	m.espera = true
}

// siguientes are deletions that are in one situation, and whose step this process can do now.
func (x *Ejecutor) siguientes(ms []*marcha) (grupo []*marcha) {
	for _, m := range ms {
		m.espera = m.espera || m.situacion() == enMinio && x.now().Before(m.ArchivoDesde) // the item is due when it is time
		if m.err == nil && !m.espera && !m.parada && x.puedeSeguir(m.Eliminacion) && (grupo == nil || m.situacion() == grupo[0].situacion()) {
			grupo = append(grupo, m)
		}
	}
	return grupo
}

// darPaso does one step of deletions that are in one situation. What it decided is stored.
func (x *Ejecutor) darPaso(ctx context.Context, grupo []*marcha) {
	p, de := pasos[grupo[0].situacion()], make([]EnMano, len(grupo))
	for i, m := range grupo {
		de[i] = m.EnMano
	}
	var decididas []*marcha
	for i, h := range p.hacer(x, ctx, de) {
		h.servicio = p.servicio
		x.suceder(grupo[i], h)
		if !seUnen[h.suceso] {
			decididas = append(decididas, grupo[i])
		}
	}
	x.escribir(ctx, decididas)
}

// suceder lets something happen to a deletion, which is not stored yet.
func (x *Ejecutor) suceder(m *marcha, h hecho) {
	p, err := x.Plazos.plegar(m.pliegue, h, x.now())
	m.err = h.err
	if m.espera = err != nil || p.nueva.Secuencia == m.Secuencia; !m.espera {
		m.Eliminacion, m.pliegue = p.nueva, p
	}
}

// escribir stores what happened to deletions of one carpeta: in one transaction, or if something about one of them is
// not as it should be, each for itself.
func (x *Ejecutor) escribir(ctx context.Context, ms []*marcha) {
	var pendientes []*marcha
	for _, m := range ms {
		if m.cambia() {
			pendientes = append(pendientes, m)
		}
	}
	if x.escribirJuntas(ctx, pendientes) {
		return
	}
	for _, m := range pendientes {
		desde := x.Clock()
		e, cambio, err := x.guardar(ctx, m.pliegue)
		if n := len(m.hechos); err != nil && n > 1 { // without its end, so that a failure of the end is one of its own step
			e, cambio, _ = x.ocurrir(ctx, m.guardada, m.hechos[:n-1]...)
		}
		x.escrita(m, e, cambio, desde, err)
		if err != nil {
			x.contar(ctx, m)
		}
	}
}

// escribirJuntas stores the same change of several deletions in one transaction; false if each has to be written for
// itself.
func (x *Ejecutor) escribirJuntas(ctx context.Context, ms []*marcha) bool {
	if len(ms) < 2 {
		return false
	}
	cs := make([]Cierre, len(ms))
	for i, m := range ms {
		if m.efecto == Desbloquear || m.efecto != ms[0].efecto {
			return false
		}
		cs[i] = x.cierre(ctx, m.pliegue)
	}
	desde := x.Clock()
	err := x.Store.GuardarVarias(ctx, cs)
	if err != nil && !errors.Is(err, fault.Unavailable) {
		return false
	}
	for i, m := range ms {
		if err != nil { // it would meet each of them
			x.escrita(m, m.guardada, false, desde, err)
			continue
		}
		x.registrar(cs[i].Nueva)
		x.escrita(m, cs[i].Nueva, true, desde, nil)
	}
	return true
}

// escrita notes how a write that was sent at a moment ended.
func (x *Ejecutor) escrita(m *marcha, e Eliminacion, cambio bool, desde time.Time, err error) {
	m.pliegue, m.Eliminacion, m.Leida = pliegue{guardada: e, nueva: e}, e, desde
	m.cambio, m.parada = m.cambio || cambio, !cambio
	if err != nil {
		if fault.Transient(m.err) {
			err = errors.Join(m.err, err)
		}
		m.err = err
	}
}

// contar records where people can see it that a step after the erasure of the file could not be stored. If even that cannot
// be written the failure alone counts: the item stays due.
func (x *Ejecutor) contar(ctx context.Context, m *marcha) {
	if m.Estado != Iniciada || !m.Paso.sinArchivo() {
		return
	}
	h := x.fallo(m.EnMano, m.err)
	h.servicio = pasos[m.situacion()].servicio
	if e, cambio, err := x.ocurrir(ctx, m.guardada, h); err == nil {
		m.guardada, m.Eliminacion, m.cambio = e, e, m.cambio || cambio
	}
}

// terminar says who has to go on, and whether the subscribers have to be told.
func (x *Ejecutor) terminar(m *marcha) Fin {
	f := Fin{EnMano: m.EnMano, Err: m.err}
	switch {
	case m.err == nil && !m.espera:
		f.Relevo = x.relevo(m.Eliminacion)
	case m.Estado.Terminal() && !m.cambio: // somebody else ended it meanwhile
		f.Err, f.Relevo = nil, x.relevo(m.Eliminacion)
	case fault.Transient(m.err) && m.cambio && !m.esSuOrden(): // from here on the queue of the step counts
		if f.Err = nil; m.Intento == 0 { // not even the failure could be stored
			f.Relevo = ordenDelPaso(m.Paso)
		}
	}
	if m.cambio || m.Estado.Terminal() {
		f.Aviso = f.aviso()
	}
	return f
}

// relevo is the message that hands a deletion on. A coordinator goes on itself after a step; any other process sends the
// step's success to the coordinators.
func (x *Ejecutor) relevo(e Eliminacion) string {
	switch exito := exitoAntesDe(e.Paso); {
	case e.Estado == Fallida || e.Estado == Cancelada:
		return ""
	case exito != "" && !x.puede(role.Coordinator):
		return exito
	case e.Estado == Completada:
		return ""
	}
	return ordenDelPaso(e.Paso)
}

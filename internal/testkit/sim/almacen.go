package sim

import (
	"context"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

const (
	plazoAlmacen = 5 * time.Second // what an adapter allows one store call
	tardeAlmacen = 3 * time.Second // how long after that a write may still take effect
)

var (
	errCaido    = fault.New(fault.Unavailable, "caído")
	errConflict = fault.New(fault.Conflict, "condición")
	errAusente  = fault.New(fault.NotFound, "ausente")
)

type (
	carpetaStore   = carpeta.Store
	documentoStore = documento.Store
)

// almacen is one process's way to the store: it implements the domain's ports.
// What is embedded is not simulated, and not called.
type almacen struct {
	carpetaStore
	documentoStore
	p *proceso
}

// tipoLlamada says which faults can meet a call.
type tipoLlamada int

const (
	lectura tipoLlamada = iota
	escritura
)

// pedir makes one store call. efecto runs at the store, once, or twice if the
// SDK repeats a write whose answer was lost; its last error is the answer.
func (a *almacen) pedir(que string, tipo tipoLlamada, efecto func() error) error {
	m, t := a.p.m, a.p.m.actual
	l := llamada{limite: min(m.ahora+plazoAlmacen, t.limite)}
	l.efecto, l.vuelta = m.tiempos(500*time.Microsecond, 4*time.Millisecond)
	if m.almacenCaido {
		l.efecto, l.vuelta = -1, -1
	}
	err, repite := a.estropear(&l, tipo)
	correr := func() {
		if err = efecto(); repite {
			err = efecto()
		}
		a.p.escribio(tipo)
	}
	if !m.hacer(t, l, correr) {
		err = errCaido
	}
	if m.traza != nil && !t.muerta() {
		m.anotar(a.p, "%s: %v", que, respuesta(err))
	}
	return err
}

// estropear draws the faults of a call.
func (a *almacen) estropear(l *llamada, tipo tipoLlamada) (err error, repite bool) {
	m := a.p.m
	switch {
	case m.falla(AlmacenRechaza):
		l.rechazo = true
		return errCaido, false
	case tipo == escritura && m.falla(AlmacenChoca):
		l.rechazo = true
		return errConflict, false
	case m.falla(AlmacenCalla):
		l.vuelta = -1
	case tipo == escritura && m.falla(AlmacenRepite):
		return nil, true
	case m.falla(AlmacenTarda):
		l.efecto = m.entre(20*time.Millisecond, plazoAlmacen+tardeAlmacen)
		l.vuelta = l.efecto + m.entre(0, time.Second)
	}
	return nil, false
}

func respuesta(err error) any {
	if err == nil {
		return "ok"
	}
	return fault.CodeOf(err)
}

// Carpeta implements carpeta.Store.
func (a *almacen) Carpeta(_ context.Context, id string) (c carpeta.Carpeta, err error) {
	err = a.pedir("Carpeta", lectura, func() error {
		v, hay := a.p.m.carpetas[id]
		if !hay {
			return errAusente
		}
		c = *v
		return nil
	})
	return c, err
}

// Documento implements documento.Store.
func (a *almacen) Documento(_ context.Context, k documento.Clave) (d documento.Documento, err error) {
	err = a.pedir("Documento", lectura, func() error {
		v, hay := a.p.m.documentos[k.DocumentoID]
		if !hay {
			return errAusente
		}
		d = *v
		d.Certificado = d.Certificado && (a.p.m.plantado != CertificadoSinCondicion || !a.p.m.uno(4))
		return nil
	})
	return d, err
}

// Iniciar implements eliminacion.Store.
func (a *almacen) Iniciar(_ context.Context, e eliminacion.Eliminacion) error {
	return a.pedir("Iniciar "+a.p.m.corto(e.EventoID), escritura, func() error { return a.p.m.iniciar(a.p, e) })
}

// Eliminacion implements eliminacion.Store.
func (a *almacen) Eliminacion(_ context.Context, id string) (e eliminacion.Eliminacion, err error) {
	decide := a.p.m.actual.decide
	err = a.pedir("leer "+a.p.m.corto(id), lectura, func() error {
		s, hay := a.p.m.sagas[id]
		if !hay {
			return errAusente
		}
		if e = s.leer(a.p.m); decide {
			e = a.p.m.mentir(s, e)
		}
		return nil
	})
	return e, err
}

// Eliminaciones implements eliminacion.Store; nothing simulated calls it.
func (a *almacen) Eliminaciones(context.Context, []string) ([]eliminacion.Eliminacion, error) {
	return nil, errCaido
}

// DeCarpeta implements eliminacion.Store, from an index that may lag.
func (a *almacen) DeCarpeta(_ context.Context, c eliminacion.ConsultaCarpeta) (es []eliminacion.Eliminacion, err error) {
	m := a.p.m
	err = a.pedir("DeCarpeta", lectura, func() error {
		es = m.deCarpeta(c, m.rezago())
		return nil
	})
	return es, err
}

// ClavesDeOperador implements eliminacion.Store; nothing simulated calls it.
func (a *almacen) ClavesDeOperador(context.Context, eliminacion.ConsultaOperador) ([]string, error) {
	return nil, errCaido
}

// Guardar implements eliminacion.Store.
func (a *almacen) Guardar(_ context.Context, g eliminacion.Guardado) error {
	que := ""
	if a.p.m.traza != nil {
		que = guardado(a.p.m, g)
	}
	if a.p.m.plantado == AvisarAntesDeEscribir {
		a.p.m.tras(50*time.Millisecond, func() {
			if !a.p.m.falla(AlmacenRechaza) {
				_ = a.p.m.guardar(a.p, g)
			}
		})
		return nil
	}
	return a.pedir(que, escritura, func() error { return a.p.m.guardar(a.p, g) })
}

// Operadores implements eliminacion.OutboxStore.
func (a *almacen) Operadores(context.Context) (os []string, err error) {
	err = a.pedir("Operadores", lectura, func() error {
		os = a.p.m.operadores
		return nil
	})
	return os, err
}

// Vencidas implements eliminacion.OutboxStore, from an index that may lag.
func (a *almacen) Vencidas(_ context.Context, operadorID string, ahora time.Time, limite int) (ps []eliminacion.Pendiente, err error) {
	m := a.p.m
	err = a.pedir("Vencidas", lectura, func() error {
		ps = m.vencidas(operadorID, ahora, limite, m.rezago())
		return nil
	})
	return ps, err
}

// Arrendar implements eliminacion.OutboxStore.
func (a *almacen) Arrendar(_ context.Context, p eliminacion.Pendiente, t eliminacion.Arriendo) (e eliminacion.Eliminacion, err error) {
	err = a.pedir("Arrendar "+a.p.m.corto(p.EventoID), escritura, func() (err error) {
		e, err = a.p.m.arrendar(a.p, p, t)
		return err
	})
	if err != nil {
		return eliminacion.Eliminacion{}, err
	}
	return e, nil
}

// Devolver implements eliminacion.OutboxStore.
func (a *almacen) Devolver(_ context.Context, e eliminacion.Eliminacion, cuando time.Time, fallo eliminacion.FalloEnvio) error {
	return a.pedir("Devolver "+a.p.m.corto(e.EventoID), escritura, func() error { return a.p.m.devolver(a.p, e, cuando, fallo) })
}

package sim

import (
	"context"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// tardeObjetos is how long after its caller gave up an erasure may still take
// effect: the assumption behind Plazos.Reposo.
const tardeObjetos = 15 * time.Second

var errBloqueado = fault.New(fault.NotAllowed, "bloqueado")

// objetos is one process's way to the object store.
type objetos struct {
	documento.Objetos
	p *proceso
}

// archivo is what the object store keeps under a name.
type archivo struct {
	versiones int
	bloqueado bool // its lock never ends
	negado    bool // somebody was told so, rightly or not
	terco     bool // nearly every call about it fails
}

// Borrar implements documento.Objetos: list, delete version by version with the
// current one last, list again; no call is sent after the step's deadline.
func (o objetos) Borrar(_ context.Context, nombre string) error {
	m, t := o.p.m, o.p.m.actual
	hasta := t.inicio + o.p.servicio.Plazos.PasoMaximo
	a := m.archivos[nombre]
	for {
		quedan := 0
		if err := o.pedir(t, hasta, "listar", nombre, false, func() error { quedan = a.versiones; return nil }); err != nil {
			return err
		}
		if quedan == 0 {
			return nil
		}
		for range quedan {
			if err := o.pedir(t, hasta, "borrar", nombre, true, func() error { return m.borrarVersion(nombre, a) }); err != nil {
				return err
			}
			if m.plantado == BorrarSinVerificar {
				return nil
			}
		}
	}
}

// borrarVersion takes one version away.
func (m *mundo) borrarVersion(nombre string, a *archivo) error {
	if a.bloqueado {
		a.negado = true
		return errBloqueado
	}
	if a.versiones > 0 {
		m.alBorrarVersion(nombre)
		a.versiones--
	}
	return nil
}

// Existe implements documento.Objetos.
func (o objetos) Existe(_ context.Context, nombre string) (existe bool, err error) {
	m, t := o.p.m, o.p.m.actual
	err = o.pedir(t, t.limite, "mirar", nombre, false, func() error { existe = m.archivos[nombre].versiones > 0; return nil })
	if m.plantado == CompensarSinMirar {
		return true, nil
	}
	return existe, err
}

const plazoObjetos = 10 * time.Second // what an adapter allows one call

// pedir makes one call to the object store.
func (o objetos) pedir(t *tarea, hasta time.Duration, que, nombre string, escribe bool, efecto func() error) (err error) {
	m := o.p.m
	l := llamada{limite: min(hasta, m.ahora+plazoObjetos, t.limite)}
	l.efecto, l.vuelta = m.tiempos(time.Millisecond, 8*time.Millisecond)
	err = o.estropear(&l, m.archivos[nombre], escribe)
	if !m.hacer(t, l, func() { err = efecto() }) {
		err = errCaido
	}
	if m.traza != nil && !t.muerta() {
		m.anotar(o.p, "%s %s: %v", que, m.corto(nombre), respuesta(err))
	}
	return err
}

// estropear draws the faults of a call.
func (o objetos) estropear(l *llamada, a *archivo, escribe bool) error {
	m := o.p.m
	mas := 0.0
	if a.terco && !m.calma {
		mas = 0.2
	}
	if m.falla(ObjetosTarda) {
		l.efecto = m.entre(0, 6*time.Second)
		l.vuelta = l.efecto + m.entre(0, 3*time.Second)
	}
	falla := func(f Falla) bool { return m.falla(f) || mas > 0 && m.conPeso(ObjetosTerco, mas) }
	switch {
	case m.objetosCaidos || falla(ObjetosCuelga):
		l.efecto, l.vuelta = -1, -1
	case falla(ObjetosFalla):
		l.rechazo = true
		return errCaido
	case falla(ObjetosCalla):
		l.vuelta = -1
	case escribe && falla(ObjetosTarde):
		l.efecto, l.vuelta = max(0, l.limite-m.ahora)+m.entre(0, tardeObjetos), -1
	case escribe && falla(ObjetosNiega):
		l.rechazo, a.negado = true, true
		return errBloqueado
	}
	return nil
}

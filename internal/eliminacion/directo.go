package eliminacion

import (
	"context"
	"errors"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Directa is a deletion that the process which wrote or leased it may execute itself, without a message.
type Directa struct {
	Eliminacion
	Desde          time.Time // at this moment or later it was stored as it stands: when that write was sent
	VersionArchivo string    // of the object to erase, see documento.Documento; empty if nobody knows it
}

// Ejecutor has places for deletions that this process executes itself.
type Ejecutor interface {
	// Cabe reports whether there is room for one of an operador now. Without it, a new deletion waits in the store
	// for the first process that has some.
	Cabe(operadorID string) bool
	// Tomar takes one, to be executed soon; false if no place is free.
	Tomar(d Directa) bool
}

// Desenlace is what became of a deletion that might have been executed without a message.
type Desenlace string

// The ends. All but the first mean that the queues have it.
const (
	Ejecutada Desenlace = "ejecutada"
	SinLugar  Desenlace = "sin_lugar" // too many wait for a place
	Tardia    Desenlace = "tardia"    // it waited for its place for too long
	SinBorrar Desenlace = "archivo"   // its file could not be erased
	SinCerrar Desenlace = "escritura" // its end could not be written, or somebody else was faster
	Detenida  Desenlace = "parada"    // the process stops, or the execution panicked
)

// Desenlaces are all of them.
var Desenlaces = []Desenlace{Ejecutada, SinLugar, Tardia, SinBorrar, SinCerrar, Detenida}

// fresca is how old the knowledge of a deletion may be for it to be executed without a reading.
const fresca = 3 * time.Second

// PrimerPlazo is the first lease of a new deletion where processes execute them: what has not begun by then goes by the
// queues, and what a killed process had in hand waits no longer.
const PrimerPlazo = fresca

// EsDirecta reports whether a deletion may be executed without a message: nothing was waited for or
// tried before. All others go by the queues, which count, repeat and give up.
func (e Eliminacion) EsDirecta() bool {
	return (situacion{e.Estado, e.Paso}) == enMinio && e.Secuencia == 1 && e.Entregas <= 1
}

// tomada reports whether this process executes a deletion that it wrote just now. One that has no
// place in the dispatch window waits for its turn in the store.
func (s *Servicio) tomada(d Directa) bool {
	return s.Ejecutor != nil && d.EsDirecta() && d.NoAntesDe.After(s.now()) && s.Ejecutor.Tomar(d)
}

// Ejecutar does all that is left of deletions of one carpeta, up to MaxCierres, and returns those that have
// ended. Whatever stands in the way of one is the consumers' business: they get the command that would have
// been sent in the first place.
func (s *Servicio) Ejecutar(ctx context.Context, ds []Directa) (terminadas []string) {
	for _, c := range s.cerrarVarias(ctx, s.borrarVarias(ctx, s.frescas(ds))) {
		s.terminada(c.Nueva)
		s.Metrics.Directa(Ejecutada, c.Nueva.OperadorID)
		s.Despacho.Enviar(Mensaje(c.Nueva, broker.DeletionCompleted, s.now()))
		terminadas = append(terminadas, c.Nueva.EventoID)
	}
	return terminadas
}

// Entregar has the command of a deletion sent that this process does not execute after all, for a reason.
func (s *Servicio) Entregar(e Eliminacion, porque Desenlace) {
	s.Metrics.Directa(porque, e.OperadorID)
	m := Mensaje(e, Orden(e), s.now())
	m.Intento += e.Intento // an execution here was one of those that the message has
	s.Despacho.Enviar(m)
}

// frescas are those that did not wait too long for their turn.
func (s *Servicio) frescas(ds []Directa) (frescas []Directa) {
	for _, d := range ds {
		if s.Clock().Sub(d.Desde) > fresca {
			s.Entregar(d.Eliminacion, Tardia)
			continue
		}
		frescas = append(frescas, d)
	}
	return frescas
}

// borrarVarias erases the files, and returns the writes that end those deletions. Its time counts from before
// the first of them was written or leased, as an eraser's counts from before it reads.
func (s *Servicio) borrarVarias(ctx context.Context, ds []Directa) (cs []Cierre) {
	if len(ds) == 0 {
		return nil
	}
	desde, objetos := ds[0].Desde, make([]documento.VersionObjeto, len(ds))
	for i, d := range ds {
		objetos[i] = documento.VersionObjeto{Nombre: d.StoragePath, Version: d.VersionArchivo}
		if d.Desde.Before(desde) {
			desde = d.Desde
		}
	}
	paso, cancel := context.WithTimeout(ctx, s.Plazos.PasoMaximo-s.Clock().Sub(desde))
	defer cancel()
	for i, b := range s.Objetos.BorrarVarios(paso, objetos) {
		e := ds[i].Eliminacion
		if b.Err != nil {
			s.Entregar(s.aMedias(ctx, e, b), SinBorrar)
			continue
		}
		c, err := s.cierre(ctx, e, b.Versiones)
		if err != nil {
			s.Entregar(e, SinCerrar)
			continue
		}
		cs = append(cs, c)
	}
	return cs
}

// aMedias books an erasure that failed with some versions gone, as an eraser does: nobody else could
// count them for the receipt.
func (s *Servicio) aMedias(ctx context.Context, e Eliminacion, b documento.Borrado) Eliminacion {
	if b.Versiones == 0 {
		return e
	}
	d := Detalle{Versiones: b.Versiones, Falla: s.falla(e, 1, b.Err)}
	contada, cambio, _ := s.ocurrir(auditoria.Como(ctx, auditoria.BorradorObjetos), e, IntentoFallido, d)
	if !cambio {
		return e
	}
	return contada
}

// cierre is the write that ends a deletion whose file is gone: the pivot and the end in one, each with
// its line of the history and its event, as if they had been two.
func (s *Servicio) cierre(ctx context.Context, e Eliminacion, versiones int) (Cierre, error) {
	pivote, err := Transicion(e, ObjetoBorrado, s.detalle(ObjetoBorrado, Detalle{Versiones: versiones}))
	if err != nil {
		return Cierre{}, err
	}
	fin, err := Transicion(pivote.Nueva, MetadatosLibres, s.detalle(MetadatosLibres, Detalle{}))
	if err != nil {
		return Cierre{}, err
	}
	if !pivote.Cambia || !fin.Cambia {
		return Cierre{}, fault.Wrap(fault.Conflict, errors.New("nothing to end"))
	}
	n := s.programar(sinArriendo(fin.Nueva), MetadatosLibres)
	hs := auditoria.EnOrden(
		s.Escribano.Levantar(auditoria.Como(ctx, auditoria.BorradorObjetos), hechoDe(e, pivote.Nueva, ObjetoBorrado)),
		s.Escribano.Levantar(auditoria.Como(ctx, auditoria.BorradorMetadata), hechoDe(pivote.Nueva, n, MetadatosLibres)),
	)
	return Cierre{Guardado{Nueva: n, Efecto: fin.Efecto, Antes: hs[:1]}, hs[1]}, nil
}

// cerrarVarias writes the ends, and returns those that are written: in one transaction, or if something about one
// of them is not as it should be, each for itself.
func (s *Servicio) cerrarVarias(ctx context.Context, cs []Cierre) (escritos []Cierre) {
	var err error
	if len(cs) > 1 {
		if err = s.Store.GuardarVarias(ctx, cs); err == nil {
			return cs
		}
	}
	for _, c := range cs {
		if err == nil || esConflicto(err) { // any other failure would meet each of them
			if errUno := s.cerrar(ctx, c); errUno == nil {
				escritos = append(escritos, c)
				continue
			}
		}
		s.Entregar(anterior(c), SinCerrar)
	}
	return escritos
}

// cerrar writes one end. CONFLICT if somebody else changed the saga.
func (s *Servicio) cerrar(ctx context.Context, c Cierre) error {
	err := s.Store.Guardar(ctx, c.Guardado, c.Hecho)
	if !esConflicto(err) {
		return err
	}
	actual, errRead := s.Store.Eliminacion(ctx, c.Nueva.EventoID)
	if errRead == nil && esMia(actual, c.Nueva) {
		return nil
	}
	return errors.Join(err, errRead)
}

// anterior is the saga as it stands as long as its end is not written.
func anterior(c Cierre) Eliminacion {
	e, _ := c.Nueva.EnSecuencia(c.Previa())
	return e
}

package storetest

import (
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

var casosConcurrencia = []caso{
	{"concurrencia/confirmar la misma carga", "", concurrenciaConfirmar},
	{"concurrencia/iniciar sobre un documento", "", concurrenciaIniciar},
	{"concurrencia/arrendar el mismo evento", "", concurrenciaArrendar},
	{"concurrencia/guardar la misma secuencia", "", concurrenciaGuardar},
	{"concurrencia/contador bajo 16 escritores", "", concurrenciaContador},
}

// aLaVez starts n calls at the same moment and waits for all.
func aLaVez(n int, f func(i int) error) []error {
	errs := make([]error, n)
	salida := make(chan struct{})
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			<-salida
			errs[i] = f(i)
		})
	}
	close(salida)
	wg.Wait()
	return errs
}

func concurrenciaConfirmar(t *testing.T, b *banco) {
	for range 5 {
		c, d := b.nuevaConCarga(t)
		respuestas := make([]documento.Documento, 16)
		errs := aLaVez(16, func(i int) error {
			return b.insistir(func() (err error) {
				respuestas[i], err = b.ConfirmarCarga(b.ctx, d)
				return err
			})
		})
		d.Estado, d.ExpiraEn = documento.Procesado, time.Time{}
		for i, err := range errs {
			exigir(t, err)
			comparar(t, "answer", respuestas[i], d)
		}
		b.exigirTotal(t, c, 1, 1)
	}
}

func concurrenciaIniciar(t *testing.T, b *banco) {
	c, ds := b.sembrar(t, 10)
	for _, d := range ds {
		sagas := make([]eliminacion.Eliminacion, 16)
		for i := range sagas {
			sagas[i] = b.nuevaSaga(c, d)
		}
		errs := aLaVez(16, func(i int) error { return b.Iniciar(b.ctx, sagas[i]) })
		exigirUnGanador(t, errs)
		hay, err := b.Documento(b.ctx, d.Clave())
		exigir(t, err)
		for i, err := range errs {
			if _, leer := b.Eliminacion(b.ctx, sagas[i].EventoID); (leer == nil) != (err == nil) {
				t.Fatalf("call answered %v, but reading its saga gives %v", err, leer)
			}
			if err == nil && hay.EliminacionID != sagas[i].EventoID {
				t.Fatalf("document locked by %q, the winner is %q", hay.EliminacionID, sagas[i].EventoID)
			}
		}
	}
	b.exigirTotal(t, c, 10, 10)
}

func concurrenciaArrendar(t *testing.T, b *banco) {
	_, _, e := b.iniciada(t, 1)
	for token := int64(1); token <= 8; token++ {
		hasta := b.reloj.Ahora().Add(time.Second)
		var mu sync.Mutex
		var ganada eliminacion.Eliminacion
		errs := aLaVez(16, func(int) error {
			a, err := b.Arrendar(b.ctx, pendiente(e), arriendo(hasta))
			if err == nil {
				mu.Lock()
				ganada = a
				mu.Unlock()
			}
			return err
		})
		exigirUnGanador(t, errs)
		if ganada.Arriendos != token || ganada.Entregas != int(token) {
			t.Fatalf("lease %d has token %d and %d deliveries", token, ganada.Arriendos, ganada.Entregas)
		}
		b.exigirSaga(t, ganada)
		e = ganada
		b.reloj.avanzar(2 * time.Second)
	}
}

func concurrenciaGuardar(t *testing.T, b *banco) {
	c, ds, e := b.iniciada(t, 3)
	fin := siguiente(e, eliminacion.Completada, eliminacion.Completed, b.reloj.Ahora())
	cancelada := siguiente(e, eliminacion.Cancelada, eliminacion.Espera, b.reloj.Ahora())
	errs := aLaVez(16, func(i int) error {
		if i%2 == 0 {
			return b.Guardar(b.ctx, eliminacion.Guardado{Nueva: fin, Efecto: eliminacion.BorrarMetadato})
		}
		return b.Guardar(b.ctx, eliminacion.Guardado{Nueva: cancelada, Efecto: eliminacion.Desbloquear})
	})
	exigirUnGanador(t, errs)
	hay, err := b.Eliminacion(b.ctx, e.EventoID)
	exigir(t, err)
	if hay.Estado == eliminacion.Completada {
		b.exigirBorrado(t, c, ds[0], ds[1:])
		b.exigirTotal(t, c, 2, 4)
		return
	}
	b.exigirDocumento(t, ds[0])
	b.exigirTotal(t, c, 3, 3)
}

func concurrenciaContador(t *testing.T, b *banco) {
	const escritores, altas, bajas = 16, 3, 2
	c, ds := b.sembrar(t, escritores*bajas)
	nuevos := make([][]documento.Documento, escritores)
	errs := aLaVez(escritores, func(i int) error {
		for n := range altas {
			d, err := b.subir(c, 1000+i*altas+n)
			if err != nil {
				return err
			}
			nuevos[i] = append(nuevos[i], d)
			if n < bajas {
				if err := b.borrar(c, ds[i*bajas+n]); err != nil {
					return err
				}
			}
		}
		return nil
	})
	var quiere []documento.Documento
	for i, err := range errs {
		exigir(t, err)
		quiere = append(quiere, nuevos[i]...)
	}
	b.exigirTotal(t, c, escritores*altas, escritores*(bajas+altas+bajas))
	b.exigirLista(t, documento.Consulta{CarpetaID: c.CarpetaID, Campo: documento.PorTitulo, Limite: 100}, filasEnOrden(quiere, documento.PorTitulo, false))
}

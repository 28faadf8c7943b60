package storetest

import (
	"context"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var casesContext = []testCase{
	{"context/cancelled before: an error, and nothing written", "", contextCancelled},
	{"context/cancelled midway: all or nothing", "", contextMidway},
}

func contextCancelled(t *testing.T, b *world) {
	c, ds, e := b.started(t, 3)
	carga := b.newCarga(c, 5)
	require(t, b.CrearCarga(b.ctx, carga, carpeta.SinCuota, Hecho()))
	before, err := b.Carpeta(b.ctx, c.CarpetaID)
	require(t, err)
	dead, cancel := context.WithCancel(b.ctx)
	cancel()
	other := newCarpeta()
	otherCarga := b.newCarga(c, 6)
	otherSaga := b.newSaga(c, ds[1])
	for name, call := range map[string]func() error{
		"Carpeta":            func() error { _, err := b.Carpeta(dead, c.CarpetaID); return err },
		"Carpetas":           func() error { _, err := b.Carpetas(dead, []string{c.CarpetaID}); return err },
		"CarpetaDeCiudadano": func() error { _, err := b.CarpetaDeCiudadano(dead, c.CiudadanoID); return err },
		"AbrirCarpeta":       func() error { _, err := b.AbrirCarpeta(dead, other, Hecho()); return err },
		"Listar": func() error {
			_, err := b.Listar(dead, documento.Consulta{CarpetaID: c.CarpetaID, Campo: documento.PorTitulo, Limite: 5})
			return err
		},
		"Documento":      func() error { _, err := b.Documento(dead, ds[0].Clave()); return err },
		"AunVencido":     func() error { _, err := b.AunVencido(dead, ds[0].Clave()); return err },
		"Documentos":     func() error { _, err := b.Documentos(dead, keysOf(ds)); return err },
		"CrearCarga":     func() error { return b.CrearCarga(dead, otherCarga, carpeta.SinCuota, Hecho()) },
		"ConfirmarCarga": func() error { _, err := b.ConfirmarCarga(dead, carga, carga, Hecho()); return err },
		"Sembrar":        func() error { return b.Sembrar(dead, other, nil, Hecho()) },
		"Iniciar":        func() error { return b.Iniciar(dead, otherSaga, Hecho()) },
		"Eliminacion":    func() error { _, err := b.Eliminacion(dead, e.EventoID); return err },
		"Eliminaciones":  func() error { _, err := b.Eliminaciones(dead, []string{e.EventoID}); return err },
		"DeCarpeta": func() error {
			_, err := b.DeCarpeta(dead, eliminacion.ConsultaCarpeta{CarpetaID: c.CarpetaID, Limite: 5})
			return err
		},
		"Guardar": func() error {
			n := nextState(e, eliminacion.Completada, eliminacion.Completed, b.clock.Now())
			return b.Guardar(dead, eliminacion.Guardado{Nueva: n, Efecto: eliminacion.BorrarMetadato}, Hecho())
		},
		"Operadores": func() error { _, err := b.Operadores(dead); return err },
		"Vencidas":   func() error { _, err := b.Vencidas(dead, c.OperadorID, b.clock.Now(), 5); return err },
		"ClavesDeOperador": func() error {
			_, err := b.ClavesDeOperador(dead, eliminacion.ConsultaOperador{OperadorID: c.OperadorID, Estado: eliminacion.Iniciada, Limite: 10})
			return err
		},
		"Arrendar": func() error { _, err := b.Arrendar(dead, pendienteOf(e), arriendoOf(b.clock.Now())); return err },
		"Devolver": func() error { return b.Devolver(dead, e, b.clock.Now().Add(time.Hour), eliminacion.SinConfirmar) },
	} {
		t.Run(name, func(t *testing.T) { requireCode(t, call(), fault.Unavailable) })
	}
	b.requireSaga(t, e)
	b.requireDocumento(t, carga)
	b.requireDocumento(t, ds[1])
	b.requireTotal(t, c, before.TotalDocumentos, before.Version)
	_, err = b.Carpeta(b.ctx, other.CarpetaID)
	requireCode(t, err, fault.NotFound)
	_, err = b.Documento(b.ctx, otherCarga.Clave())
	requireCode(t, err, fault.NotFound)
}

// contextMidway cancels while writers are at work: a write that was answered with an
// error may have happened, but never by half.
func contextMidway(t *testing.T, b *world) {
	c, ds := b.seed(t, 32)
	sagas := make([]eliminacion.Eliminacion, len(ds))
	for i, d := range ds {
		sagas[i] = b.newSaga(c, d)
	}
	ctx, cancel := context.WithCancel(b.ctx)
	defer cancel()
	errs := atTheSameTime(len(ds), func(i int) error {
		if i == len(ds)/2 {
			cancel()
		}
		return b.Iniciar(ctx, sagas[i], Hecho())
	})
	for i, err := range errs {
		if err != nil {
			requireCode(t, err, fault.Unavailable)
		}
		d, read := b.Documento(b.ctx, ds[i].Clave())
		require(t, read)
		_, read = b.Eliminacion(b.ctx, sagas[i].EventoID)
		if locked := d.EliminacionID == sagas[i].EventoID; locked != (read == nil) || (err == nil && !locked) {
			t.Fatalf("half written: answer %v, document locked by %q, saga read %v", err, d.EliminacionID, read)
		}
	}
}

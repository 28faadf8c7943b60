package storetest

import (
	"context"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var casosContexto = []caso{
	{"contexto/cancelado antes: error y nada escrito", "", contextoCancelado},
	{"contexto/cancelado a mitad: todo o nada", "", contextoAMitad},
}

func contextoCancelado(t *testing.T, b *banco) {
	c, ds, e := b.iniciada(t, 3)
	carga := b.nuevaCarga(c, 5)
	exigir(t, b.CrearCarga(b.ctx, carga))
	antes, err := b.Carpeta(b.ctx, c.CarpetaID)
	exigir(t, err)
	muerto, cancel := context.WithCancel(b.ctx)
	cancel()
	otra := nuevaCarpeta()
	otraCarga := b.nuevaCarga(c, 6)
	otraSaga := b.nuevaSaga(c, ds[1])
	for nombre, llamada := range map[string]func() error{
		"Carpeta":            func() error { _, err := b.Carpeta(muerto, c.CarpetaID); return err },
		"Carpetas":           func() error { _, err := b.Carpetas(muerto, []string{c.CarpetaID}); return err },
		"CarpetaDeCiudadano": func() error { _, err := b.CarpetaDeCiudadano(muerto, c.CiudadanoID); return err },
		"CrearCarpeta":       func() error { return b.CrearCarpeta(muerto, otra) },
		"Listar": func() error {
			_, err := b.Listar(muerto, documento.Consulta{CarpetaID: c.CarpetaID, Campo: documento.PorTitulo, Limite: 5})
			return err
		},
		"Documento":      func() error { _, err := b.Documento(muerto, ds[0].Clave()); return err },
		"Documentos":     func() error { _, err := b.Documentos(muerto, claves(ds)); return err },
		"CrearCarga":     func() error { return b.CrearCarga(muerto, otraCarga) },
		"ConfirmarCarga": func() error { _, err := b.ConfirmarCarga(muerto, carga); return err },
		"Sembrar":        func() error { return b.Sembrar(muerto, otra, nil) },
		"Iniciar":        func() error { return b.Iniciar(muerto, otraSaga) },
		"Eliminacion":    func() error { _, err := b.Eliminacion(muerto, e.EventoID); return err },
		"Eliminaciones":  func() error { _, err := b.Eliminaciones(muerto, []string{e.EventoID}); return err },
		"DeCarpeta": func() error {
			_, err := b.DeCarpeta(muerto, eliminacion.ConsultaCarpeta{CarpetaID: c.CarpetaID, Limite: 5})
			return err
		},
		"Guardar": func() error {
			n := siguiente(e, eliminacion.Completada, eliminacion.Completed, b.reloj.Ahora())
			return b.Guardar(muerto, eliminacion.Guardado{Nueva: n, Efecto: eliminacion.BorrarMetadato})
		},
		"Operadores": func() error { _, err := b.Operadores(muerto); return err },
		"Vencidas":   func() error { _, err := b.Vencidas(muerto, c.OperadorID, b.reloj.Ahora(), 5); return err },
		"ClavesDeOperador": func() error {
			_, err := b.ClavesDeOperador(muerto, eliminacion.ConsultaOperador{OperadorID: c.OperadorID, Estado: eliminacion.Iniciada, Limite: 10})
			return err
		},
		"Arrendar": func() error { _, err := b.Arrendar(muerto, pendiente(e), arriendo(b.reloj.Ahora())); return err },
		"Devolver": func() error { return b.Devolver(muerto, e, b.reloj.Ahora().Add(time.Hour), eliminacion.SinConfirmar) },
	} {
		t.Run(nombre, func(t *testing.T) { exigirCodigo(t, llamada(), fault.Unavailable) })
	}
	b.exigirSaga(t, e)
	b.exigirDocumento(t, carga)
	b.exigirDocumento(t, ds[1])
	b.exigirTotal(t, c, antes.TotalDocumentos, antes.Version)
	_, err = b.Carpeta(b.ctx, otra.CarpetaID)
	exigirCodigo(t, err, fault.NotFound)
	_, err = b.Documento(b.ctx, otraCarga.Clave())
	exigirCodigo(t, err, fault.NotFound)
}

// contextoAMitad cancels while writers are at work: what was answered with an
// error may have happened, but never by half.
func contextoAMitad(t *testing.T, b *banco) {
	c, ds := b.sembrar(t, 32)
	sagas := make([]eliminacion.Eliminacion, len(ds))
	for i, d := range ds {
		sagas[i] = b.nuevaSaga(c, d)
	}
	ctx, cancel := context.WithCancel(b.ctx)
	defer cancel()
	errs := aLaVez(len(ds), func(i int) error {
		if i == len(ds)/2 {
			cancel()
		}
		return b.Iniciar(ctx, sagas[i])
	})
	for i, err := range errs {
		if err != nil {
			exigirCodigo(t, err, fault.Unavailable)
		}
		d, leer := b.Documento(b.ctx, ds[i].Clave())
		exigir(t, leer)
		_, leer = b.Eliminacion(b.ctx, sagas[i].EventoID)
		if bloqueado := d.EliminacionID == sagas[i].EventoID; bloqueado != (leer == nil) || (err == nil && !bloqueado) {
			t.Fatalf("half written: answer %v, document locked by %q, saga read %v", err, d.EliminacionID, leer)
		}
	}
}

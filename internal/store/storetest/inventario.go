package storetest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

var casosInventario = []caso{
	{"recorrido/todos los estados, por páginas", "", recorridoDocumentos},
}

func recorridoDocumentos(t *testing.T, b *banco) {
	c, ds, e := b.iniciada(t, 5)
	carga := b.nuevaCarga(c, 8)
	exigir(t, b.CrearCarga(b.ctx, carga))
	b.reloj.avanzar(2 * time.Hour) // the upload has expired, and is still there
	otra, _ := b.sembrar(t, 2)
	ds[0].Estado, ds[0].EstadoPrevio, ds[0].EliminacionID = documento.Eliminando, documento.Procesado, e.EventoID
	quiere := append(ds, carga)
	slices.SortFunc(quiere, func(x, y documento.Documento) int {
		if x.DocumentoID < y.DocumentoID {
			return -1
		}
		return 1
	})
	for _, firme := range []bool{true, false} {
		for limite := 1; limite <= 7; limite++ {
			eventualmente(t, b.ctx, func() error {
				hay, err := b.recorrer(c.CarpetaID, limite, firme)
				if err != nil {
					return err
				}
				return igual(fmt.Sprintf("documents by %d", limite), hay, quiere)
			})
		}
	}
	hay, err := b.recorrer(otra.CarpetaID, 10, true)
	exigir(t, err)
	if len(hay) != 2 {
		t.Fatalf("%d documents of the other carpeta", len(hay))
	}
	hay, err = b.recorrer(uuid.NewString(), 10, true)
	exigir(t, err)
	comparar(t, "documents of nobody", hay, []documento.Documento{})
}

func (b *banco) recorrer(carpetaID string, limite int, firme bool) (todos []documento.Documento, err error) {
	tramo := documento.Tramo{CarpetaID: carpetaID, Limite: limite, Firme: firme}
	for {
		p, err := b.DocumentosDeCarpeta(b.ctx, tramo)
		if err != nil || len(p.Documentos) > limite {
			return nil, fmt.Errorf("%d documents on a page of %d: %w", len(p.Documentos), limite, err)
		}
		todos = append(todos, p.Documentos...)
		if !p.Mas {
			return todos, nil
		}
		tramo.Desde = p.Documentos[len(p.Documentos)-1].DocumentoID
	}
}

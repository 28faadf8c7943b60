package storetest

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

var casesInventario = []testCase{
	{"inventario/all estados, page by page", "", inventarioDocumentos},
}

func inventarioDocumentos(t *testing.T, b *world) {
	c, ds, e := b.started(t, 5)
	carga := b.newCarga(c, 8)
	require(t, b.CrearCarga(b.ctx, carga, carpeta.SinCuota, Hecho()))
	b.clock.advance(2 * time.Hour) // the upload has expired, and is still there
	other, _ := b.seed(t, 2)
	ds[0].Estado, ds[0].EstadoPrevio, ds[0].EliminacionID = documento.Eliminando, documento.Procesado, e.EventoID
	ds[0].FechaUltimaModificacion = ds[0].Siguiente(b.clock.Now().Add(-2 * time.Hour)) // when it was locked
	want := append(ds, carga)
	want = sortDocumentos(want)
	for _, firm := range []bool{true, false} {
		for limit := 1; limit <= 7; limit++ {
			eventually(t, b.ctx, func() error {
				got, err := b.walkDocumentos(c.CarpetaID, limit, firm)
				if err != nil {
					return err
				}
				return differenceError(fmt.Sprintf("documents by %d", limit), got, want)
			})
		}
	}
	got, err := b.walkDocumentos(other.CarpetaID, 10, true)
	require(t, err)
	if len(got) != 2 {
		t.Fatalf("%d documents of the other carpeta", len(got))
	}
	got, err = b.walkDocumentos(uuid.NewString(), 10, true)
	require(t, err)
	requireSame(t, "documents of nobody", got, []documento.Documento{})
}

func (b *world) walkDocumentos(carpetaID string, limit int, firm bool) (all []documento.Documento, err error) {
	for run := (documento.Tramo{CarpetaID: carpetaID, Limite: limit, Firme: firm}); ; run.Desde = all[len(all)-1].DocumentoID {
		p, err := b.DocumentosDeCarpeta(b.ctx, run)
		if all = append(all, p.Documentos...); err != nil || !p.Mas {
			return all, err
		}
		if len(p.Documentos) > limit {
			return nil, fmt.Errorf("%d documents on a page of %d", len(p.Documentos), limit)
		}
	}
}

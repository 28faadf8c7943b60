package reconciliacion_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/reconciliacion"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

// deOcho is the usage of the documents of conDocumentos, whose content is a UUID each.
var deOcho = carpeta.Uso{Bytes: 8 * 36, Documentos: 8}

// TestExpiredCargaIsSweptFirst: the sweep takes row, file and usage away long before the walk
// would call them wrong, of uploads that were sent, and of others.
func TestExpiredCargaIsSweptFirst(t *testing.T) {
	conDocumentos(t, func(t *testing.T, w *taller, ds []documento.Documento) {
		for n := range 3 {
			d := ds[0]
			d.DocumentoID, d.Estado, d.ExpiraEn = world.NewID(), documento.Cargando, w.now().Add(documento.VigenciaSinConfirmar).Truncate(time.Second)
			d.StoragePath, d.Hash = documento.NombreObjeto(d.Clave()), fmt.Sprintf("%064x", n)
			exigir(t, w.almacen.CrearCarga(t.Context(), d, carpeta.SinCuota, world.Hecho()))
			if n > 0 {
				w.guardar(d.StoragePath)
			}
		}
		w.exigirUso(deOcho.Mas(carpeta.Uso{Bytes: 3 * ds[0].TamanoBytes, Documentos: 3, Pendientes: 3}))
		w.adelantar(documento.VigenciaSinConfirmar)
		w.exigirBarridas(0) // a late clock may still confirm
		w.adelantar(2 * documento.MargenVencida)
		w.exigirLimpio()
		w.exigirBarridas(3)
		w.exigirUso(deOcho)
		w.exigirLimpio()
		w.adelantar(2 * time.Hour)
		w.exigirLimpio()
	})
}

func (w *taller) exigirBarridas(quiere int) {
	w.t.Helper()
	n, err := w.subidas.BarrerVencidas(w.t.Context())
	exigir(w.t, err)
	if n != quiere {
		w.t.Fatalf("%d uploads swept, want %d", n, quiere)
	}
}

func (w *taller) exigirUso(quiere carpeta.Uso) {
	w.t.Helper()
	c, err := w.almacen.Carpeta(w.t.Context(), w.carpeta.CarpetaID)
	exigir(w.t, err)
	if diff := cmp.Diff(quiere, c.Uso); diff != "" {
		w.t.Fatalf("usage (-want +got):\n%s", diff)
	}
}

// TestUsoThatDrifted: the counter of a carpeta that somebody changed by hand is found and set.
func TestUsoThatDrifted(t *testing.T) {
	conDocumentos(t, func(t *testing.T, w *taller, _ []documento.Documento) {
		c, err := w.almacen.Carpeta(t.Context(), w.carpeta.CarpetaID)
		exigir(t, err, w.almacen.CorregirUso(t.Context(), c, carpeta.Uso{Bytes: 7, Documentos: 99, Pendientes: -4}, world.Hecho()))
		w.exigirUno(reconciliacion.ContadorDesviado, reconciliacion.UsoDistinto)
		w.reparar(reconciliacion.Corregido)
		w.exigirUso(deOcho)

		c, err = w.almacen.Carpeta(t.Context(), w.carpeta.CarpetaID) // total and usage at once
		exigir(t, err, w.almacen.CorregirUso(t.Context(), c, carpeta.Uso{Bytes: 7}, world.Hecho()))
		c.Uso = carpeta.Uso{Bytes: 7}
		exigir(t, w.almacen.CorregirTotal(t.Context(), c, 100, 0, world.Hecho()))
		w.exigirUno(reconciliacion.ContadorDesviado, reconciliacion.TotalDistinto)
		w.reparar(reconciliacion.Corregido)
		w.exigirUso(deOcho)
	})
}

// atrasado is a store whose list of expired uploads lags: it names one that was confirmed.
type atrasado struct {
	almacen
	visto documento.Documento
}

func (s *atrasado) CargasVencidas(context.Context, time.Time, int) ([]documento.Documento, error) {
	return []documento.Documento{s.visto}, nil
}

// TestSweepOfALateList: the file of a document that was confirmed at the last moment stays.
func TestSweepOfALateList(t *testing.T) {
	enAmbos(t, func(t *testing.T, w *taller) {
		d := w.subir()
		visto := d
		visto.Estado, visto.ExpiraEn = documento.Cargando, w.now().Add(-time.Hour)
		w.subidas.Store = &atrasado{w.almacen, visto}
		w.exigirBarridas(0)
		existe, err := w.objetos.Existe(t.Context(), d.StoragePath)
		exigir(t, err)
		if !existe {
			t.Error("the file of a confirmed document was swept")
		}
		w.exigirLimpio()
	})
}

// TestAnnouncementsAreBounded: of 202 uploads of 100 MiB, each of another file, announced as fast as they come,
// those are taken that fit in 10 GiB.
func TestAnnouncementsAreBounded(t *testing.T) {
	w := embebido(t)
	w.subidas.Limites.MaxTamano, w.subidas.Limites.Cuota = 100<<20, carpeta.Cuota{Bytes: 10 << 30, Documentos: 200_000, Pendientes: 200}
	taken := int64(0)
	for n := range 202 {
		_, _, err := w.subidas.IniciarCarga(t.Context(), w.dueno, w.carpeta.CarpetaID, documento.Nuevo{
			Titulo: "Acta", Tipo: documento.Otro, NombreArchivo: "a.txt", TipoContenido: "text/plain", TamanoBytes: 100 << 20, Hash: world.Hash([]byte(fmt.Sprint(n))),
		})
		switch {
		case errors.Is(err, fault.QuotaExceeded):
		case errors.Is(err, fault.Unavailable): // announced; nobody serves the folder here, so there is no link
			taken++
		default:
			t.Fatal(err)
		}
	}
	w.exigirUso(carpeta.Uso{Bytes: 102 * 100 << 20, Documentos: 102, Pendientes: 102})
	if taken != 102 {
		t.Errorf("%d uploads were announced, want 102", taken)
	}
	w.adelantar(documento.VigenciaSinConfirmar + 2*documento.MargenVencida)
	w.exigirBarridas(102)
	w.exigirUso(carpeta.Uso{})
}

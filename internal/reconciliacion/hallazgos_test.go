package reconciliacion_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/reconciliacion"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

// Each kind of inconsistency is planted for real, found, and repaired through the
// saga until a second walk is clean. The planted one stands among good documents.

func conDocumentos(t *testing.T, historia func(t *testing.T, w *taller, ds []documento.Documento)) {
	enAmbos(t, func(t *testing.T, w *taller) {
		var ds []documento.Documento
		for range 8 {
			ds = append(ds, w.subir())
		}
		w.exigirLimpio()
		historia(t, w, ds)
	})
}

func TestObjetoWithoutMetadatos(t *testing.T) {
	conDocumentos(t, func(t *testing.T, w *taller, _ []documento.Documento) {
		nombre := documento.NombreObjeto(documento.Clave{CarpetaID: w.carpeta.CarpetaID, DocumentoID: world.NewID()})
		w.guardar(nombre)
		w.exigirUno(reconciliacion.ObjetoSinMetadatos, reconciliacion.SinDocumento)
		w.reparar(reconciliacion.SagaIniciada)
		g, err := w.objetos.Rastro(t.Context(), nombre)
		exigir(t, err)
		if g.ConDatos {
			t.Errorf("its data is still there: %+v", g)
		}
		if n := w.total(); n != 8 {
			t.Errorf("total %d, want 8", n)
		}
	})
}

// TestExpiredCarga: a file that was uploaded and never confirmed is right as long
// as its document waits, and some time longer.
func TestExpiredCarga(t *testing.T) {
	conDocumentos(t, func(t *testing.T, w *taller, ds []documento.Documento) {
		d := ds[0]
		d.DocumentoID, d.Estado, d.ExpiraEn = world.NewID(), documento.Cargando, w.now().Add(documento.VigenciaSinConfirmar).Truncate(time.Second)
		d.StoragePath = documento.NombreObjeto(d.Clave())
		exigir(t, w.almacen.CrearCarga(t.Context(), d, carpeta.SinCuota, world.Hecho()))
		w.guardar(d.StoragePath)
		w.exigirLimpio()
		w.adelantar(documento.VigenciaSinConfirmar + time.Minute)
		w.exigirLimpio()
		w.adelantar(2 * time.Hour)
		w.exigirUno(reconciliacion.ObjetoSinMetadatos, reconciliacion.CargaVencida)
		w.reparar(reconciliacion.CargaOlvidada)
		w.exigirUso(deOcho)
	})
}

// TestFolderWithoutCarpeta: only the walk by bucket can find it, and not while it may
// be a seed that writes its files first.
func TestFolderWithoutCarpeta(t *testing.T) {
	conDocumentos(t, func(t *testing.T, w *taller, _ []documento.Documento) {
		w.guardar(documento.NombreObjeto(documento.Clave{CarpetaID: uuid.NewString(), DocumentoID: world.NewID()}))
		w.exigirLimpio()
		w.adelantar(2 * time.Hour)
		h := w.exigirUno(reconciliacion.ObjetoSinMetadatos, reconciliacion.SinDocumento)
		if h.OperadorID != "" {
			t.Errorf("found %+v", h)
		}
		w.reparar(reconciliacion.SagaIniciada)
	})
}

func TestMetadatosWithoutObjeto(t *testing.T) {
	conDocumentos(t, func(t *testing.T, w *taller, ds []documento.Documento) {
		exigir(t, w.perder(ds[3].StoragePath))
		w.exigirUno(reconciliacion.MetadatosSinObjeto, reconciliacion.SinArchivo)
		w.reparar(reconciliacion.SagaIniciada)
		if _, err := w.almacen.Documento(t.Context(), ds[3].Clave()); !errors.Is(err, fault.NotFound) || w.total() != 7 {
			t.Errorf("document: %v, total %d", err, w.total())
		}
	})
}

// TestMetadatosThatAreNotRepaired: a certified document, and one whose file an older
// version still holds, are reported and left alone.
func TestMetadatosThatAreNotRepaired(t *testing.T) {
	enAmbos(t, func(t *testing.T, w *taller) {
		certificado := documento.Documento{Fila: w.subir().Fila}
		certificado.DocumentoID, certificado.Certificado = world.NewID(), true
		certificado.StoragePath = documento.NombreObjeto(certificado.Clave())
		otra := w.carpeta
		otra.CarpetaID, otra.CiudadanoID, otra.TotalDocumentos = uuid.NewString(), uuid.NewString(), 1
		certificado.CarpetaID = otra.CarpetaID
		certificado.StoragePath = documento.NombreObjeto(certificado.Clave())
		exigir(t, w.almacen.(documento.Sembrador).Sembrar(t.Context(), otra, []documento.Documento{certificado}, world.Hecho()))
		quiere := 1
		if w.ocultar != nil {
			w.ocultar(w.subir().StoragePath)
			quiere = 2
		}
		hs, rs, r, err := w.recorrer(reconciliacion.Encargo{Reparar: true})
		exigir(t, err)
		got := []int{len(hs), len(rs), int(r.Inconsistencias())}
		if diff := cmp.Diff([]int{quiere, quiere, quiere}, got); diff != "" {
			t.Fatalf("findings, repairs, inconsistencies (-want +got):\n%s%+v\n%+v", diff, hs, rs)
		}
		for i := range rs {
			if rs[i].Accion != reconciliacion.NoReparada {
				t.Errorf("repaired: %+v", rs[i])
			}
			if hs[i].NoReparable == "" {
				t.Errorf("it does not say why it is not repaired: %+v", hs[i])
			}
		}
	})
}

// plantarSaga puts a saga's state behind the domain's back.
func plantarSaga(w *taller, e eliminacion.Eliminacion, cambiar func(*eliminacion.Eliminacion)) {
	w.t.Helper()
	e, err := w.almacen.Eliminacion(w.t.Context(), e.EventoID)
	exigir(w.t, err)
	e.Secuencia++
	cambiar(&e)
	exigir(w.t, w.almacen.Guardar(w.t.Context(), eliminacion.Guardado{Nueva: e}, world.Hecho()))
}

func terminada(estado eliminacion.EstadoSaga, paso eliminacion.Paso, now time.Time) func(*eliminacion.Eliminacion) {
	return func(e *eliminacion.Eliminacion) {
		e.Estado, e.Paso, e.NoAntesDe = estado, paso, time.Time{}
		e.CompletadaEn, e.ExpiraEn = now, now.Add(eliminacion.Retencion)
	}
}

func TestSagaWithoutProgress(t *testing.T) {
	for nombre, caso := range map[string]struct {
		plantar  func(w *taller, e eliminacion.Eliminacion)
		motivo   reconciliacion.Motivo
		accion   reconciliacion.Accion
		seQueda  bool // the document
		bloquead bool // FALLIDA_BLOQUEADA
	}{
		"due long since": {
			func(w *taller, _ eliminacion.Eliminacion) { w.adelantar(10 * time.Minute) },
			reconciliacion.Vencida, reconciliacion.Reprogramada, false, false,
		},
		"never due": {
			func(w *taller, e eliminacion.Eliminacion) {
				plantarSaga(w, e, func(e *eliminacion.Eliminacion) { e.NoAntesDe = time.Time{} })
			}, reconciliacion.SinFecha, reconciliacion.Reprogramada, false, false,
		},
		"vanished": {
			func(w *taller, e eliminacion.Eliminacion) {
				plantarSaga(w, e, func(e *eliminacion.Eliminacion) {
					terminada(eliminacion.Completada, eliminacion.Completed, w.now())(e)
					e.ExpiraEn = w.now().Add(-time.Hour).Truncate(time.Second)
				})
			}, reconciliacion.SagaAusente, reconciliacion.SagaIniciada, false, false,
		},
		"completed": {
			func(w *taller, e eliminacion.Eliminacion) {
				plantarSaga(w, e, terminada(eliminacion.Completada, eliminacion.Completed, w.now()))
			}, reconciliacion.SagaTerminada, reconciliacion.SagaIniciada, false, false,
		},
		"cancelled": { // the citizen was told that the document stays
			func(w *taller, e eliminacion.Eliminacion) {
				plantarSaga(w, e, terminada(eliminacion.Cancelada, eliminacion.Espera, w.now()))
			}, reconciliacion.SagaTerminada, reconciliacion.SagaIniciada, true, false,
		},
		"waits for an operador": {
			func(w *taller, e eliminacion.Eliminacion) {
				plantarSaga(w, e, func(e *eliminacion.Eliminacion) {
					terminada(eliminacion.Fallida, eliminacion.MetadataCleanup, w.now())(e)
					e.ExpiraEn = time.Time{}
				})
			}, reconciliacion.EsperaReintentar, "", true, true,
		},
	} {
		t.Run(nombre, func(t *testing.T) {
			conDocumentos(t, func(t *testing.T, w *taller, ds []documento.Documento) {
				e := w.atascar(ds[2])
				w.exigirLimpio()
				caso.plantar(w, e)
				if caso.bloquead {
					w.exigirUno(reconciliacion.FallidaBloqueada, caso.motivo)
					_, rs, r, err := w.recorrer(reconciliacion.Encargo{Reparar: true})
					exigir(t, err)
					if len(rs) != 0 {
						t.Fatalf("repaired: %+v", rs)
					}
					if n := r.Inconsistencias(); n != 0 {
						t.Fatalf("%d inconsistencies: %+v", n, r)
					}
					return
				}
				w.exigirUno(reconciliacion.SagaSinProgreso, caso.motivo)
				w.reparar(caso.accion)
				d, err := w.almacen.Documento(t.Context(), ds[2].Clave())
				if caso.seQueda != (err == nil) || caso.seQueda && d.Estado != documento.Procesado {
					t.Errorf("document %+v, %v", d.Estado, err)
				}
			})
		})
	}
}

// TestBacklogIsNotStuck: commands that wait behind others of their operador are a
// backlog. Only the first of them can be stuck.
func TestBacklogIsNotStuck(t *testing.T) {
	conDocumentos(t, func(t *testing.T, w *taller, ds []documento.Documento) {
		for _, d := range ds[:5] {
			w.atascar(d)
		}
		w.adelantar(time.Hour)
		w.exigirUno(reconciliacion.SagaSinProgreso, reconciliacion.Vencida)
	})
}

func TestCounterThatIsOff(t *testing.T) {
	conDocumentos(t, func(t *testing.T, w *taller, _ []documento.Documento) {
		c, err := w.almacen.Carpeta(t.Context(), w.carpeta.CarpetaID)
		exigir(t, err, w.almacen.CorregirTotal(t.Context(), c, 11, 0, world.Hecho()))
		h := w.exigirUno(reconciliacion.ContadorDesviado, reconciliacion.TotalDistinto)
		if diff := cmp.Diff([]int64{11, 8}, []int64{*h.Total, *h.Contados}); diff != "" {
			t.Errorf("total and counted (-want +got):\n%s", diff)
		}
		w.reparar(reconciliacion.Corregido)
		if w.total() != 8 {
			t.Errorf("total %d", w.total())
		}
	})
}

// TestLateRepair: what changed between the finding and its repair is left
// alone, and a second repair of the same file starts no second saga.
func TestLateRepair(t *testing.T) {
	conDocumentos(t, func(t *testing.T, w *taller, ds []documento.Documento) {
		exigir(t, w.perder(ds[0].StoragePath))
		sin := w.exigirUno(reconciliacion.MetadatosSinObjeto, reconciliacion.SinArchivo)
		w.guardar(ds[0].StoragePath) // somebody restored it
		nombre := documento.NombreObjeto(documento.Clave{CarpetaID: w.carpeta.CarpetaID, DocumentoID: world.NewID()})
		w.guardar(nombre)
		suelto := w.exigirUno(reconciliacion.ObjetoSinMetadatos, reconciliacion.SinDocumento)
		var acciones []reconciliacion.Accion
		for _, h := range []reconciliacion.Hallazgo{sin, suelto, suelto} {
			p, err := w.r.Reparar(t.Context(), h)
			exigir(t, err)
			acciones = append(acciones, p.Accion)
		}
		quiere := [3]reconciliacion.Accion{reconciliacion.CambioAntes, reconciliacion.SagaIniciada, reconciliacion.CambioAntes}
		if [3]reconciliacion.Accion(acciones) != quiere {
			t.Errorf("%v, want %v", acciones, quiere)
		}
		w.barrer()
		w.exigirLimpio()
	})
}

// perder takes a file away past the domain.
func (w *taller) perder(nombre string) error {
	_, err := w.objetos.Borrar(w.t.Context(), nombre)
	return err
}

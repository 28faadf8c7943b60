package reconciliacion_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/reconciliacion"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

// TestNoFalsePositives: walks beside uploads and deletions find nothing.
func TestNoFalsePositives(t *testing.T) {
	enAmbos(t, func(t *testing.T, w *taller) {
		w.r.Pause = func(ctx context.Context, _ time.Duration) error { // the traffic's own pace, not seconds
			select {
			case <-time.After(20 * time.Millisecond):
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		ctx, parar := context.WithCancel(t.Context())
		var trafico sync.WaitGroup
		for range 4 {
			c := w.nuevaCarpeta("op-b")
			dueno := world.Owner(c)
			trafico.Go(func() { w.trafico(ctx, dueno, c.CarpetaID) })
		}
		vistos := int64(0)
		for n := 0; n < 12 || vistos < 20; n++ { // until there was traffic to speak of
			hs, _, r, err := w.recorrer(reconciliacion.Encargo{})
			exigir(t, err)
			if len(hs) > 0 {
				t.Errorf("beside live traffic: %+v", hs)
			}
			vistos += r.Documentos
		}
		parar()
		trafico.Wait()
		w.enCamino.Wait()
		w.barrer()
		w.exigirLimpio()
	})
}

// trafico uploads documents and deletes most of them, until ctx ends.
func (w *taller) trafico(ctx context.Context, dueno auth.Principal, carpetaID string) {
	for n := 0; ctx.Err() == nil; n++ {
		d, err := w.intentarSubir(dueno, carpetaID)
		if err != nil {
			w.t.Errorf("upload: %v", err)
			return
		}
		if n%3 == 0 {
			continue
		}
		if _, err := w.borrados.Solicitar(context.Background(), dueno, eliminacion.Pedido{Clave: d.Clave()}); err != nil && !errors.Is(err, fault.Conflict) {
			w.t.Errorf("deletion: %v", err)
			return
		}
	}
}

var errMuerto = errors.New("killed")

// TestResume: a run that died goes on where it was, and in the end has found what
// a whole one finds.
func TestResume(t *testing.T) {
	enAmbos(t, func(t *testing.T, w *taller) {
		w.r.Plazos.Renovacion = 0 // every step is booked
		for _, op := range []string{"op-c", "op-d"} {
			for range 3 {
				w.guardar(documento.NombreObjeto(documento.Clave{CarpetaID: w.nuevaCarpeta(op).CarpetaID, DocumentoID: world.NewID()}))
			}
		}
		vistos, pasos := map[string]int{}, 0
		ordenar := func(seguir bool, muere int) (reconciliacion.Resumen, error) {
			pasos = 0
			r, _, err := w.r.Consola(t.Context(), reconciliacion.Encargo{
				Dueno: "prueba", SeguirUltima: seguir, Forzar: true,
				HallazgoLinea: func(h reconciliacion.Hallazgo) error { vistos[h.DocumentoID]++; return nil },
				Recorrido: reconciliacion.Recorrido{Paso: func(context.Context, reconciliacion.Posicion, reconciliacion.Resumen) error {
					if pasos++; pasos == muere {
						return errMuerto
					}
					return nil
				}},
			})
			return r, err
		}
		if _, err := ordenar(false, 4); !errors.Is(err, errMuerto) {
			t.Fatal(err)
		}
		primeros := len(vistos)
		r, err := ordenar(true, -1)
		exigir(t, err)
		if primeros == 0 || primeros >= 6 {
			t.Errorf("the first run found %d of 6: it was not interrupted on its way", primeros)
		}
		if diff := cmp.Diff([]int{6, 6}, []int{len(vistos), int(r.PorTipo[reconciliacion.ObjetoSinMetadatos])}); diff != "" {
			t.Errorf("findings of both runs, and of the summary (-want +got):\n%s", diff)
		}
		if pasos >= 7 {
			t.Errorf("the second run took %d steps: it began anew", pasos)
		}
	})
}

// TestOneAtATime: a second process is refused while the first holds the mark, takes
// over when it has died, and then the first can write no more.
func TestOneAtATime(t *testing.T) {
	enAmbos(t, func(t *testing.T, w *taller) {
		w.r.Plazos.Renovacion = 0
		correr := func(dueno string, paso func()) error {
			_, _, err := w.r.Consola(t.Context(), reconciliacion.Encargo{
				Dueno: dueno, HallazgoLinea: func(reconciliacion.Hallazgo) error { return nil },
				Recorrido: reconciliacion.Recorrido{Paso: func(context.Context, reconciliacion.Posicion, reconciliacion.Resumen) error {
					paso()
					return nil
				}},
			})
			return err
		}
		err := correr("uno", func() {
			if err := correr("otro", func() {}); !errors.Is(err, fault.Conflict) {
				t.Errorf("a second process: %v", err)
			}
			w.adelantar(w.r.Plazos.Arriendo + time.Second) // "uno" stood still too long
			exigir(t, correr("otro", func() {}))
		})
		if !errors.Is(err, fault.Conflict) {
			t.Errorf("the first, which was taken for dead: %v", err)
		}
		exigir(t, correr("tercero", func() {}))
	})
}

// TestImplausible: what looks like the wrong tables or bucket is not repaired.
func TestImplausible(t *testing.T) {
	enAmbos(t, func(t *testing.T, w *taller) {
		var ds []documento.Documento
		for range 20 {
			ds = append(ds, w.subir())
		}
		for range 6 { // 6 of 26 objects
			w.guardar(documento.NombreObjeto(documento.Clave{CarpetaID: w.carpeta.CarpetaID, DocumentoID: world.NewID()}))
		}
		rechazado := func(o reconciliacion.Encargo) {
			t.Helper()
			_, rs, _, err := w.recorrer(o)
			if !errors.Is(err, fault.NotAllowed) || len(rs) != 0 {
				t.Errorf("%+v, %v", rs, err)
			}
		}
		rechazado(reconciliacion.Encargo{Reparar: true})
		_, rs, r, err := w.recorrer(reconciliacion.Encargo{Reparar: true, Forzar: true, MaxReparadas: 4})
		exigir(t, err)
		got := []any{len(rs), r.Reparadas[reconciliacion.ObjetoSinMetadatos], r.Inconsistencias(), rs[len(rs)-1].Accion}
		if diff := cmp.Diff([]any{6, int64(4), int64(2), reconciliacion.LimiteAgotado}, got); diff != "" {
			t.Errorf("findings, repairs, what is left, the last action, with at most 4 repairs (-want +got):\n%s", diff)
		}
		w.barrer()
		for _, d := range ds[:5] {
			exigir(t, w.perder(d.StoragePath))
		}
		rechazado(reconciliacion.Encargo{Reparar: true})
		_, _, r, err = w.recorrer(reconciliacion.Encargo{Reparar: true, Recorrido: reconciliacion.Recorrido{CarpetaID: w.carpeta.CarpetaID}, Forzar: true})
		exigir(t, err)
		w.barrer()
		w.exigirLimpio()
		if n := r.Inconsistencias(); n != 0 {
			t.Errorf("%d inconsistencies: %+v", n, r)
		}
		if n := w.total(); n != 15 {
			t.Errorf("total %d, want 15", n)
		}
	})
}

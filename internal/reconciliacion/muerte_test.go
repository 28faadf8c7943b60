package reconciliacion_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

// mortal is the end of a process: at its last call, before or after the effect. Later calls never leave it.
type mortal struct {
	left  int
	after bool
}

var errTerminado = fault.Plain(fault.Unavailable)

func (m *mortal) call(effect func() error) error {
	m.left--
	switch {
	case m.left < 0:
		return errTerminado
	case m.left > 0:
		return effect()
	case m.after:
		_ = effect()
	}
	return errTerminado
}

type storeMortal struct {
	almacen
	m *mortal
}

func (s storeMortal) ReservarCarga(ctx context.Context, d documento.Documento, hasta time.Time) (r documento.Documento, err error) {
	err = s.m.call(func() (err error) { r, err = s.almacen.ReservarCarga(ctx, d, hasta); return err })
	return r, err
}

func (s storeMortal) ConfirmarCarga(ctx context.Context, visto, d documento.Documento, h auditoria.Evento) (r documento.Documento, err error) {
	err = s.m.call(func() (err error) { r, err = s.almacen.ConfirmarCarga(ctx, visto, d, h); return err })
	return r, err
}

func (s storeMortal) OlvidarCarga(ctx context.Context, d documento.Documento, h *auditoria.Evento) error {
	return s.m.call(func() error { return s.almacen.OlvidarCarga(ctx, d, h) })
}

type objetosMortales struct {
	objetosReales
	m *mortal
}

func (o objetosMortales) Recibida(ctx context.Context, obj documento.Objeto) (fijar func(context.Context) error, err error) {
	err = o.m.call(func() (err error) { fijar, err = o.objetosReales.Recibida(ctx, obj); return err })
	if err != nil || fijar == nil {
		return nil, err
	}
	return func(ctx context.Context) error { return o.m.call(func() error { return fijar(ctx) }) }, nil
}

func (o objetosMortales) CerrarCarga(ctx context.Context, nombre string) error {
	return o.m.call(func() error { return o.objetosReales.CerrarCarga(ctx, nombre) })
}

func (o objetosMortales) Borrar(ctx context.Context, nombre string) (n int, err error) {
	err = o.m.call(func() error { n, err = o.objetosReales.Borrar(ctx, nombre); return err })
	return n, err
}

// mueren runs f in a process that ends at each of its calls, before and after the effect, and
// judges what the next process makes of it.
func (w *taller) mueren(t *testing.T, f, luego func(d documento.Documento)) {
	const llamadas = 7
	vivo := *w.subidas
	for n := 1; n <= llamadas; n++ {
		for _, after := range []bool{false, true} {
			d := w.anunciado(t)
			m := &mortal{left: n, after: after}
			w.subidas.Store, w.subidas.Objetos = storeMortal{w.almacen, m}, objetosMortales{w.objetos, m}
			f(d)
			*w.subidas = vivo
			luego(d)
			what := fmt.Sprintf("call %d, after its effect %v", n, after)
			c, err := w.almacen.Carpeta(t.Context(), w.carpeta.CarpetaID)
			exigir(t, err)
			p, err := w.almacen.DocumentosDeCarpeta(t.Context(), documento.Tramo{CarpetaID: w.carpeta.CarpetaID, Limite: 1000, Firme: true})
			exigir(t, err)
			if rows := documento.UsoDe(p.Documentos); c.Uso != rows || c.Uso.Pendientes != 0 {
				t.Errorf("%s: usage %+v, the rows say %+v", what, c.Uso, rows)
			}
			w.exigirLimpio()
		}
	}
}

// anunciado is a document whose file has been sent.
func (w *taller) anunciado(t *testing.T) documento.Documento {
	t.Helper()
	contenido := []byte(world.NewID())
	d, carga, err := w.subidas.IniciarCarga(t.Context(), w.dueno, w.carpeta.CarpetaID, documento.Nuevo{
		Titulo: "Acta", Tipo: documento.Otro, NombreArchivo: "a.txt", TipoContenido: "text/plain",
		TamanoBytes: int64(len(contenido)), Hash: world.Hash(contenido),
	})
	if w.ocultar == nil { // nobody serves the folder here: there is no link, and the server stores the file
		exigir(t, w.objetos.Guardar(t.Context(), d.Objeto(), bytes.NewReader(contenido)))
		return d
	}
	exigir(t, err)
	r, err := http.NewRequestWithContext(t.Context(), carga.Metodo, carga.URL, bytes.NewReader(contenido))
	exigir(t, err)
	for _, e := range carga.Encabezados {
		r.Header.Set(e.Nombre, e.Valor)
	}
	resp, err := http.DefaultClient.Do(r)
	exigir(t, err, resp.Body.Close())
	if resp.StatusCode != http.StatusOK {
		t.Fatalf("upload: status %d", resp.StatusCode)
	}
	return d
}

// TestConfirmationIsCutShort: another process confirms, and then nothing is left over.
func TestConfirmationIsCutShort(t *testing.T) {
	enAmbos(t, func(t *testing.T, w *taller) {
		confirmar := func(d documento.Documento) error {
			_, err := w.subidas.ConfirmarCarga(t.Context(), w.dueno, d.Clave())
			return err
		}
		w.mueren(t, func(d documento.Documento) { _ = confirmar(d) }, func(d documento.Documento) {
			w.adelantar(4 * time.Minute) // the reservation of a dead process ends
			exigir(t, confirmar(d))
			w.exigirArchivo(t, d, true)
		})
		w.adelantar(time.Hour)
		_, err := w.subidas.BarrerRestos(t.Context())
		exigir(t, err)
		p, err := w.objetos.Restos(t.Context(), "", 100)
		exigir(t, err)
		if len(p.Restos) > 0 {
			t.Errorf("left beside the files: %+v", p.Restos)
		}
	})
}

// TestSweepIsCutShort: another process sweeps on.
func TestSweepIsCutShort(t *testing.T) {
	enAmbos(t, func(t *testing.T, w *taller) {
		w.mueren(t, func(documento.Documento) {
			w.adelantar(documento.VigenciaSinConfirmar + 2*documento.MargenVencida)
			_, _ = w.subidas.BarrerVencidas(t.Context())
		}, func(d documento.Documento) {
			_, err := w.subidas.BarrerVencidas(t.Context())
			exigir(t, err)
			w.exigirArchivo(t, d, false)
			if _, err := w.almacen.Documento(t.Context(), d.Clave()); !errors.Is(err, fault.NotFound) {
				t.Errorf("the document: %v", err)
			}
		})
		w.exigirUso(carpeta.Uso{})
	})
}

func (w *taller) exigirArchivo(t *testing.T, d documento.Documento, quiere bool) {
	t.Helper()
	existe, err := w.objetos.Existe(t.Context(), d.StoragePath)
	exigir(t, err)
	if existe != quiere {
		t.Errorf("file of %s: %v, want %v", d.DocumentoID, existe, quiere)
	}
}

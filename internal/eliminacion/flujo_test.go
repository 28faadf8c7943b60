package eliminacion_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/role"
)

var (
	caido     = fault.New(fault.Unavailable, "caído")
	bloqueado = fault.New(fault.NotAllowed, "bloqueado")
)

// quedo describes the remains of a document: saga, metadata, file.
func (m *mundo) quedo(e eliminacion.Eliminacion, d documento.Documento) string {
	m.t.Helper()
	ctx := context.Background()
	fila := "sin metadatos"
	if actual, err := m.almacen.Documento(ctx, d.Clave()); err == nil {
		fila = string(actual.Estado)
	} else if !errors.Is(err, fault.NotFound) {
		m.t.Fatal(err)
	}
	archivo := "sin archivo"
	if hay, err := m.objetos.Objetos.Existe(ctx, d.StoragePath); err != nil {
		m.t.Fatal(err)
	} else if hay {
		archivo = "archivo"
	}
	e = m.saga(e.EventoID)
	return fmt.Sprintf("%s/%s, %s, %s", e.Estado, e.Paso, fila, archivo)
}

// TestHowADeletionEnds, first the file and then the metadata: whatever fails, and when, no document goes whose file is
// there.
func TestHowADeletionEnds(t *testing.T) {
	cases := map[string]struct {
		preparar func(m *mundo)
		want     string
	}{
		"nothing fails":                         {func(*mundo) {}, "COMPLETADA/COMPLETED, sin metadatos, sin archivo"},
		"two transient failures":                {func(m *mundo) { m.objetos.fallas = []error{caido, caido} }, "COMPLETADA/COMPLETED, sin metadatos, sin archivo"},
		"a long outage":                         {func(m *mundo) { m.objetos.fallas = veces(caido, 12) }, "COMPLETADA/COMPLETED, sin metadatos, sin archivo"},
		"locked for good":                       {func(m *mundo) { m.objetos.fallas = []error{bloqueado} }, "FALLIDA/MINIO_CLEANUP, PROCESADO, archivo"},
		"locked, and the check fails first":     {func(m *mundo) { m.objetos.fallas, m.objetos.ciego = []error{bloqueado}, 5 }, "FALLIDA/MINIO_CLEANUP, PROCESADO, archivo"},
		"erased, but the answer was lost":       {func(m *mundo) { m.objetos.mudo = 1 }, "COMPLETADA/COMPLETED, sin metadatos, sin archivo"},
		"an outage without end, then a return":  {func(m *mundo) { m.objetos.fallas = veces(caido, 60) }, "FALLIDA/MINIO_CLEANUP, PROCESADO, archivo"},
		"erased, then silence without end":      {func(m *mundo) { m.objetos.mudo, m.objetos.fallas = 1, append([]error{nil}, veces(caido, 60)...) }, "COMPLETADA/COMPLETED, sin metadatos, sin archivo"},
		"the store is down for every first try": {func(m *mundo) { m.almacen.fallarAntes = 3 }, "COMPLETADA/COMPLETED, sin metadatos, sin archivo"},
		"every answer of the store is lost":     {func(m *mundo) { m.almacen.perderRespuesta = 100 }, "COMPLETADA/COMPLETED, sin metadatos, sin archivo"},
	}
	for nombre, tc := range cases {
		for lugares := range 2 {
			t.Run(fmt.Sprintf("%s, %d places", nombre, lugares), func(t *testing.T) { acaba(t, lugares, tc.preparar, tc.want) })
		}
	}
}

func acaba(t *testing.T, lugares int, preparar func(*mundo), want string) {
	m := newWorld(t, t.TempDir())
	m.directo, m.lugares = true, lugares
	d := m.documento(false)
	e := m.solicitar(d, 0)
	preparar(m)
	gone := 0
	m.objetos.antes = func() {
		if _, err := m.almacen.Documento(context.Background(), d.Clave()); err != nil {
			t.Errorf("the file is erased, and its metadata: %v", err)
		}
	}
	m.almacen.alBorrar = func() {
		gone++
		if there, err := m.objetos.Objetos.Existe(context.Background(), d.StoragePath); err != nil || there {
			t.Errorf("the metadata are erased, and the file is there: %v, %v", there, err)
		}
	}
	if fs := m.objetos.fallas; lugares > 0 && len(fs) > 0 { // it meets the execution here, and then the consumer
		m.objetos.fallas = slices.Concat(fs[:1], fs)
	}
	m.hastaElFinal()
	if got := m.quedo(e, d); got != want || (gone > 0) != strings.HasPrefix(want, "COMPLETADA") {
		t.Fatalf("got  %s, %d erasures of metadata\nwant %s\n%+v", got, gone, want, m.saga(e.EventoID).Errores)
	}
	m.contado(e)
}

func veces(err error, n int) []error {
	errs := make([]error, n)
	for i := range errs {
		errs[i] = err
	}
	return errs
}

// An erasure that was begun may still take effect after everybody gave it up: the
// document is not given back before that.
func TestCompensationWaitsForErasuresUnderWay(t *testing.T) {
	m := newWorld(t, t.TempDir())
	d := m.documento(false)
	e := m.solicitar(d, 0)
	m.objetos.fallas = []error{bloqueado}
	m.todo()
	if got := m.quedo(e, d); got != "COMPENSANDO/MINIO_CLEANUP, ELIMINANDO, archivo" {
		t.Fatal("the document was given back at once: ", got)
	}
	_ = m.entregar(eliminacion.Mensaje(m.saga(e.EventoID), broker.MinioCleanup, m.now))      // a repetition, too early
	if _, err := m.objetos.Objetos.Borrar(context.Background(), d.StoragePath); err != nil { // the late effect
		t.Fatal(err)
	}
	m.hastaElFinal()
	if got := m.quedo(e, d); got != "COMPLETADA/COMPLETED, sin metadatos, sin archivo" {
		t.Fatal(got)
	}
}

// lento reads one saga slowly, and notes until when the eraser may work.
type lento struct {
	e     eliminacion.Eliminacion
	hasta time.Time
}

type (
	almacenLento struct {
		eliminacion.Store
		*lento
	}
	objetosLentos struct {
		documento.Objetos
		*lento
	}
)

func (a almacenLento) Eliminacion(context.Context, string) (eliminacion.Eliminacion, error) {
	time.Sleep(7 * time.Second)
	return a.e, nil
}

func (a almacenLento) Guardar(context.Context, eliminacion.Guardado, auditoria.Evento) error {
	return caido
}

func (o objetosLentos) BorrarVarios(ctx context.Context, _ []documento.VersionObjeto) []documento.Borrado {
	o.hasta, _ = ctx.Deadline()
	return []documento.Borrado{{Err: caido}}
}

// An eraser's time counts from before it reads the saga, so that nobody erases on
// what was true long ago.
func TestAnErasersTimeBeginsBeforeItReads(t *testing.T) {
	m := newWorld(t, t.TempDir())
	l := &lento{e: m.solicitar(m.documento(false), 0)}
	synctest.Test(t, func(t *testing.T) {
		s := *m.servicio.Ejecutor
		s.Store, s.Objetos, s.Clock = almacenLento{lento: l}, objetosLentos{lento: l}, time.Now
		inicio := time.Now()
		e, err := s.Traer(t.Context(), eliminacion.Mensaje(l.e, broker.MinioCleanup, m.now))
		if err != nil {
			t.Fatal(err)
		}
		if f := s.Avanzar(t.Context(), []eliminacion.EnMano{e})[0]; !fault.Transient(f.Err) {
			t.Fatal(f.Err)
		}
		if got := l.hasta.Sub(inicio); got != s.Plazos.PasoMaximo {
			t.Fatalf("it may erase until %v after its beginning, want %v", got, s.Plazos.PasoMaximo)
		}
	})
}

func TestUndoWindow(t *testing.T) {
	m := newWorld(t, t.TempDir())
	d := m.documento(false)
	e := m.solicitar(d, time.Minute)
	m.todo()
	if m.barrer() != 0 || e.Paso != eliminacion.Espera {
		t.Fatal("the window did not hold the deletion back")
	}
	for range 2 {
		if c, err := m.servicio.Cancelar(context.Background(), m.dueno, e.EventoID); err != nil || c.Estado != eliminacion.Cancelada {
			t.Fatal(c.Estado, err)
		}
	}
	m.hastaElFinal()
	if got := m.quedo(e, d); got != "CANCELADA/ESPERA, PROCESADO, archivo" {
		t.Fatal(got)
	}
	if otra := m.solicitar(d, 0); otra.EventoID == e.EventoID {
		t.Fatal("a cancelled deletion was returned for a new request")
	}
	m.hastaElFinal()
	if _, err := m.servicio.Cancelar(context.Background(), m.dueno, e.EventoID); err != nil {
		t.Fatal("cancelling again is no error:", err)
	}
}

// A window is over for whoever leased it: a process whose clock is behind does not send the message away, or the deletion
// would wait for its next lease.
func TestAWindowIsOverOnAClockThatIsBehind(t *testing.T) {
	m := newWorld(t, t.TempDir())
	d := m.documento(false)
	e := m.solicitar(d, 10*time.Second)
	m.now = m.now.Add(10 * time.Second)
	m.barrer()
	m.now = m.now.Add(-2 * time.Second)
	m.todo()
	if got := m.quedo(e, d); got != "COMPLETADA/COMPLETED, sin metadatos, sin archivo" {
		t.Fatal(got)
	}
}

// Nobody is told that something happened that did not.
func TestCancellingThatLosesEveryRaceSaysSo(t *testing.T) {
	m := newWorld(t, t.TempDir())
	e := m.solicitar(m.documento(false), time.Minute)
	m.almacen.chocar = 5
	if _, err := m.servicio.Cancelar(context.Background(), m.dueno, e.EventoID); !errors.Is(err, fault.Conflict) {
		t.Fatalf("got %v, with the deletion %s", err, m.saga(e.EventoID).Estado)
	}
	if c, err := m.servicio.Cancelar(context.Background(), m.dueno, e.EventoID); err != nil || c.Estado != eliminacion.Cancelada {
		t.Fatal(c.Estado, err)
	}
}

// How often one step was leased says nothing about the next one.
func TestProgressMakesLeasesShortAgain(t *testing.T) {
	m := newWorld(t, t.TempDir())
	e := m.solicitar(m.documento(false), 0)
	for range 4 {
		m.now = m.now.Add(10 * time.Minute)
		m.barrer()
	}
	if m.saga(e.EventoID).Arriendos != 4 {
		t.Fatal("it was not leased four times")
	}
	m.servicio.Papeles = role.Set{role.ObjectEraser}
	if err := m.entregar(eliminacion.Mensaje(m.saga(e.EventoID), broker.MinioCleanup, m.now)); err != nil {
		t.Fatal(err)
	}
	if s := m.saga(e.EventoID); s.Paso != eliminacion.MetadataCleanup || s.Arriendos != 0 || s.Entregas != 0 {
		t.Fatalf("%s with %d leases and %d deliveries", s.Paso, s.Arriendos, s.Entregas)
	}
}

// TestALockWhoseDeletionIsGoneStartsOver: the document is listed and locked, and nothing would ever end it.
func TestALockWhoseDeletionIsGoneStartsOver(t *testing.T) {
	m := newWorld(t, t.TempDir())
	ctx := context.Background()
	for _, certificado := range []bool{false, true} {
		d := m.documento(certificado)
		ask := func() (eliminacion.Eliminacion, error) {
			if certificado {
				return m.servicio.SolicitarAprobacion(ctx, m.dueno, eliminacion.Pedido{Clave: d.Clave(), Motivo: motivo})
			}
			return m.servicio.Solicitar(ctx, m.dueno, eliminacion.Pedido{Clave: d.Clave()})
		}
		lost, err := ask()
		if err != nil {
			t.Fatal(err)
		}
		m.almacen.lost = lost.EventoID
		if certificado {
			if _, err := m.servicio.Solicitar(ctx, m.dueno, eliminacion.Pedido{Clave: d.Clave()}); fault.CodeOf(err) != fault.DocumentoCertificado {
				t.Errorf("certified, without a request: %v", err)
			}
		}
		again, err := ask()
		if err != nil || again.EventoID == lost.EventoID {
			t.Fatalf("certified %t: %s, %v; want a new deletion", certificado, again.EventoID, err)
		}
		if same, err := ask(); err != nil || same.EventoID != again.EventoID {
			t.Errorf("certified %t, asked again: %s, %v", certificado, same.EventoID, err)
		}
		if locked, err := m.almacen.Documento(ctx, d.Clave()); err != nil || locked.EliminacionID != again.EventoID {
			t.Errorf("certified %t: locked by %s, %v", certificado, locked.EliminacionID, err)
		}
	}
}

func TestRequestsThatAreRefused(t *testing.T) {
	m := newWorld(t, t.TempDir())
	ctx := context.Background()
	request := func(k documento.Clave, ventana time.Duration) error {
		_, err := m.servicio.Solicitar(ctx, m.dueno, eliminacion.Pedido{Clave: k, Ventana: ventana})
		return err
	}
	certificado, normal := m.documento(true), m.documento(false)
	for nombre, tc := range map[string]struct {
		err  error
		want fault.Code
	}{
		"certified":       {request(certificado.Clave(), 0), fault.DocumentoCertificado},
		"absent":          {request(documento.Clave{CarpetaID: m.carpeta.CarpetaID, DocumentoID: m.id()}, 0), fault.NotFound},
		"absent carpeta":  {request(documento.Clave{CarpetaID: m.id(), DocumentoID: m.id()}, 0), fault.NotFound},
		"negative window": {request(normal.Clave(), -1), fault.BadUserInput},
		"endless window":  {request(normal.Clave(), 31*24*time.Hour), fault.BadUserInput},
	} {
		if fault.CodeOf(tc.err) != tc.want {
			t.Errorf("%s: %v, want %s", nombre, tc.err, tc.want)
		}
	}
	if len(m.buzon) != 0 {
		t.Error("a refused request sent a message")
	}
	primera, segunda := m.solicitar(normal, 0), m.solicitar(normal, 0)
	if primera.EventoID != segunda.EventoID {
		t.Error("a second request started a second deletion")
	}
}

// TestAWindowIsAnnouncedWhenItOpens: the folder's subscribers need not wait for
// its end to learn of the deletion, and nothing is erased by it.
func TestAWindowIsAnnouncedWhenItOpens(t *testing.T) {
	m := newWorld(t, t.TempDir())
	m.solicitar(m.documento(false), time.Minute)
	if len(m.buzon) != 1 || m.buzon[0].Type != broker.DeletionProgress {
		t.Fatalf("sent at the beginning of an undo window: %+v", m.buzon)
	}
	a, err := eliminacion.ReadAviso(m.buzon[0])
	if err != nil {
		t.Fatal(err)
	}
	e, entera := a.Comienzo()
	if !entera {
		t.Errorf("it does not tell the whole: %+v", e)
	}
	if e.Paso != eliminacion.Espera {
		t.Errorf("paso %s", e.Paso)
	}
	if e.VentanaHasta.IsZero() {
		t.Error("it does not tell when the window ends")
	}
}

// TestGivenUpOnlyByWhatIsStored: the sweeper found a saga that was delivered too
// often; meanwhile an execution changed it, and with that its deliveries.
func TestGivenUpOnlyByWhatIsStored(t *testing.T) {
	m := newWorld(t, t.TempDir())
	e := m.solicitar(m.documento(false), 0)
	vista := m.saga(e.EventoID)
	vista.Entregas = m.servicio.Plazos.MaxEntregas + 1
	m.objetos.fallas = veces(caido, m.servicio.Plazos.Reintento.MaxAttempts+1)
	m.todo()
	antes := m.saga(e.EventoID)
	if antes.Intento == 0 {
		t.Fatal("no execution came in between")
	}
	if antes.Secuencia == vista.Secuencia {
		t.Fatalf("nothing changed in between: secuencia %d", antes.Secuencia)
	}
	if f := m.rendir(vista); f.Err != nil {
		t.Fatal(f.Err)
	}
	if despues := m.saga(e.EventoID); despues.Estado != eliminacion.Iniciada {
		t.Fatalf("given up after %d deliveries: %s", despues.Entregas, despues.Estado)
	}
}

// TestTheAnswerCameAfterTheEnd: the answer to the first write is lost for so long that the deletion is done before the
// write is tried again. Whoever asked is told of their deletion, and not that there is no such document.
func TestTheAnswerCameAfterTheEnd(t *testing.T) {
	m := newWorld(t, t.TempDir())
	d := m.documento(false)
	m.almacen.perderRespuesta = 1
	m.almacen.mientras = func() {
		m.now = m.now.Add(time.Hour)
		m.hastaElFinal()
	}
	e := m.solicitar(d, 0)
	if got := m.quedo(e, d); got != "COMPLETADA/COMPLETED, sin metadatos, sin archivo" || e.Estado != eliminacion.Completada {
		t.Errorf("%s; told: %s", got, e.Estado)
	}
	if otra := m.solicitar(d, 0); otra.EventoID != e.EventoID {
		t.Errorf("once more: %s, want %s", otra.EventoID, e.EventoID)
	}
}

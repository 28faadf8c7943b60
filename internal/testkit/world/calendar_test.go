package world_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sellado"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/blob/diskblob"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento/tramite"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/documento/tipo"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/entrega/codigo"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/marca"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/outbox"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
	"github.com/carpeta-ciudadana/servidor/internal/store/dynamostore"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world/remote"
)

func TestMain(m *testing.M) { os.Exit(services.Main(m)) }

const (
	operador = "op-1"
	day      = 24 * time.Hour
	// around is how far before and after a moment the tests look: a machine that is busy takes a while for a step.
	around = 10 * time.Minute
	window = time.Hour
)

// calendarStore is what the calendar asks of a store.
type calendarStore interface {
	carpeta.Store
	documento.Store
	eliminacion.Store
	entidad.Store
	tipo.Store
	tramite.Store
	entrega.Store
	codigo.Store
	consentimiento.Store
	auditoria.StoreEmbargos
	sellado.Actas
	sellado.Eventos
	marca.Store
	auditoria.Store
}

// calendar is a system whose clock goes on, and jumps when the test says so.
type calendar struct {
	*world.Process
	t       *testing.T
	begin   time.Time
	ahead   atomic.Int64
	carpeta carpeta.Carpeta
	owner   auth.Principal
	store   calendarStore
	objects documento.Objetos
	seals   *diskblob.Sellos
}

func (c *calendar) now() time.Time { return time.Now().Add(time.Duration(c.ahead.Load())).UTC() }

// at is a moment after the beginning.
func (c *calendar) at(d time.Duration) {
	c.t.Helper()
	jump := c.begin.Add(d).Sub(c.now())
	if jump < 0 {
		c.t.Fatalf("it is %s later than %s after the beginning: the machine is too slow for the calendar", -jump, d)
	}
	c.ahead.Add(int64(jump))
}

func (c *calendar) must(err error) {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
}

// refused requires a failure with a code.
func (c *calendar) refused(what string, err error, code fault.Code) {
	c.t.Helper()
	if !errors.Is(err, code) {
		c.t.Fatalf("%s: got %v, want %s", what, err, code)
	}
}

// TestTimePasses: a day and more, and then years, on both stores: what expires is gone at its time, and not before,
// and what stays is there.
func TestTimePasses(t *testing.T) {
	t.Run("embedded", func(t *testing.T) {
		c := &calendar{t: t, begin: time.Now()}
		server := httptest.NewUnstartedServer(nil)
		t.Cleanup(server.Close)
		store, objects := world.Open(t, world.Config{Clock: c.now, BaseURL: func() string { return server.URL }})
		server.Config.Handler = objects.Handler(diskblob.Serving{
			Expected: func(context.Context, documento.Clave) error { return nil },
			Served:   func(context.Context, documento.Salida) error { return nil },
			Enter:    func(context.Context, string) (func(), *fault.Error) { return func() {}, nil },
		})
		server.Start()
		c.store, c.objects = store, objects
		c.live(true)
		c.forgotten(store)
	})
	t.Run("distributed", func(t *testing.T) {
		c := &calendar{t: t, begin: time.Now()}
		stores := remote.Open(t, "calendario", dynamostore.Config{Clock: c.now})
		c.store, c.objects = stores.Tables, stores.Bucket
		c.live(false) // an S3 has its own clock: its links do not hear of ours
	})
}

// live is the whole calendar.
func (c *calendar) live(ownLinks bool) {
	cfg := world.Config{Clock: c.now, Outbox: outbox.DefaultConfig}
	cfg.Outbox.Sweep, cfg.Outbox.Idle = 50*time.Millisecond, 50*time.Millisecond
	c.Process = world.NewProcess(c.t, cfg, world.Ports{Store: c.store, Objetos: c.objects, Broker: world.Broker(c.t, cfg)})
	c.Documentos.Limites.CargaVence, c.Documentos.Limites.DescargaVence = window, window
	c.Documentos.Auditoria = &auditoria.Lecturas{Rastro: c.store, Escribano: auditoria.Escribano{Clock: c.now}, Metrics: unmetered{}}
	sellos, err := diskblob.OpenSellos(c.t.TempDir())
	c.must(err)
	c.seals = sellos
	c.t.Cleanup(func() { _ = sellos.Close() })
	world.Run(c.t, append(c.Consumers(), c.Dispatcher.Run, c.Sweeper.Run)...)
	opened, err := c.Carpetas.AbrirPara(c.t.Context(), operador, "ana")
	c.must(err)
	c.carpeta, c.owner = opened.Carpeta, world.Owner(opened.Carpeta)

	// The first hour.
	stays, erased, undone := c.upload("se queda"), c.upload("se borra"), c.upload("se recupera")
	pending := c.announce("nadie la confirma")
	first := c.page(c.codec("a"), "")
	link := c.link(stays)
	title := "Otro título"
	c.must(second(c.Documentos.Corregir(c.t.Context(), c.owner, stays.Clave(), documento.Correccion{Version: 1, Titulo: &title})))
	goes, comes := c.erase(erased), c.erase(undone)
	if ownLinks {
		c.serves(link, http.StatusOK)
	}
	c.at(window - around)
	c.waits(erased, goes)
	c.must(second(c.Eliminaciones.Cancelar(c.t.Context(), c.owner, comes.EventoID)))

	// Its end.
	c.at(window + around)
	if ownLinks {
		c.serves(link, http.StatusForbidden)
	}
	world.WaitFor(c.t, "the deletion whose window is over", func() bool {
		e, err := c.store.Eliminacion(c.t.Context(), goes.EventoID)
		c.must(err)
		return e.Estado == eliminacion.Completada
	})
	_, err = c.Eliminaciones.Cancelar(c.t.Context(), c.owner, goes.EventoID)
	c.refused("an undo after the window", err, fault.VentanaClosed)
	c.refused("a deleted document", c.look(erased), fault.NotFound)
	c.must(c.look(undone))

	// The evening: the keys of cursors are rotated, the older one stays for a day.
	c.at(day / 2)
	rotated := c.codec("b", "a")
	late := c.page(rotated, "")

	// Just before the first day is over.
	c.at(day - around)
	if got := c.page(rotated, first); got == "" {
		c.t.Error("a cursor of the older key, of almost a day: no page")
	}
	c.must(c.look(pending))
	c.swept(0)

	// Just after.
	c.at(day + around)
	c.refused("a cursor of more than a day", c.tryPage(rotated, first), fault.ExpiredCursorToken)
	c.refused("an upload that nobody confirmed", c.look(pending), fault.NotFound)
	_, err = c.Documentos.ConfirmarCarga(c.t.Context(), c.owner, pending.Clave())
	c.refused("the confirmation of an expired upload", err, fault.NotFound)
	c.swept(1)
	c.swept(0)
	c.happened(auditoria.CargaVencida, 1)
	if got := c.page(c.codec("b"), late); got == "" {
		c.t.Error("a cursor of the newer key: no page once the older one is gone")
	}
	c.refused("a cursor of a key that is gone", c.tryPage(c.codec("c"), late), fault.InvalidCursorToken)
	c.changes(1) // the correction

	// The next day: the changes of the first are over, and every event so far is sealed.
	c.at(documento.RetencionNovedades + around)
	c.changes(0)
	c.sealed()

	// A month: the deletion is forgotten, its events are not.
	c.at(window + eliminacion.Retencion - around)
	c.must(second(c.store.Eliminacion(c.t.Context(), goes.EventoID)))
	c.at(window + eliminacion.Retencion + 2*around)
	c.refused("a deletion of a month ago", second(c.store.Eliminacion(c.t.Context(), goes.EventoID)), fault.NotFound)
	c.happened(auditoria.EliminacionCompletada, 1)

	// Years: looks stay for one, changes for five, documents for ever.
	c.at(auditoria.RetencionMinima - around)
	c.happened(auditoria.DocumentoDescargado, 1)
	c.at(auditoria.RetencionMinima + around)
	c.happened(auditoria.DocumentoDescargado, 0)
	c.happened(auditoria.CargaConfirmada, 3)
	c.at(5*auditoria.RetencionMinima + 2*day)
	for _, tipo := range []auditoria.Tipo{auditoria.CargaConfirmada, auditoria.CargaVencida, auditoria.EliminacionCompletada} {
		c.happened(tipo, 0)
	}
	c.must(c.look(stays))
	c.must(c.look(undone))
}

// forgotten: what has expired is not only hidden, but gone from the file.
func (c *calendar) forgotten(store *boltstore.Store) {
	n, err := store.PurgeExpired(c.t.Context(), c.now(), 1000)
	c.must(err)
	if n == 0 {
		c.t.Error("nothing is purged after five years")
	}
	n, err = store.PurgeExpired(c.t.Context(), c.now(), 1000)
	c.must(err)
	if n != 0 {
		c.t.Errorf("%d more are purged at once", n)
	}
}

func (c *calendar) announce(content string) documento.Documento {
	c.t.Helper()
	d, _, err := c.Documentos.IniciarCarga(c.t.Context(), c.owner, c.carpeta.CarpetaID, documento.Nuevo{
		Titulo: content, Tipo: documento.Otro, NombreArchivo: "a.txt", TipoContenido: "text/plain", TamanoBytes: int64(len(content)), Hash: world.Hash([]byte(content)),
	})
	c.must(err)
	return d
}

func (c *calendar) upload(content string) documento.Documento {
	c.t.Helper()
	d := c.announce(content)
	c.must(c.objects.Guardar(c.t.Context(), d.Objeto(), strings.NewReader(content)))
	d, err := c.Documentos.ConfirmarCarga(c.t.Context(), c.owner, d.Clave())
	c.must(err)
	return d
}

func (c *calendar) erase(d documento.Documento) eliminacion.Eliminacion {
	c.t.Helper()
	e, err := c.Eliminaciones.Solicitar(c.t.Context(), c.owner, eliminacion.Pedido{Clave: d.Clave(), Ventana: window})
	c.must(err)
	return e
}

// waits: a deletion whose window is open does nothing, and its document is locked.
func (c *calendar) waits(d documento.Documento, e eliminacion.Eliminacion) {
	c.t.Helper()
	e, err := c.store.Eliminacion(c.t.Context(), e.EventoID)
	c.must(err)
	now, err := c.Documentos.Ver(c.t.Context(), c.owner, d.Clave())
	c.must(err)
	if e.Estado.Terminal() || now.Estado != documento.Eliminando {
		c.t.Fatalf("in its window the deletion is %s, and the document %s", e.Estado, now.Estado)
	}
}

func (c *calendar) look(d documento.Documento) error {
	_, err := c.Documentos.Ver(c.t.Context(), c.owner, d.Clave())
	return err
}

// codec has keys; the first one signs.
func (c *calendar) codec(ids ...string) *relay.Codec {
	c.t.Helper()
	var keys []relay.Key
	for _, id := range ids {
		keys = append(keys, relay.Key{ID: id, Secret: bytes.Repeat([]byte(id), 32)})
	}
	codec, err := relay.NewCodec(keys...)
	c.must(err)
	return codec
}

// page is the end cursor of a page of one row after a cursor; "" if there is no row.
func (c *calendar) page(codec *relay.Codec, after string) string {
	c.t.Helper()
	end, err := c.read(codec, after)
	c.must(err)
	return end
}

func (c *calendar) tryPage(codec *relay.Codec, after string) error {
	_, err := c.read(codec, after)
	return err
}

func (c *calendar) read(codec *relay.Codec, after string) (end string, err error) {
	one := int32(1)
	p := documento.PageRequest{Args: relay.Args{First: &one}, Campo: documento.PorFechaRecepcion}
	if after != "" {
		p.After = &after
	}
	services := *c.Documentos
	services.Cursores = codec
	found, err := services.Pagina(c.t.Context(), c.owner, c.carpeta, p, nil)
	if err != nil || len(found.Edges) == 0 {
		return "", err
	}
	return found.Edges[0].Cursor, nil
}

func (c *calendar) link(d documento.Documento) string {
	c.t.Helper()
	r := c.Documentos.Enlaces(c.t.Context(), c.owner, []documento.Enlace{{Documento: &d}})
	c.must(r[0].Err)
	return r[0].Value
}

func (c *calendar) serves(link string, want int) {
	c.t.Helper()
	req, err := http.NewRequestWithContext(c.t.Context(), http.MethodGet, link, http.NoBody)
	c.must(err)
	resp, err := http.DefaultClient.Do(req)
	c.must(err)
	_, err = io.Copy(io.Discard, resp.Body)
	c.must(errors.Join(err, resp.Body.Close()))
	if resp.StatusCode != want {
		c.t.Fatalf("the link answers %d, want %d", resp.StatusCode, want)
	}
}

// swept: so many uploads are forgotten now.
func (c *calendar) swept(want int) {
	c.t.Helper()
	n, err := c.Documentos.BarrerVencidas(c.t.Context())
	c.must(err)
	if n != want {
		c.t.Fatalf("%d uploads are swept, want %d", n, want)
	}
}

// happened: the trail of the operador shows so many events of a kind.
func (c *calendar) happened(tipo auditoria.Tipo, want int) {
	c.t.Helper()
	es, err := c.store.Eventos(c.t.Context(), auditoria.Consulta{Filtro: auditoria.Filtro{OperadorID: operador, Tipo: tipo}, Limite: 100})
	c.must(err)
	if len(es) != want {
		c.t.Fatalf("%d events %s, want %d", len(es), tipo, want)
	}
}

// changes: so many were written down for who was away. What came stands in the list by date, and stays there.
func (c *calendar) changes(want int) {
	c.t.Helper()
	ns, err := c.store.Novedades(c.t.Context(), documento.ConsultaNovedades{CarpetaID: c.carpeta.CarpetaID, Desde: c.begin.Add(-time.Minute), Limite: 100})
	c.must(err)
	if len(ns) != want {
		c.t.Fatalf("%d changes are kept, want %d: %v", len(ns), want, ns)
	}
}

// sealed: a sealer leaves no event without a seal, and the log says what the store says.
func (c *calendar) sealed() {
	c.t.Helper()
	llaves, err := sellado.CrearLlaves("carpeta.example.org", bytes.Repeat([]byte{7}, 32), c.begin.Add(-time.Hour))
	c.must(err)
	s := sellado.New(sellado.Config{
		Actas: c.store, Eventos: c.store, Marcas: c.store, Objetos: c.seals, Llaves: llaves, Cada: time.Minute, Dueno: "p-1", Clock: c.now,
		Operadores: c.store.OperadoresConEventos, Log: slog.New(slog.DiscardHandler), Metrics: unmetered{},
	})
	stop := world.Run(c.t, s.Run)
	defer stop()
	var last sellado.Comprobado
	world.WaitFor(c.t, "a seal of every event", func() bool {
		last, err = s.Comprobar(c.t.Context(), operador, func(sellado.Hallazgo) error { return nil })
		c.must(err)
		return last.Sellados > 0 && last.EnEspera+last.Hallazgos == 0 // what waits for two days for its seal is a finding
	})
	es, err := c.store.Eventos(c.t.Context(), auditoria.Consulta{Filtro: auditoria.Filtro{OperadorID: operador}, Limite: 1000})
	c.must(err)
	if int(last.Sellados) != len(es) || last.Comparados != last.Sellados {
		c.t.Errorf("%d events are sealed and %d compared, of %d", last.Sellados, last.Comparados, len(es))
	}
}

func second[T any](_ T, err error) error { return err }

type unmetered struct{}

func (unmetered) LecturasAnotadas(int)           {}
func (unmetered) LecturasNegadas(int)            {}
func (unmetered) Muestreado(auditoria.Tipo, int) {}
func (unmetered) MuestreoFallido()               {}
func (unmetered) Sellado(int)                    {}
func (unmetered) RetrasoSello(time.Duration)     {}
func (unmetered) SelloFallido()                  {}
func (unmetered) SelloDanado(string)             {}

package eliminacion_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

// mundo is the saga on real embedded stores, with the mail in the test's hands:
// it delivers, repeats, reorders and loses messages as it likes.
type mundo struct {
	t         testing.TB
	now       time.Time
	ids       int
	almacen   *almacenFragil
	objetos   *objetosFragiles
	buzon     []broker.Message
	servicio  *eliminacion.Servicio
	bitacora  bytes.Buffer
	lleno     bool // the dispatch window
	directo   bool // it has places
	enMano    []eliminacion.EnMano
	lugares   int // for what is executed without a message
	dueno     auth.Principal
	despierta time.Time // when the sweeper was last asked to look
	carpeta   carpeta.Carpeta
}

// almacenFragil fails writes when told to, before or after they took effect.
type almacenFragil struct {
	*boltstore.Store
	fallarAntes, perderRespuesta, chocar int

	lost   string // a saga that is gone
	sinFin bool   // no document goes

	alBorrar func() // happens before each write that takes a document away
	mientras func() // happens before a write is tried again that lost its race, or its answer; once

	dados []auditoria.Evento // that came with writes, whatever became of them
}

func (a *almacenFragil) Eliminacion(ctx context.Context, id string) (eliminacion.Eliminacion, error) {
	if id == a.lost && id != "" {
		return eliminacion.Eliminacion{}, fault.New(fault.NotFound, "No está.")
	}
	return a.Store.Eliminacion(ctx, id)
}

func (a *almacenFragil) Guardar(ctx context.Context, g eliminacion.Guardado, h auditoria.Evento) error {
	a.dados = append(append(a.dados, g.Antes...), h)
	a.borra(g)
	if a.sinFin && g.Efecto == eliminacion.BorrarMetadato {
		return fault.New(fault.Internal, "no se deja")
	}
	return a.fragil(func() error { return a.Store.Guardar(ctx, g, h) })
}

func (a *almacenFragil) GuardarVarias(ctx context.Context, cs []eliminacion.Cierre) error {
	for _, c := range cs {
		a.dados = append(append(a.dados, c.Antes...), c.Hecho)
		a.borra(c.Guardado)
	}
	return a.fragil(func() error { return a.Store.GuardarVarias(ctx, cs) })
}

func (a *almacenFragil) borra(g eliminacion.Guardado) {
	if a.alBorrar != nil && g.Efecto == eliminacion.BorrarMetadato {
		a.alBorrar()
	}
}

func (a *almacenFragil) Iniciar(ctx context.Context, e eliminacion.Eliminacion, h auditoria.Evento) error {
	a.dados = append(a.dados, h)
	return a.fragil(func() error { return a.Store.Iniciar(ctx, e, h) })
}

// fragil: a write whose answer is lost is tried again by the SDK, and then its
// own condition no longer holds.
func (a *almacenFragil) fragil(escribir func() error) error {
	if a.fallarAntes > 0 {
		a.fallarAntes--
		return fault.New(fault.Unavailable, "caído")
	}
	if a.chocar > 0 {
		a.chocar--
		a.pasa()
		return fault.New(fault.Conflict, "otro fue más rápido")
	}
	err := escribir()
	if a.perderRespuesta > 0 && err == nil {
		a.perderRespuesta--
		a.pasa()
		return escribir()
	}
	return err
}

// pasa lets happen what is to happen meanwhile.
func (a *almacenFragil) pasa() {
	if pasa := a.mientras; pasa != nil {
		a.mientras = nil
		pasa()
	}
}

// objetosFragiles fails erasures when told to.
type objetosFragiles struct {
	documento.Objetos
	fallas []error // one per call of Borrar; nil succeeds
	mudo   int     // erasures that succeed and report a timeout
	ciego  int     // calls of Existe that fail
	antes  func()  // happens before each erasure
}

func (o *objetosFragiles) Borrar(ctx context.Context, nombre string) (int, error) {
	if o.antes != nil {
		o.antes()
	}
	if len(o.fallas) > 0 {
		err := o.fallas[0]
		o.fallas = o.fallas[1:]
		if err != nil {
			return 0, err
		}
	}
	n, err := o.Objetos.Borrar(ctx, nombre)
	if o.mudo > 0 {
		o.mudo--
		return n, fault.Wrap(fault.Unavailable, context.DeadlineExceeded)
	}
	return n, err
}

func (o *objetosFragiles) BorrarVarios(ctx context.Context, os []documento.VersionObjeto) []documento.Borrado {
	return world.EraseEach(ctx, os, o.Borrar)
}

func (o *objetosFragiles) Existe(ctx context.Context, nombre string) (bool, error) {
	if o.ciego > 0 {
		o.ciego--
		return false, fault.New(fault.Unavailable, "caído")
	}
	return o.Objetos.Existe(ctx, nombre)
}

func newWorld(t testing.TB, dir string) *mundo {
	t.Helper()
	m := &mundo{t: t, now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
	clock := func() time.Time { return m.now }
	w := world.New(t, world.Config{Dir: dir, Clock: clock, NewID: m.id, Log: slog.New(slog.NewTextHandler(&m.bitacora, nil))})
	m.almacen, m.objetos, m.servicio = &almacenFragil{Store: w.Store}, &objetosFragiles{Objetos: w.Objetos}, w.Eliminaciones
	m.servicio.Store, m.servicio.Objetos, m.servicio.Cola = m.almacen, m.objetos, m
	m.dueno = auth.Principal{Sub: m.id(), Roles: []auth.Role{auth.Ciudadano}}
	m.carpeta = carpeta.Carpeta{CarpetaID: m.id(), CiudadanoID: m.dueno.Sub, OperadorID: "op", Tipo: "PERSONAL"}
	if _, err := w.Store.AbrirCarpeta(context.Background(), m.carpeta, world.Hecho()); err != nil {
		t.Fatal(err)
	}
	return m
}

func (m *mundo) id() string {
	m.ids++
	return fmt.Sprintf("00000000-0000-7000-8000-%012d", m.ids)
}

// Plazo and Seguir implement eliminacion.Cola as the outbox does: whatever is sent lands in the mailbox.
func (m *mundo) Plazo(e eliminacion.Eliminacion) time.Time {
	switch {
	case m.lleno:
		return m.now
	case m.ejecuta(e):
		return m.now.Add(m.servicio.Plazos.Primero())
	}
	return m.servicio.Plazos.Siguiente(e, m.now)
}

func (m *mundo) Seguir(f eliminacion.Fin) {
	if f.Relevo != "" && m.tomar(f.EnMano) {
		f.Relevo = ""
	}
	m.mandar(f)
}

// mandar puts into the mailbox what a Fin has to be sent.
func (m *mundo) mandar(f eliminacion.Fin) {
	if world.Sent(f, m.now, m.Enviar); f.Relevo == "" {
		m.despierta = f.NoAntesDe
	}
}

func (m *mundo) ejecuta(e eliminacion.Eliminacion) bool {
	papel, hay := e.Papel()
	return m.directo && hay && (m.servicio.Papeles == nil || m.servicio.Papeles.Has(papel))
}

// tomar gives a deletion to a place.
func (m *mundo) tomar(d eliminacion.EnMano) bool {
	if !m.ejecuta(d.Eliminacion) || !d.Intacta() || len(m.enMano) >= m.lugares {
		return false
	}
	m.enMano = append(m.enMano, d)
	return true
}

func (m *mundo) Enviar(msg broker.Message) { m.buzon = append(m.buzon, msg) }

// ejecutar executes what was taken.
func (m *mundo) ejecutar() (terminadas int) {
	for len(m.enMano) > 0 {
		n := min(len(m.enMano), eliminacion.MaxCierres)
		ds := m.enMano[:n]
		m.enMano = m.enMano[n:]
		for _, f := range m.servicio.Avanzar(context.Background(), ds) {
			if fault.Transient(f.Err) {
				f.Relevo = eliminacion.Orden(f.Eliminacion)
			}
			if m.mandar(f); f.Estado.Terminal() {
				terminadas++
			}
		}
	}
	return terminadas
}

// documento uploads one and makes it visible.
// What a document is called is personal data.
const tituloPrivado, archivoPrivado = "Diploma de Zoraida", "zoraida.txt"

func (m *mundo) documento(certificado bool, cambios ...func(*documento.Documento)) documento.Documento {
	m.t.Helper()
	ctx, id := context.Background(), m.id()
	texto := []byte("contenido de " + id)
	d := documento.Documento{
		Fila: documento.Fila{CarpetaID: m.carpeta.CarpetaID, DocumentoID: id, Titulo: tituloPrivado, Tipo: documento.Diploma, Estado: documento.Cargando,
			TamanoBytes: int64(len(texto)), FechaRecepcion: m.now, Certificado: certificado},
		Hash: world.Hash(texto), TipoContenido: "text/plain", NombreArchivo: archivoPrivado, StoragePath: documento.NombreObjeto(documento.Clave{CarpetaID: m.carpeta.CarpetaID, DocumentoID: id}),
		FechaUltimaModificacion: m.now, ExpiraEn: m.now.Add(time.Hour),
	}
	for _, cambia := range cambios {
		cambia(&d)
	}
	if err := m.almacen.CrearCarga(ctx, d, carpeta.SinCuota, world.Hecho()); err != nil {
		m.t.Fatal(err)
	}
	if err := m.objetos.Guardar(ctx, d.Objeto(), bytes.NewReader(texto)); err != nil {
		m.t.Fatal(err)
	}
	d.Estado = documento.Procesado
	d, err := m.almacen.ConfirmarCarga(ctx, d, d, world.Hecho())
	if err != nil {
		m.t.Fatal(err)
	}
	return d
}

// rastro is what the trail has of a deletion.
func (m *mundo) rastro(e eliminacion.Eliminacion) (hs []auditoria.Evento) {
	m.t.Helper()
	seen := map[string]bool{}
	for _, h := range m.almacen.dados {
		if h.CorrelacionID != e.EventoID || seen[h.EventoID] {
			continue
		}
		seen[h.EventoID] = true // a write that was tried in a group, and again alone, brings the same one
		switch _, err := m.almacen.Evento(context.Background(), h.OperadorID, h.EventoID); {
		case err == nil:
			hs = append(hs, h)
		case !errors.Is(err, fault.NotFound):
			m.t.Fatal(err)
		}
	}
	return hs
}

// contado requires that the trail tells of each change of a deletion once.
func (m *mundo) contado(e eliminacion.Eliminacion) {
	m.t.Helper()
	hs, n := m.rastro(e), m.saga(e.EventoID).Secuencia
	for i, h := range hs {
		if h.Datos["secuencia"] != fmt.Sprint(i+1) {
			m.t.Fatalf("event %d of the trail is of change %s", i+1, h.Datos["secuencia"])
		}
	}
	if int64(len(hs)) != n {
		m.t.Fatalf("the trail has %d events of %d changes", len(hs), n)
	}
}

// entregar hands one message to its consumer, as the broker would.
func (m *mundo) entregar(msg broker.Message) error {
	if _, taken := broker.QueueFor(msg.Type); !taken {
		return nil
	}
	e, err := m.servicio.Traer(context.Background(), msg)
	if err != nil {
		return err
	}
	f := m.servicio.Avanzar(context.Background(), []eliminacion.EnMano{e})[0]
	m.mandar(f)
	return f.Err
}

// todo delivers until the mailbox is empty; the broker brings a transient
// failure back until its attempts are used up.
func (m *mundo) todo() {
	m.ejecutar()
	for len(m.buzon) > 0 {
		msg := m.buzon[0]
		m.buzon = m.buzon[1:]
		if err := m.entregar(msg); fault.Transient(err) && msg.Intento < m.servicio.Plazos.Reintento.MaxAttempts {
			msg.Intento++
			m.buzon = append(m.buzon, msg)
		}
	}
}

// barrer lets the sweeper find the due commands.
func (m *mundo) barrer() int {
	m.t.Helper()
	ctx := context.Background()
	debidas, err := m.almacen.Vencidas(ctx, "op", m.now, 100)
	if err != nil {
		m.t.Fatal(err)
	}
	for _, p := range debidas {
		e, err := m.almacen.Arrendar(ctx, p, eliminacion.Arriendo{Por: "p", Hasta: m.servicio.Plazos.Pausa(p, m.directo, m.now)})
		if err != nil {
			m.t.Fatal(err)
		}
		if m.servicio.Plazos.Agotada(e) {
			f := m.rendir(e)
			if f.Err != nil && !fault.Transient(f.Err) {
				m.t.Fatal(f.Err)
			}
			m.mandar(f)
			continue
		}
		if !m.tomar(eliminacion.EnMano{Eliminacion: e, Leida: m.now}) {
			m.buzon = append(m.buzon, eliminacion.Mensaje(e, eliminacion.Orden(e), m.now))
		}
	}
	return len(debidas)
}

// rendir gives up the step of a deletion.
func (m *mundo) rendir(e eliminacion.Eliminacion) eliminacion.Fin {
	return m.servicio.Avanzar(context.Background(), []eliminacion.EnMano{{Eliminacion: e, Rendida: true}})[0]
}

// hastaElFinal runs the world without further faults until nothing is due.
func (m *mundo) hastaElFinal() {
	m.t.Helper()
	for range 50 {
		m.todo()
		m.now = m.now.Add(10 * time.Minute)
		if m.barrer() == 0 && len(m.buzon) == 0 && len(m.enMano) == 0 {
			return
		}
	}
	m.t.Fatal("something is due for ever")
}

func (m *mundo) solicitar(d documento.Documento, ventana time.Duration) eliminacion.Eliminacion {
	m.t.Helper()
	e, err := m.servicio.Solicitar(context.Background(), m.dueno, eliminacion.Pedido{Clave: d.Clave(), Ventana: ventana})
	if err != nil {
		m.t.Fatal(err)
	}
	return e
}

func (m *mundo) saga(eventoID string) eliminacion.Eliminacion {
	m.t.Helper()
	e, err := m.almacen.Eliminacion(context.Background(), eventoID)
	if err != nil {
		m.t.Fatal(err)
	}
	return e
}

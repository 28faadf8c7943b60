package sellado_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sellado"
	"github.com/carpeta-ciudadana/servidor/internal/blob/diskblob"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/leaks"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/logs"
)

func TestMain(m *testing.M) { leaks.VerifyMain(m) }

var inicio = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

// mundo is the embedded stores, and a clock that only the test moves.
type mundo struct {
	t      testing.TB
	dir    string
	store  *boltstore.Store
	sellos *diskblob.Sellos
	log    *logs.Log
	cifras cifras

	mu  sync.Mutex
	now time.Time
	n   int
}

func nuevo(t testing.TB) *mundo {
	t.Helper()
	m := &mundo{t: t, dir: t.TempDir(), now: inicio, log: &logs.Log{}}
	m.abrir()
	t.Cleanup(func() { m.cerrar() })
	return m
}

func (m *mundo) abrir() {
	m.t.Helper()
	var err error
	if m.store, err = boltstore.Open(boltstore.Config{Dir: m.dir, Clock: m.Now}); err != nil {
		m.t.Fatal(err)
	}
	if m.sellos, err = diskblob.OpenSellos(m.dir + "/sellos"); err != nil {
		m.t.Fatal(err)
	}
}

func (m *mundo) cerrar() {
	m.t.Helper()
	if err := m.store.Close(); err != nil {
		m.t.Error(err)
	}
	_ = m.sellos.Close()
}

func (m *mundo) Now() time.Time {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.now
}

func (m *mundo) pasa(d time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now = m.now.Add(d)
}

func (m *mundo) llaves() sellado.Llaves {
	m.t.Helper()
	l, err := sellado.CrearLlaves("carpeta.example.org", bytes.Repeat([]byte{7}, 32), inicio.Add(-time.Hour))
	if err != nil {
		m.t.Fatal(err)
	}
	return l
}

func (m *mundo) config(dueno string) sellado.Config {
	return sellado.Config{
		Actas: m.store, Eventos: m.store, Marcas: m.store, Objetos: m.sellos, Llaves: m.llaves(), Operadores: m.store.OperadoresConEventos,
		Cada: time.Minute, Dueno: dueno, Clock: m.Now, Log: slog.New(slog.NewTextHandler(m.log, nil)), Metrics: &m.cifras,
	}
}

// evento is one of now. Those of one millisecond come in the order in which they were made.
func (m *mundo) evento(operadorID string) auditoria.Evento {
	m.n++
	now := m.Now().Truncate(time.Millisecond)
	id := idEn(now)
	return auditoria.Evento{
		EventoID: id[:15] + fmt.Sprintf("%03x", m.n) + id[18:], Tipo: auditoria.DocumentoEditado, Servicio: auditoria.API, CorrelacionID: fmt.Sprint("c-", m.n), Momento: now,
		Resultado: auditoria.Exito, Gravedad: auditoria.Informa, Actor: auditoria.Actor{Tipo: "operador", ID: "funcionaria-7", OperadorID: operadorID},
		OperadorID: operadorID, Datos: map[string]string{"n": fmt.Sprint(m.n)}, Sal: bytes.Repeat([]byte{byte(m.n)}, 32),
	}
}

func (m *mundo) anota(operadorID string, n int) (ids []string) {
	m.t.Helper()
	var es []auditoria.Evento
	for range n {
		e := m.evento(operadorID)
		es, ids = append(es, e), append(ids, e.EventoID)
	}
	if err := m.store.Anotar(m.t.Context(), es...); err != nil {
		m.t.Fatal(err)
	}
	return ids
}

// comprueba compares store and log, and gives the findings.
func (m *mundo) comprueba(operadorID string) (sellado.Comprobado, []sellado.Hallazgo) {
	m.t.Helper()
	var hs []sellado.Hallazgo
	r, err := sellado.New(m.config("auditor")).Comprobar(m.t.Context(), operadorID, func(h sellado.Hallazgo) error { hs = append(hs, h); return nil })
	if err != nil {
		m.t.Fatal(err)
	}
	return r, hs
}

func (m *mundo) limpio(operadorID string, sellados int) {
	m.t.Helper()
	r, hs := m.comprueba(operadorID)
	if len(hs) > 0 || r.Sellados != int64(sellados) || r.EnEspera != 0 {
		m.t.Errorf("%+v, want %d sealed and no finding: %+v\n%s", r, sellados, hs, m.log)
	}
}

func idEn(t time.Time) string {
	id := uuid.New()
	var ms [8]byte
	binary.BigEndian.PutUint64(ms[:], uint64(t.UnixMilli()))
	copy(id[:6], ms[2:])
	id[6] = 0x70 | id[6]&0x0f
	return id.String()
}

// cifras counts what the sealer tells.
type cifras struct {
	mu               sync.Mutex
	sellados, fallos int
	danados          map[string]int
	retraso          time.Duration
}

func (c *cifras) con(f func()) { c.mu.Lock(); defer c.mu.Unlock(); f() }

func (c *cifras) Sellado(n int)                { c.con(func() { c.sellados += n }) }
func (c *cifras) RetrasoSello(d time.Duration) { c.con(func() { c.retraso = d }) }
func (c *cifras) SelloFallido()                { c.con(func() { c.fallos++ }) }
func (c *cifras) SelloDanado(id string) {
	c.con(func() {
		if c.danados == nil {
			c.danados = map[string]int{}
		}
		c.danados[id]++
	})
}

var _ sellado.Metrics = (*cifras)(nil)

func vueltas(ctx context.Context, m *mundo, s *sellado.Sellador, n int, pausa time.Duration) {
	for range n {
		s.Vuelta(ctx)
		m.pasa(pausa)
	}
}

// copia puts a folder of this world's logs in the place of another's.
func (m *mundo) copia(carpeta string, a *mundo) {
	m.t.Helper()
	from, to := m.dir+"/sellos/vigentes/"+carpeta, a.dir+"/sellos/vigentes/"+carpeta
	if err := errors.Join(os.RemoveAll(to), os.CopyFS(to, os.DirFS(from))); err != nil {
		m.t.Fatal(err)
	}
}

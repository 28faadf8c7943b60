package e2e_test

import (
	"context"
	"encoding/base64"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// kills is how often TestKilledMigrations kills the command.
var kills = flag.Int("kills", 3, "how often a migration is killed")

// oneServer is a server that moves, and the stores where it goes.
type oneServer struct {
	old, next *serverkit.House
	mine      serverkit.Seeded
	aside     string // where a run reads the database of a running server
}

func newMove(t *testing.T, seed ...string) oneServer {
	t.Helper()
	m := oneServer{old: serverkit.NewHouse(t, serverkit.Embedded).With("CARPETA_SELLO_CADA=10s"), next: serverkit.NewHouse(t, serverkit.Distributed)}
	m.mine = m.old.Seed(t, seed...)[0]
	m.aside = t.TempDir()
	m.next = m.next.With("CARPETA_SELLO_CADA=10s", "TMPDIR="+m.aside)
	return m
}

// withKeys are the stores with the keys of the old server, as the manual says.
func (m *oneServer) withKeys(t *testing.T) {
	t.Helper()
	key, err := os.ReadFile(filepath.Join(m.old.Dir, "cursores.key"))
	must(t, err)
	m.next = m.next.With("CARPETA_SELLO_LLAVES="+filepath.Join(m.old.Dir, "sello.llaves"),
		"CARPETA_CURSOR_KEYS=k9:"+base64.StdEncoding.EncodeToString(make([]byte, 32))+",local:"+base64.StdEncoding.EncodeToString(key))
}

func (m oneServer) migrate(t *testing.T) serverkit.Output {
	t.Helper()
	return m.next.Run(t, "migrar", "--de", m.old.Dir)
}

// TestOneServerBecomesMany: a server moves while it works, and stops for the rest. Its clients go on with the cursors,
// receipts and deletions that they have.
func TestOneServerBecomesMany(t *testing.T) {
	t.Parallel()
	m := newMove(t, "--carpetas", "2", "--documentos", "60", "--archivos")
	s := m.old.Start(t)
	c, auditor := s.Client(t, m.mine.CiudadanoID, "ciudadano"), s.Client(t, "eva", "auditor")
	before := allFilas(t, c, m.mine.CarpetaID)
	free := deletable(before)
	erased := deleteDocumento(t, c, free[0], 0).EventoID
	untilEstado(t, c, erased, "COMPLETADA", soon)
	receipt := takeReceipt(t, c, erased)

	r := m.migrate(t)
	says(t, "without the old server's keys", r, 1, r.Err, "CARPETA_CURSOR_KEYS")
	says(t, "without the old server's keys", r, 1, r.Err, "CARPETA_SELLO_LLAVES")
	m.withKeys(t)
	pages := keepReading(t, c, m.mine.CarpetaID)
	r = m.migrate(t)
	pages()
	says(t, "while the server runs", r, 0, r.Out, "stop it, and run this command again")
	r = m.next.Run(t, "serve")
	says(t, "a server before the end", r, 1, r.Err, "is not over")
	r = m.next.Run(t, "seed", "--carpetas", "1", "--documentos", "1")
	says(t, "a command before the end", r, 1, r.Err, "is not over")

	// The old server goes on.
	gone := deleteDocumento(t, c, free[1], 0).EventoID
	untilEstado(t, c, gone, "COMPLETADA", soon)
	upload(t, c, m.mine.CarpetaID, []byte("%PDF-1.7 después de la primera vuelta"))
	undone, kept := deleteDocumento(t, c, free[2], 600).EventoID, deleteDocumento(t, c, free[3], 600)
	want := allFilas(t, c, m.mine.CarpetaID)
	cursor, trailCursor := endCursorOf(t, c, m.mine.CarpetaID, obj{}), trailPage(t, auditor, m.mine.CarpetaID, nil, 5)
	rest, restOfTrail := pageFrom(t, c, m.mine.CarpetaID, cursor), trailPage(t, auditor, m.mine.CarpetaID, trailCursor.next, 20)
	m.old.MustRun(t, "revocar", "--sujeto", "quien-se-fue")
	s.Stop(t)

	r = m.migrate(t)
	says(t, "after the stop", r, 0, r.Out, "Everything is there")
	t.Log(r.Out)
	r = m.migrate(t)
	says(t, "once more", r, 0, r.Out, "Everything is there")
	if !strings.Contains(r.Out, "\n0 documents/s") {
		t.Errorf("a third run wrote something:\n%s", r.Out)
	}

	if list := m.next.MustRun(t, "revocar", "list"); !strings.Contains(list, "quien-se-fue") {
		t.Errorf("the revocations did not move: %s", list)
	}
	r = m.old.Run(t, "serve")
	says(t, "the old server", r, 1, r.Err, "this data folder moved")
	many := []*serverkit.Server{m.next.Start(t), m.next.Start(t)}
	r = m.migrate(t)
	says(t, "after a server took over", r, 1, r.Err, "the migration is over")
	c, auditor = many[0].Client(t, m.mine.CiudadanoID, "ciudadano"), many[1].Client(t, "eva", "auditor")
	mustSame(t, "the page behind an old cursor", rest, pageFrom(t, c, m.mine.CarpetaID, cursor))
	if got := trailPage(t, auditor, m.mine.CarpetaID, trailCursor.next, 20); !slices.Equal(restOfTrail.ids, got.ids) {
		t.Errorf("the trail behind an old cursor:\n%v\nwant\n%v", got.ids, restOfTrail.ids)
	}
	got := allFilas(t, c, m.mine.CarpetaID)
	if a, b := slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)); !slices.Equal(a, b) {
		t.Errorf("%d documents, want %d", len(a), len(b))
	}
	for id, f := range got {
		mustSame(t, "estado of a document", want[id].EstadoDocumento, f.EstadoDocumento)
		if f.EstadoDocumento == "PROCESADO" {
			downloadWell(t, f)
		}
	}
	mustSame(t, "errores of a cancellation", nil, cancelarEliminacion(t, c, undone).Errores)
	mustSame(t, "the other one waits", kept.EventoID, lastWaiting(t, c, m.mine.CarpetaID))
	dir := t.TempDir()
	for name, text := range map[string]string{"prueba": receipt.Sello.Prueba, "evento": receipt.Evento, "llaves": receipt.Sello.Llaves} {
		must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	m.next.MustRun(t, "auditoria", "verificar", "--checkpoint="+filepath.Join(dir, "prueba"), "--evento="+filepath.Join(dir, "evento"), "--llaves="+filepath.Join(dir, "llaves"))
	mustSame(t, "the same receipt from the new server", receipt.Evento, takeReceipt(t, c, erased).Evento)
	untilSealed := deleteDocumento(t, c, free[4], 0).EventoID
	untilEstado(t, c, untilSealed, "COMPLETADA", soon)
	takeReceipt(t, c, untilSealed)
	for _, kind := range []string{"RESPALDO_HECHO", "RESPALDO_RESTAURADO"} {
		told := serverkit.Do[alias[struct {
			Nodes []struct{ Recurso struct{ Tipo string } }
		}]](t, auditor, `query($k: TipoEventoAuditoria!) { r: eventosAuditoria(filtro: {operadorId: "_", tipo: $k, desde: "1h"}, first: 20) { nodes { recurso { tipo } } } }`, obj{"k": kind}).R.Nodes
		if len(told) == 0 || told[0].Recurso.Tipo != "migracion" {
			t.Errorf("the trail says of %s: %+v", kind, told)
		}
	}
	requireMoved(t, m.next)
}

// TestACommandTakesTheTablesOver: what a command writes after the move, no further run of the move takes away. Looking
// takes nothing over.
func TestACommandTakesTheTablesOver(t *testing.T) {
	t.Parallel()
	m := newMove(t, "--carpetas", "1", "--documentos", "3", "--archivos")
	s := m.old.Start(t) // which makes the keys
	s.Stop(t)
	m.withKeys(t)
	r := m.migrate(t)
	says(t, "after the stop", r, 0, r.Out, "Everything is there")
	requireMoved(t, m.next)
	r = m.migrate(t)
	says(t, "after a look", r, 0, r.Out, "Everything is there")

	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, "nuevo.pdf"), []byte("%PDF-1.7 llegó después"), 0o600))
	m.next.MustRun(t, "import", "--dir", dir, "--carpeta", m.mine.CarpetaID)
	r = m.migrate(t)
	says(t, "after a command wrote", r, 1, r.Err, "the migration is over")
	c := m.next.Start(t).Client(t, m.mine.CiudadanoID, "ciudadano")
	if n := len(allFilas(t, c, m.mine.CarpetaID)); n != 4 {
		t.Errorf("%d documents, want 4", n)
	}
	requireMoved(t, m.next)
}

// keepReading asks for pages all the time, from the first answer on. The result ends it: nobody was refused anything.
func keepReading(t *testing.T, c serverkit.Client, carpetaID string) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	began, pages, faults := make(chan struct{}), 0, []string(nil)
	var ended sync.WaitGroup
	ended.Go(func() {
		for {
			r, err := c.Post(ctx, pageQuery, obj{"id": carpetaID, "first": 50})
			if ctx.Err() != nil {
				return
			}
			if pages++; err != nil || r.Code() != "" {
				faults = append(faults, fmt.Sprint(r.Code(), err))
			}
			if pages == 1 {
				close(began)
			}
		}
	})
	<-began
	return func() {
		t.Helper()
		cancel()
		ended.Wait()
		t.Logf("%d pages meanwhile", pages)
		if len(faults) > 0 {
			t.Errorf("%d of %d pages were refused, the first: %s", len(faults), pages, faults[0])
		}
	}
}

// requireMoved: metadata, files, trail and seals of the new stores agree.
func requireMoved(t *testing.T, house *serverkit.House) {
	t.Helper()
	h, _, _ := reconcile(t, house, 0)
	mustSame(t, "hallazgos after a migration", nil, h)
	if s := house.Run(t, "auditoria", "comprobar"); s.Code != 0 {
		t.Errorf("auditoria comprobar: exit code %d\n%s%s", s.Code, s.Out, s.Err)
	}
}

// pageFrom is the page behind a cursor: documentoIds and titles.
func pageFrom(t *testing.T, c serverkit.Client, carpetaID, cursor string) string {
	t.Helper()
	var text strings.Builder
	for _, e := range queryPage(t, c, carpetaID, obj{"first": 20, "after": cursor}).Carpeta.Documentos.Edges {
		fmt.Fprintln(&text, e.Node.DocumentoID, e.Node.Titulo, e.Node.FechaRecepcion, e.Node.TamanoBytes, e.Node.EstadoDocumento)
	}
	return text.String()
}

func lastWaiting(t *testing.T, c serverkit.Client, carpetaID string) string {
	t.Helper()
	for _, e := range eliminacionesOf(t, c, carpetaID) {
		if e.Estado == "INICIADA" {
			return e.EventoID
		}
	}
	return ""
}

// trail is a page of it.
type trail struct {
	ids  []string
	next *string
}

func trailPage(t *testing.T, c serverkit.Client, carpetaID string, after *string, n int) trail {
	t.Helper()
	p := serverkit.Do[struct {
		EventosAuditoria struct {
			Nodes    []struct{ EventoID string }
			PageInfo struct{ EndCursor *string }
		}
	}](t, c, `query($c: UUID!, $after: String, $n: Int!) { eventosAuditoria(orden: DESC, first: $n, after: $after, filtro: {desde: "7d", carpetaId: $c}) {
		nodes { eventoId } pageInfo { endCursor } } }`, obj{"c": carpetaID, "after": after, "n": n}).EventosAuditoria
	r := trail{next: p.PageInfo.EndCursor}
	for _, e := range p.Nodes {
		r.ids = append(r.ids, e.EventoID)
	}
	return r
}

// TestKilledMigrations: the command is killed at any moment, again and again, while the old server works, and after it
// has stopped. Nothing is lost, and nothing is there twice.
func TestKilledMigrations(t *testing.T) {
	t.Parallel()
	m := newMove(t, "--carpetas", "20", "--documentos", "40", "--archivos")
	s := m.old.Start(t)
	c := s.Client(t, m.mine.CiudadanoID, "ciudadano")
	m.withKeys(t)
	m.next.Prepare(t)
	free := deletable(allFilas(t, c, m.mine.CarpetaID))
	for n := range *kills {
		if n < len(free) {
			deleteMany(t.Context(), c, free[n:n+1], func(string, string) {})
		}
		m.kill(t)
	}
	want := allFilas(t, c, m.mine.CarpetaID)
	s.Stop(t)
	for range *kills {
		m.kill(t)
	}
	var r serverkit.Output
	serverkit.WaitFor(t, soon, "the end of the last killed run's lease", func() bool { r = m.migrate(t); return r.Code == 0 })
	says(t, "after all the kills", r, 0, r.Out, "Everything is there")
	if left, err := os.ReadDir(m.aside); err != nil || len(left) > 0 {
		t.Errorf("a copy of the database is left: %v %v", left, err)
	}
	c = m.next.Start(t).Client(t, m.mine.CiudadanoID, "ciudadano")
	mustSame(t, "documents", len(want), len(allFilas(t, c, m.mine.CarpetaID)))
	requireMoved(t, m.next)
}

// kill kills a migration somewhere in its first seconds, unless it was quicker.
func (m oneServer) kill(t *testing.T) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), serverkit.Binary(t), "migrar", "--de", m.old.Dir)
	cmd.Env = m.next.Env()
	must(t, cmd.Start())
	time.Sleep(time.Duration(rand.Int64N(int64(4 * time.Second))))
	_ = cmd.Process.Kill() // fails only when it is already gone
	_ = cmd.Wait()
}

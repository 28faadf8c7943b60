package e2e_test

import (
	"encoding/base64"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// oneServer is a server that moves, and the stores where it goes.
type oneServer struct {
	old, next *serverkit.House
	mine      serverkit.Seeded
}

func newMove(t *testing.T, seed ...string) oneServer {
	t.Helper()
	m := oneServer{old: serverkit.NewHouse(t, serverkit.Embedded).With("CARPETA_SELLO_CADA=10s"), next: serverkit.NewHouse(t, serverkit.Distributed)}
	m.mine = m.old.Seed(t, seed...)[0]
	m.next = m.next.With("CARPETA_SELLO_CADA=10s")
	return m
}

func (m oneServer) migrate(t *testing.T) serverkit.Output {
	t.Helper()
	return m.next.Run(t, "datos", "migrar", "--de", m.old.Dir)
}

// kill kills a migration in its first seconds, unless it was quicker.
func (m oneServer) kill(t *testing.T) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), serverkit.Binary(t), "datos", "migrar", "--de", m.old.Dir)
	cmd.Env = m.next.Env()
	must(t, cmd.Start())
	time.Sleep(time.Duration(rand.Int64N(int64(2 * time.Second))))
	_ = cmd.Process.Kill() // fails only when it is already gone
	_ = cmd.Wait()
}

// TestOneServerBecomesMany: a server stops, and moves; the command is killed meanwhile, and run again. Clients go on
// with the cursors, receipts and deletions that they have.
func TestOneServerBecomesMany(t *testing.T) {
	t.Parallel()
	m := newMove(t, "--carpetas", "10", "--documentos", "60", "--archivos")
	bank := m.old.MustRun(t, "entidad", "alta", "banco", "--nombre=El banco", "--rol=RECEPTOR", "--nit=860007386-1")
	s := m.old.Start(t)
	c, auditor := s.Client(t, m.mine.CiudadanoID, "ciudadano"), s.Client(t, "eva", "auditor")
	free := deletable(allFilas(t, c, m.mine.CarpetaID))
	erased := deleteDocumento(t, c, free[0], 0).EventoID
	untilEstado(t, c, erased, "COMPLETADA", soon)
	receipt := takeReceipt(t, c, erased)
	undone, kept := deleteDocumento(t, c, free[2], 600).EventoID, deleteDocumento(t, c, free[3], 600)
	want := allFilas(t, c, m.mine.CarpetaID)
	cursor, trailCursor := endCursorOf(t, c, m.mine.CarpetaID, obj{}), trailPage(t, auditor, m.mine.CarpetaID, nil, 5)
	rest, restOfTrail := pageFrom(t, c, m.mine.CarpetaID, cursor), trailPage(t, auditor, m.mine.CarpetaID, trailCursor.next, 20)
	m.old.MustRun(t, "revocacion", "agregar", "--sujeto", "quien-se-fue")
	r := m.migrate(t)
	says(t, "while the server runs", r, 1, r.Err, "needs the server stopped")
	s.Stop(t)

	for range 2 {
		m.kill(t)
	}
	r = m.migrate(t)
	says(t, "after the kills", r, 0, r.Out, "Everything is there")
	says(t, "what is next", r, 0, r.Out, "base64 -w0 "+filepath.Join(m.old.Dir, "cursores.key"))
	t.Log(r.Out)
	r = m.old.Run(t, "serve")
	says(t, "the old server", r, 1, r.Err, "this data folder moved")

	// As the command says.
	key, err := os.ReadFile(filepath.Join(m.old.Dir, "cursores.key"))
	must(t, err)
	m.next = m.next.With("CARPETA_SELLO_LLAVES="+filepath.Join(m.old.Dir, "sello.llaves"),
		"CARPETA_CURSOR_KEYS=k9:"+base64.StdEncoding.EncodeToString(make([]byte, 32))+",local:"+base64.StdEncoding.EncodeToString(key))

	if list := m.next.MustRun(t, "revocacion", "listar"); !strings.Contains(list, "quien-se-fue") {
		t.Errorf("the revocations did not move: %s", list)
	}
	if list := m.next.MustRun(t, "entidad", "listar"); !strings.Contains(list, strings.TrimSpace(bank)) {
		t.Errorf("the entity did not move as it was: %s, want %s", list, bank)
	}
	r = m.next.Run(t, "entidad", "alta", "otro", "--nombre=El otro banco", "--rol=RECEPTOR", "--nit=860007386-1")
	says(t, "another one with its NIT", r, 1, r.Err, "NIT_DE_OTRA_ENTIDAD")
	many := []*serverkit.Server{m.next.Start(t), m.next.Start(t)}
	r = m.migrate(t)
	says(t, "once more", r, 1, r.Err, "the migration is over")
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

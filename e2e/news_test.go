package e2e_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

const newsSubscription = `subscription($id: ID!, $despuesDe: String) { r: novedadesDeCarpeta(carpetaId: $id, despuesDe: $despuesDe) {
  novedadId cursor tipo documentoId documentoGlobalId documento { id estadoDocumento } eliminacion { eventoId secuencia estado } totalDocumentosAproximado } }`

type novedadView struct {
	NovedadID, Cursor, Tipo        string
	DocumentoID, DocumentoGlobalID *string
	Documento                      *fila
	Eliminacion                    *eliminacionView
	TotalDocumentosAproximado      *int64
}

// tab is a second client: it keeps its list by the news alone.
type tab struct {
	c         serverkit.Client
	carpetaID string
	open      serverkit.Transport
	sub       *serverkit.Subscription
	cursor    *string
	list      map[string]string // id → estado
	steps     map[string]int    // eventoId → last secuencia
	total     int64
}

func newTab(t *testing.T, c serverkit.Client, carpetaID string, open serverkit.Transport) *tab {
	t.Helper()
	b := &tab{c: c, carpetaID: carpetaID, open: open, steps: map[string]int{}}
	b.connect(t)
	if n := b.next(t); n.Tipo != "RECARGAR" {
		t.Fatalf("the first message is %+v", n)
	}
	return b
}

func (b *tab) connect(t *testing.T) {
	t.Helper()
	b.sub = b.open(t, b.c, newsSubscription, obj{"id": b.carpetaID, "despuesDe": b.cursor})
}

// next takes a message, and does with the list what api.md says.
func (b *tab) next(t *testing.T) novedadView {
	t.Helper()
	data, found := b.sub.Next(t, soon)
	if !found {
		_, end := b.sub.UntilEnd(t, soon)
		t.Fatalf("the news ended: %+v", end)
	}
	n := readMessage[novedadView](t, data)
	b.cursor = &n.Cursor
	if n.TotalDocumentosAproximado != nil {
		b.total = *n.TotalDocumentosAproximado
	}
	switch {
	case n.Tipo == "RECARGAR":
		b.list = map[string]string{}
		for id, f := range allFilas(t, b.c, b.carpetaID) {
			b.list[id] = f.EstadoDocumento
		}
	case n.Documento == nil:
		delete(b.list, *n.DocumentoGlobalID)
	default:
		b.list[n.Documento.ID] = n.Documento.EstadoDocumento
	}
	if e := n.Eliminacion; e != nil {
		if e.Secuencia > b.steps[e.EventoID]+1 {
			t.Errorf("secuencia %d of %s after %d", e.Secuencia, e.EventoID, b.steps[e.EventoID])
		}
		b.steps[e.EventoID] = max(b.steps[e.EventoID], e.Secuencia)
	}
	return n
}

// until takes messages until the list is right.
func (b *tab) until(t *testing.T, right func() bool) {
	t.Helper()
	for !right() {
		b.next(t)
	}
}

// matches reports whether the tab shows what the server lists.
func (b *tab) matches(t *testing.T) {
	t.Helper()
	want := map[string]string{}
	for id, f := range allFilas(t, b.c, b.carpetaID) {
		want[id] = f.EstadoDocumento
	}
	mustSame(t, "the tab's list", want, b.list)
	mustSame(t, "the tab's total", int64(len(want)), b.total)
}

// TestNewsInAnotherTab: a second tab shows an upload at once, and twenty deletions, in the
// middle of which its socket is lost.
func TestNewsInAnotherTab(t *testing.T) {
	t.Parallel()
	house := serverkit.NewHouse(t, serverkit.Distributed)
	mine := house.Seed(t, "--carpetas", "1", "--documentos", "80", "--archivos")[0] // some are certified
	s := house.Start(t)
	c := s.Client(t, mine.CiudadanoID, "ciudadano")
	free := deletable(allFilas(t, c, mine.CarpetaID))
	for i, name := range slices.Sorted(maps.Keys(serverkit.Transports)) {
		t.Run(name, func(t *testing.T) {
			b := newTab(t, c, mine.CarpetaID, serverkit.Transports[name])
			id := uploadAndConfirmar(t, c, mine.CarpetaID, fmt.Appendf(nil, "por %s\n", name))
			if n := b.next(t); n.Tipo != "LLEGO" || n.Documento == nil || n.Documento.ID != id || n.Documento.EstadoDocumento != "PROCESADO" {
				t.Fatalf("after an upload: %+v", n)
			}
			b.matches(t)
			b.loses(t, free[i*20:(i+1)*20])
		})
	}
}

// loses its socket in the middle of deletions, and is told all when it comes back.
func (b *tab) loses(t *testing.T, ids []string) {
	t.Helper()
	for i, id := range ids {
		deleteDocumento(t, b.c, id, 0)
		switch i {
		case 7:
			b.next(t)
			b.sub.Close()
		case 14:
			b.connect(t)
		}
	}
	b.until(t, func() bool { return b.gone(ids) })
	b.matches(t)
}

// gone reports whether none of the documents is listed any more.
func (b *tab) gone(ids []string) bool {
	return !slices.ContainsFunc(ids, func(id string) bool { return b.list[id] != "" })
}

// TestNewsSurviveAKill is kill -9 in the middle of uploads and deletions: what was stored and
// not told is told by the next process.
func TestNewsSurviveAKill(t *testing.T) {
	t.Parallel()
	house := serverkit.NewHouse(t, serverkit.Distributed).With(shortPlazos...)
	mine := house.Seed(t, "--carpetas", "1", "--documentos", "120", "--archivos")[0]
	s := house.Start(t)
	c := s.Client(t, mine.CiudadanoID, "ciudadano")
	ids := deletable(allFilas(t, c, mine.CarpetaID))
	b := newTab(t, c, mine.CarpetaID, serverkit.WebSocket)
	for round := range 3 {
		ctx, cancel := context.WithCancel(t.Context())
		part, done := ids[round*20:(round+1)*20], make(chan struct{})
		go func() {
			defer close(done)
			deleteMany(ctx, c, part, func(string, string) {})
		}()
		pending := iniciarCarga(t, c, cargaInput(mine.CarpetaID, fmt.Appendf(nil, "vuelta %d\n", round)))
		serverkit.Upload(t, *pending.Carga, fmt.Appendf(nil, "vuelta %d\n", round))
		go func() { _, _ = c.Post(ctx, confirmarMutation, obj{"id": pending.Documento.ID}) }()
		time.Sleep(time.Duration(round*15) * time.Millisecond)
		s.Kill(t)
		cancel()
		<-done
		s.Restart(t)
		b.connect(t)
		serverkit.WaitFor(t, 10*time.Minute, "the end of the reservation of the server that was killed", func() bool {
			return c.MustPost(t, confirmarMutation, obj{"id": pending.Documento.ID}).Code() != "CONFLICT"
		})
		confirmarCarga(t, c, pending.Documento.ID)
		deleteMany(t.Context(), c, part, func(string, string) {})
		b.until(t, func() bool { return b.list[pending.Documento.ID] == "PROCESADO" && b.gone(part) })
	}
	b.matches(t)
}

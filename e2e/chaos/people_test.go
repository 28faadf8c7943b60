package chaos_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// people is what people did and were told.
type people struct {
	w         *world
	plan      Plan
	began     time.Time
	listeners *listeners

	mu        sync.Mutex
	deletions map[string]*deletion // by documento
	uploads   []upload
}

// deletion is what became of a wish to delete.
type deletion struct {
	Wish
	first, accepted time.Time
	eventos         []string // that the server named, each once
	doubtful        bool     // an answer was lost: it may have been done, now or later
	cancelled       bool     // the server said CANCELADA
	late            bool     // the server said that it is too late
}

const (
	deleteMutation = `mutation($id: ID!, $ventana: Int! = 0) { r: deleteDocumento(input: {documentoId: $id, ventana: $ventana}) { eliminacion { eventoId estado } errores { __typename ... on ErrorDeUsuario { mensaje } } } }`
	cancelMutation = `mutation($id: ID!) { r: cancelarEliminacion(input: {eventoId: $id}) { eliminacion { eventoId estado } errores { __typename ... on ErrorDeUsuario { mensaje } } } }`

	attempt  = 8 * time.Second // one exchange
	patience = 8 * time.Minute // until a wish is given up
	persons  = 32
)

func newPeople(w *world, p Plan) *people {
	return &people{w: w, plan: p, deletions: map[string]*deletion{}, listeners: newListeners(w)}
}

// askAll asks for every deletion at its time.
func (g *people) askAll() {
	var group sync.WaitGroup
	queue := make(chan Wish)
	for range persons {
		group.Go(func() {
			for p := range queue {
				g.ask(p)
			}
		})
	}
	g.listeners.followCarpetas()
	for _, p := range g.plan.Wishes {
		sleep(time.Until(g.began.Add(p.At)))
		queue <- p
	}
	close(queue)
	group.Wait()
}

func (g *people) ask(p Wish) {
	b := &deletion{Wish: p, first: time.Now()}
	g.mu.Lock()
	g.deletions[p.Documento] = b
	g.mu.Unlock()
	var group sync.WaitGroup
	if p.Twice {
		group.Go(func() { g.insist(b, p.Server+1) })
	}
	g.insist(b, p.Server)
	group.Wait()
	if p.Watched && len(b.eventos) > 0 {
		g.listeners.follow(b.Wish, b.eventos[0])
	}
	if p.Cancel > 0 && len(b.eventos) > 0 {
		sleep(p.Cancel)
		g.takeBack(b)
	}
}

type reply struct {
	R struct {
		Eliminacion *struct{ EventoID, Estado string }
		Errores     []struct {
			Typename string `json:"__typename"`
			Mensaje  string
		}
	}
}

var errDoubtful = errors.New("no answer, or one that says to try again")

// exchange makes one exchange. errDoubtful: whether it was done is not known.
func (g *people) exchange(n int, carpeta, query string, v map[string]any) (data reply, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), attempt)
	defer cancel()
	r, err := g.w.client(n, carpeta).Post(ctx, query, v)
	switch {
	case err != nil:
		return data, errDoubtful
	case r.Code() == "UNAVAILABLE", r.Code() == "CONFLICT":
		return data, errDoubtful
	case len(r.Errors) > 0:
		return data, fmt.Errorf("%s", r.Body)
	}
	return data, json.Unmarshal(r.Data, &data)
}

// insist asks one server after the other until the deletion is accepted.
func (g *people) insist(b *deletion, n int) {
	id := relay.GlobalID{Type: "Documento", Keys: []string{b.Carpeta, b.Documento}}.String()
	for time.Since(b.first) < patience {
		data, err := g.exchange(n, b.Carpeta, deleteMutation, map[string]any{"id": id, "ventana": b.Ventana})
		n++
		if g.accept(b, data, err) {
			return
		}
		sleep(200 * time.Millisecond)
	}
	g.w.t.Errorf("deletion of %s: not accepted within %s", b.Documento, patience)
}

// accept reports whether there is nothing left to ask.
func (g *people) accept(b *deletion, data reply, err error) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case errors.Is(err, errDoubtful):
		b.doubtful = true
		return false
	case err != nil:
		g.w.t.Errorf("deletion of %s: %v", b.Documento, err)
	case data.R.Eliminacion != nil:
		if b.accepted.IsZero() {
			b.accepted = time.Now()
		}
		if e := data.R.Eliminacion.EventoID; !slices.Contains(b.eventos, e) {
			b.eventos = append(b.eventos, e)
		}
	case (b.doubtful || b.Twice) && len(data.R.Errores) == 1 && data.R.Errores[0].Typename == "DocumentoNoEncontrado":
		// gone already, by a request of ours that was answered elsewhere or not at all
	default:
		g.w.t.Errorf("deletion of %s: refused: %+v", b.Documento, data.R.Errores)
	}
	return true
}

func (g *people) takeBack(b *deletion) {
	for since, n := time.Now(), b.Server; time.Since(since) < patience; n++ {
		data, err := g.exchange(n, b.Carpeta, cancelMutation, map[string]any{"id": b.eventos[0]})
		switch {
		case errors.Is(err, errDoubtful):
			sleep(200 * time.Millisecond)
			continue
		case err != nil:
			g.w.t.Errorf("cancellation of %s: %v", b.eventos[0], err)
		case data.R.Eliminacion != nil:
			b.cancelled = true
			if data.R.Eliminacion.Estado != "CANCELADA" {
				g.w.t.Errorf("cancellation of %s answered %s", b.eventos[0], data.R.Eliminacion.Estado)
			}
		default:
			b.late = true
		}
		return
	}
	g.w.t.Errorf("cancellation of %s: no answer within %s", b.eventos[0], patience)
}

// upload is an upload that somebody made.
type upload struct {
	carpeta, documento, hash string
	confirmed                bool // the server said PROCESADO
}

const (
	beginMutation = `mutation($input: IniciarCargaInput!) { r: iniciarCarga(input: $input) {
  documento { documentoId } carga { metodo url encabezados { nombre valor } } errores { __typename ... on ErrorDeUsuario { mensaje } } } }`
	confirmMutation = `mutation($id: ID!) { r: confirmarCarga(input: {documentoId: $id}) { documento { estadoDocumento } errores { __typename ... on ErrorDeUsuario { mensaje } } } }`
)

// uploadMeanwhile uploads one file after the other for as long as the load lasts.
func (g *people) uploadMeanwhile() {
	carpetas := keysOf(g.w.ciudadanos)
	for n := 0; time.Since(g.began) < g.plan.Lasts; n++ {
		g.uploadOne(n, carpetas[n%len(carpetas)])
		sleep(250 * time.Millisecond)
	}
}

func (g *people) uploadOne(n int, carpeta string) {
	content := fmt.Sprintf("carga %d de %s", n, carpeta)
	sum := sha256.Sum256([]byte(content))
	k := upload{carpeta: carpeta, hash: hex.EncodeToString(sum[:])}
	ctx, cancel := context.WithTimeout(context.Background(), 3*attempt)
	defer cancel()
	c := g.w.client(n, carpeta)
	begun, err := do[struct {
		Documento *struct{ DocumentoID string }
		Carga     *serverkit.Carga
	}](ctx, c, beginMutation, map[string]any{"input": map[string]any{
		"carpetaId": carpeta, "titulo": "Carga", "codigoTipo": "OTRO", "nombreArchivo": "carga.txt", "tipoContenido": "text/plain",
		"tamanoBytes": len(content), "hashDocumento": k.hash,
	}})
	if err != nil || begun.Documento == nil || begun.Carga == nil {
		return // nothing was promised
	}
	k.documento = begun.Documento.DocumentoID
	id := relay.GlobalID{Type: "Documento", Keys: []string{carpeta, k.documento}}.String()
	if put(ctx, *begun.Carga, content) == nil {
		end, err := do[struct {
			Documento *struct{ EstadoDocumento string }
		}](ctx, g.w.client(n+1, carpeta), confirmMutation, map[string]any{"id": id})
		k.confirmed = err == nil && end.Documento != nil
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.uploads = append(g.uploads, k)
}

func do[T any](ctx context.Context, c serverkit.Client, query string, v map[string]any) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, attempt)
	defer cancel()
	var data struct{ R T }
	r, err := c.Post(ctx, query, v)
	if err == nil && len(r.Errors) > 0 {
		err = errors.New(r.Code())
	}
	if err == nil {
		err = json.Unmarshal(r.Data, &data)
	}
	return data.R, err
}

// put sends the file; a second answer that it is there already is as good.
func put(ctx context.Context, c serverkit.Carga, content string) error {
	ctx, cancel := context.WithTimeout(ctx, attempt)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, c.Method, c.URL, strings.NewReader(content))
	if err != nil {
		return err
	}
	for _, e := range c.Headers {
		req.Header.Set(e.Name, e.Value)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, resp.Body)
	if resp.StatusCode/100 != 2 {
		return errors.New(resp.Status)
	}
	return nil
}

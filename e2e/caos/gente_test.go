package caos_test

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

// gente is what people did and were told.
type gente struct {
	w        *mundo
	plan     Plan
	comienzo time.Time
	oyentes  *oyentes

	mu       sync.Mutex
	borrados map[string]*borrado // by documento
	cargas   []carga
}

// borrado is what became of a wish to delete.
type borrado struct {
	Pedido
	primero, aceptado time.Time
	eventos           []string // that the server named, each once
	dudoso            bool     // an answer was lost: it may have been done, now or later
	cancelado         bool     // the server said CANCELADA
	tarde             bool     // the server said that it is too late
}

const (
	mutacionBorrar   = `mutation($id: ID!, $ventana: Int! = 0) { r: deleteDocumento(input: {documentoId: $id, ventana: $ventana}) { eliminacion { eventoId estado } errores { __typename mensaje } } }`
	mutacionCancelar = `mutation($id: ID!) { r: cancelarEliminacion(input: {eventoId: $id}) { eliminacion { eventoId estado } errores { __typename mensaje } } }`

	intento   = 8 * time.Second // one exchange
	paciencia = 8 * time.Minute // until a wish is given up
	personas  = 32
)

func nuevaGente(w *mundo, p Plan) *gente {
	return &gente{w: w, plan: p, borrados: map[string]*borrado{}, oyentes: nuevosOyentes(w)}
}

// pedirTodo asks for every deletion at its time.
func (g *gente) pedirTodo() {
	var grupo sync.WaitGroup
	cola := make(chan Pedido)
	for range personas {
		grupo.Go(func() {
			for p := range cola {
				g.pedir(p)
			}
		})
	}
	g.oyentes.empezarCarpetas()
	for _, p := range g.plan.Pedidos {
		dormir(time.Until(g.comienzo.Add(p.En)))
		cola <- p
	}
	close(cola)
	grupo.Wait()
}

func (g *gente) pedir(p Pedido) {
	b := &borrado{Pedido: p, primero: time.Now()}
	g.mu.Lock()
	g.borrados[p.Documento] = b
	g.mu.Unlock()
	var grupo sync.WaitGroup
	if p.Doble {
		grupo.Go(func() { g.insistir(b, p.Servidor+1) })
	}
	g.insistir(b, p.Servidor)
	grupo.Wait()
	if p.Mirado && len(b.eventos) > 0 {
		g.oyentes.seguir(b.Pedido, b.eventos[0])
	}
	if p.Cancela > 0 && len(b.eventos) > 0 {
		dormir(p.Cancela)
		g.cancelar(b)
	}
}

type respuesta struct {
	R struct {
		Eliminacion *struct{ EventoID, Estado string }
		Errores     []struct {
			Typename string `json:"__typename"`
			Mensaje  string
		}
	}
}

var errDudoso = errors.New("no answer, or one that says to try again")

// preguntar makes one exchange. errDudoso: whether it was done is not known.
func (g *gente) preguntar(n int, carpeta, query string, v map[string]any) (data respuesta, err error) {
	ctx, cancelar := context.WithTimeout(context.Background(), intento)
	defer cancelar()
	r, err := g.w.cliente(n, carpeta).Post(ctx, query, v)
	switch {
	case err != nil:
		return data, errDudoso
	case r.Code() == "UNAVAILABLE", r.Code() == "CONFLICT":
		return data, errDudoso
	case len(r.Errors) > 0:
		return data, fmt.Errorf("%s", r.Body)
	}
	return data, json.Unmarshal(r.Data, &data)
}

// insistir asks one server after the other until the deletion is accepted.
func (g *gente) insistir(b *borrado, n int) {
	id := relay.GlobalID{Type: "Documento", Keys: []string{b.Carpeta, b.Documento}}.String()
	for time.Since(b.primero) < paciencia {
		data, err := g.preguntar(n, b.Carpeta, mutacionBorrar, map[string]any{"id": id, "ventana": b.Ventana})
		n++
		if g.aceptar(b, data, err) {
			return
		}
		dormir(200 * time.Millisecond)
	}
	g.w.t.Errorf("deletion of %s: not accepted within %s", b.Documento, paciencia)
}

// aceptar reports whether there is nothing left to ask.
func (g *gente) aceptar(b *borrado, data respuesta, err error) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case errors.Is(err, errDudoso):
		b.dudoso = true
		return false
	case err != nil:
		g.w.t.Errorf("deletion of %s: %v", b.Documento, err)
	case data.R.Eliminacion != nil:
		if b.aceptado.IsZero() {
			b.aceptado = time.Now()
		}
		if e := data.R.Eliminacion.EventoID; !slices.Contains(b.eventos, e) {
			b.eventos = append(b.eventos, e)
		}
	case (b.dudoso || b.Doble) && len(data.R.Errores) == 1 && data.R.Errores[0].Typename == "DocumentoNoEncontrado":
		// gone already, by a request of ours that was answered elsewhere or not at all
	default:
		g.w.t.Errorf("deletion of %s: refused: %+v", b.Documento, data.R.Errores)
	}
	return true
}

func (g *gente) cancelar(b *borrado) {
	for desde, n := time.Now(), b.Servidor; time.Since(desde) < paciencia; n++ {
		data, err := g.preguntar(n, b.Carpeta, mutacionCancelar, map[string]any{"id": b.eventos[0]})
		switch {
		case errors.Is(err, errDudoso):
			dormir(200 * time.Millisecond)
			continue
		case err != nil:
			g.w.t.Errorf("cancellation of %s: %v", b.eventos[0], err)
		case data.R.Eliminacion != nil:
			b.cancelado = true
			if data.R.Eliminacion.Estado != "CANCELADA" {
				g.w.t.Errorf("cancellation of %s answered %s", b.eventos[0], data.R.Eliminacion.Estado)
			}
		default:
			b.tarde = true
		}
		return
	}
	g.w.t.Errorf("cancellation of %s: no answer within %s", b.eventos[0], paciencia)
}

// carga is an upload that somebody made.
type carga struct {
	carpeta, documento, hash string
	confirmada               bool // the server said PROCESADO
}

const (
	mutacionIniciar = `mutation($input: IniciarCargaInput!) { r: iniciarCarga(input: $input) {
  documento { documentoId } carga { metodo url encabezados { nombre valor } } errores { __typename mensaje } } }`
	mutacionConfirmar = `mutation($id: ID!) { r: confirmarCarga(input: {documentoId: $id}) { documento { estadoDocumento } errores { __typename mensaje } } }`
)

// subirMientras uploads one file after the other for as long as the load lasts.
func (g *gente) subirMientras() {
	carpetas := claves(g.w.ciudadanos)
	for n := 0; time.Since(g.comienzo) < g.plan.Dura; n++ {
		g.subir(n, carpetas[n%len(carpetas)])
		dormir(250 * time.Millisecond)
	}
}

func (g *gente) subir(n int, carpeta string) {
	contenido := fmt.Sprintf("carga %d de %s", n, carpeta)
	suma := sha256.Sum256([]byte(contenido))
	k := carga{carpeta: carpeta, hash: hex.EncodeToString(suma[:])}
	ctx, cancelar := context.WithTimeout(context.Background(), 3*intento)
	defer cancelar()
	c := g.w.cliente(n, carpeta)
	inicio, err := enviar[struct {
		Documento *struct{ DocumentoID string }
		Carga     *serverkit.Carga
	}](ctx, c, mutacionIniciar, map[string]any{"input": map[string]any{
		"carpetaId": carpeta, "titulo": "Carga", "tipoDocumento": "OTRO", "nombreArchivo": "carga.txt", "tipoContenido": "text/plain",
		"tamanoBytes": len(contenido), "hashDocumento": k.hash,
	}})
	if err != nil || inicio.Documento == nil || inicio.Carga == nil {
		return // nothing was promised
	}
	k.documento = inicio.Documento.DocumentoID
	id := relay.GlobalID{Type: "Documento", Keys: []string{carpeta, k.documento}}.String()
	if poner(ctx, *inicio.Carga, contenido) == nil {
		fin, err := enviar[struct {
			Documento *struct{ EstadoDocumento string }
		}](ctx, g.w.cliente(n+1, carpeta), mutacionConfirmar, map[string]any{"id": id})
		k.confirmada = err == nil && fin.Documento != nil
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.cargas = append(g.cargas, k)
}

func enviar[T any](ctx context.Context, c serverkit.Client, query string, v map[string]any) (T, error) {
	ctx, cancelar := context.WithTimeout(ctx, intento)
	defer cancelar()
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

// poner sends the file; a second answer that it is there already is as good.
func poner(ctx context.Context, c serverkit.Carga, contenido string) error {
	ctx, cancelar := context.WithTimeout(ctx, intento)
	defer cancelar()
	req, err := http.NewRequestWithContext(ctx, c.Method, c.URL, strings.NewReader(contenido))
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

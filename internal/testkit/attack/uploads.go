package attack

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

const announcement = `mutation($n: String!, $h: String!, $t: Long!) { iniciarCarga(input: {titulo: $n, codigoTipo: "DIPLOMA", nombreArchivo: $n, tipoContenido: "application/pdf", tamanoBytes: $t, hashDocumento: $h}) { carga { metodo url encabezados { nombre valor } } errores { ... on ErrorDeUsuario { codigo } } } }`

const announced = 100 * mib

// stalledUploads sends the first MiB.
func stalledUploads(ctx context.Context, p *party) {
	p.uploads(ctx, 200, func() io.Reader { return io.MultiReader(strings.NewReader(blanks), silent{ctx}) })
}

// slowUploads are a little faster than the slowest that may be.
func slowUploads(ctx context.Context, p *party) {
	p.uploads(ctx, 100, func() io.Reader { return drip{ctx} })
}

// drip gives 40 KiB a second.
type drip struct{ ctx context.Context }

func (d drip) Read(b []byte) (int, error) {
	rest(d.ctx, time.Second/10)
	return min(len(b), 4<<10), d.ctx.Err()
}

// uploads are clients that announce a file and send some of it.
func (p *party) uploads(ctx context.Context, clients int, content func() io.Reader) {
	p.clients(ctx, clients, func(i int) {
		if r := p.announce(ctx, p.citizen(i), content()); r != nil {
			p.once(ctx, i, r)
		}
	})
}

// announce is the request of an upload; nil if it was refused, which is counted.
func (p *party) announce(ctx context.Context, c Citizen, content io.Reader) *http.Request {
	var data struct {
		IniciarCarga struct {
			Carga *struct {
				Metodo, URL string
				Encabezados []struct{ Nombre, Valor string }
			}
		}
	}
	hash := make([]byte, 32)
	_, _ = rand.Read(hash) // it does not fail
	variables := map[string]any{"n": fmt.Sprintf("ataque %x.pdf", hash[:4]), "h": hex.EncodeToString(hash), "t": announced}
	if p.ask(ctx, c.Token, operation(announcement, variables), &data) != nil {
		return nil
	}
	carga := data.IniciarCarga.Carga
	if carga == nil {
		return nil
	}
	r := request(carga.Metodo, carga.URL, content)
	r.ContentLength = announced
	for _, h := range carga.Encabezados {
		r.Header.Set(h.Nombre, h.Valor)
	}
	return r
}

package attack

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// idleConnections opens a thousand connections and says nothing.
func idleConnections(ctx context.Context, p *party) {
	p.each(ctx, 1000, func(i int) {
		conn, err := p.plain(ctx, i)
		if err != nil {
			p.cut(ctx)
			return
		}
		defer conn.Close()
		context.AfterFunc(ctx, func() { _ = conn.Close() })
		var one [1]byte
		if _, err := conn.Read(one[:]); err != nil {
			p.cut(ctx)
		}
	})
}

const announce = `mutation($n: String!, $h: String!) { iniciarCarga(input: {titulo: $n, tipoDocumento: DIPLOMA, nombreArchivo: $n, tipoContenido: "application/pdf", tamanoBytes: 104857600, hashDocumento: $h}) { carga { metodo url encabezados { nombre valor } } errores { ... on ErrorDeUsuario { codigo } } } }`

type announced struct {
	IniciarCarga struct {
		Carga *struct {
			Metodo, URL string
			Encabezados []struct{ Nombre, Valor string }
		}
		Errores []struct{ Codigo string }
	}
}

// stalledUploads announces files of 100 MiB, and sends the first MiB of 200 of them.
func stalledUploads(ctx context.Context, p *party) {
	p.each(ctx, 200, func(i int) {
		var a announced
		since := time.Now()
		body := operation(announce, map[string]any{"n": fmt.Sprintf("ataque %d.pdf", i), "h": fmt.Sprintf("%064x", time.Now().UnixNano())})
		if p.ask(ctx, p.citizen(i).Token, body, &a) != nil {
			return
		}
		if a.IniciarCarga.Carga == nil {
			for _, e := range a.IniciarCarga.Errores {
				p.tally.refuse(e.Codigo, since)
			}
			return
		}
		p.upload(ctx, i, a)
	})
}

func (p *party) upload(ctx context.Context, i int, a announced) {
	since := time.Now()
	conn, err := p.dial(ctx, i)
	if err != nil {
		p.cut(ctx)
		return
	}
	defer conn.Close()
	c := a.IniciarCarga.Carga
	_, rest, _ := strings.Cut(c.URL, "://")
	_, path, _ := strings.Cut(rest, "/")
	var head strings.Builder
	fmt.Fprintf(&head, "%s /%s HTTP/1.1\r\nHost: %s\r\nContent-Length: 104857600\r\n", c.Metodo, path, p.host)
	for _, h := range c.Encabezados {
		if !strings.EqualFold(h.Nombre, "Content-Length") {
			fmt.Fprintf(&head, "%s: %s\r\n", h.Nombre, h.Valor)
		}
	}
	go func() {
		_, _ = fmt.Fprintf(conn, "%s\r\n%s", head.String(), strings.Repeat("x", mib)) // a failed write is seen by the reader
	}()
	p.watch(ctx, conn, since)
}

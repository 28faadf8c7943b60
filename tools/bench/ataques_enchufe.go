package main

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// The attacks over WebSocket.

// abarrotar subscribes 2,000 times on one socket; most are refused, each by itself.
func (a *atacado) abarrotar(ctx context.Context) (muestra, error) {
	const n = 2000
	var m muestra
	for ctx.Err() == nil {
		e, err := a.servidor.enchufar(ctx)
		if err != nil {
			return m, err
		}
		una, err := a.abarrotarUno(e, n)
		_ = e.conn.Close()
		if err != nil {
			return m, err
		}
		m = append(m, una...)
	}
	return m, nil
}

func (a *atacado) abarrotarUno(e *enchufe, n int) (m muestra, err error) {
	if err := e.identificar(a.dueno); err != nil {
		return nil, err
	}
	pedido := cuerpo(suscripcionUna, map[string]any{"e": a.eventoDeEnsayo})
	enviados := make([]time.Time, n)
	escrito := make(chan error, 1)
	go func() {
		for i := range n {
			enviados[i] = time.Now()
			if err := e.mandar(mensaje{Type: "subscribe", ID: fmt.Sprint(i), Payload: pedido}); err != nil {
				escrito <- err
				return
			}
		}
		escrito <- nil
	}()
	for range n {
		r, err := e.recibir()
		if err != nil {
			return m, errors.Join(err, e.conn.Close(), <-escrito)
		}
		if r.Type == "error" {
			m = append(m, time.Since(enviados[numero(r.ID)]))
		}
	}
	return m, <-escrito
}

func numero(s string) (n int) {
	_, _ = fmt.Sscan(s, &n) // our own ids
	return n
}

// callar opens a thousand sockets and says nothing; the sample is how long each
// was opened in, and the server closes them when connection_init is overdue.
func (a *atacado) callar(ctx context.Context) (m muestra, err error) {
	var abiertos []*enchufe
	defer func() {
		for _, e := range abiertos {
			_ = e.conn.Close()
		}
	}()
	for range enchufesMudo {
		desde := time.Now()
		e, err := a.servidor.enchufar(ctx)
		if err != nil {
			return m, err
		}
		abiertos, m = append(abiertos, e), append(m, time.Since(desde))
	}
	<-ctx.Done()
	return m, nil
}

// noLeer asks for pages over a socket, again and again, and reads nothing; the
// sample is the time of a message that could be written.
func (a *atacado) noLeer(ctx context.Context) (m muestra, err error) {
	e, err := a.servidor.enchufar(ctx)
	if err != nil {
		return nil, err
	}
	defer e.conn.Close()
	if err := e.identificar(a.dueno); err != nil {
		return nil, err
	}
	plazo, _ := ctx.Deadline()
	_ = e.conn.SetWriteDeadline(plazo)
	pedido := cuerpo(`query($c: ID!) { carpeta(id: $c) { documentos(first: 100) { nodes { id documentoId titulo estadoDocumento fechaRecepcion tamanoBytes } } } }`,
		map[string]any{"c": a.carpetaID})
	for i := 0; ctx.Err() == nil; i++ {
		desde := time.Now()
		if e.mandar(mensaje{Type: "subscribe", ID: fmt.Sprint(i), Payload: pedido}) != nil {
			break // the server takes no more, or the time is up
		}
		m = append(m, time.Since(desde))
		time.Sleep(time.Millisecond)
	}
	<-ctx.Done()
	return m, nil
}

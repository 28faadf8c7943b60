package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"
)

// The attacks over WebSocket.

const (
	sinTurno   = "closed with 4429 Too many refused operations"
	sinSaludar = "closed with 4408 Connection initialisation timeout"
	nadieLee   = "not read on"
)

func ataquesDeEnchufe() []ataque {
	return []ataque{
		{"2,000 subscriptions on a socket", []string{sinLeer, sinTurno}, abarrotarSiempre},
		{"1,000 silent sockets", []string{sinSaludar}, callar},
		{"slow reader", []string{nadieLee}, noLeer},
	}
}

const muchas = 2000 // subscriptions on one socket

// abarrotarSiempre subscribes 2,000 times on one socket, and then on the next.
func abarrotarSiempre(ctx context.Context, a *atacado, quien atacante) (todos rechazos, err error) {
	evento, err := a.bueno.dejarEnEspera(ctx, quien.token, quien.carpetaID)
	if err != nil {
		return todos, err
	}
	var marcos []byte
	for i := range muchas {
		texto, err := json.Marshal(mensaje{Type: "subscribe", ID: fmt.Sprint(i), Payload: cuerpo(suscripcionUna, map[string]any{"e": evento})})
		if err != nil {
			return todos, err
		}
		marcos = marco(marcos, textoWS, texto)
	}
	for ctx.Err() == nil {
		r, err := a.abarrotar(ctx, quien.token, marcos)
		todos.sumar(r)
		if err != nil {
			return todos, fuera(ctx, err)
		}
	}
	return todos, nil
}

// abarrotar sends all at once, and counts what is refused by itself, and what by
// the end of the socket.
func (a *atacado) abarrotar(ctx context.Context, token string, marcos []byte) (r rechazos, err error) {
	e, err := a.servidor.enchufar(ctx)
	if err != nil {
		return r, err
	}
	defer e.conn.Close()
	plazo, _ := ctx.Deadline()
	_ = e.conn.SetDeadline(plazo)
	desde := time.Now()
	if err := e.identificar(token); err != nil {
		return r, r.cierre(err, 1, desde)
	}
	go func() { _, _ = e.conn.Write(marcos) }() // what cannot be written is refused
	abiertas := map[string]bool{}
	for {
		m, err := e.recibir()
		switch {
		case err != nil:
			return r, r.cierre(err, muchas-len(r.tiempos)-len(abiertas), desde)
		case m.Type == "error":
			codigo, err := codigoDe(m.Payload)
			if err != nil {
				return r, err
			}
			r.anotar(codigo, time.Since(desde))
		default:
			abiertas[m.ID] = true
		}
	}
}

// cierre counts what a socket that the server closed has refused.
func (r *rechazos) cierre(err error, n int, desde time.Time) error {
	var c *cerrado
	if !errors.As(err, &c) {
		return err
	}
	r.varios(c.Error(), n, time.Since(desde))
	return nil
}

// callar opens a thousand sockets and says nothing. A refusal is a socket that had
// to make room for another; its time is counted from the opening of that one.
func callar(ctx context.Context, a *atacado, _ atacante) (r rechazos, err error) {
	var abiertos []*enchufe
	defer func() {
		for _, e := range abiertos {
			_ = e.conn.Close()
		}
	}()
	for i := 0; i < enchufesMudo && ctx.Err() == nil; i++ {
		desde := time.Now()
		e, err := a.servidor.enchufar(ctx)
		if err != nil {
			return r, fuera(ctx, err)
		}
		abiertos = append(abiertos, e)
		if i < callados {
			continue
		}
		plazo, _ := ctx.Deadline()
		_ = abiertos[i-callados].conn.SetReadDeadline(plazo)
		_, err = abiertos[i-callados].recibir()
		if err := r.cierre(err, 1, desde); err != nil {
			return r, fuera(ctx, err)
		}
	}
	<-ctx.Done()
	return r, nil
}

// callados is the default of CARPETA_LIMIT_SILENT.
const callados = 256

// fuera forgives what failed because the time was up.
func fuera(ctx context.Context, err error) error {
	if ctx.Err() == nil && !errors.Is(err, os.ErrDeadlineExceeded) {
		return err
	}
	return nil
}

// noLeer asks for pages over a socket, again and again, and reads nothing. The
// server stops to read in turn; the sample is the time of what it still took.
func noLeer(ctx context.Context, a *atacado, quien atacante) (r rechazos, err error) {
	e, err := a.servidor.enchufar(ctx)
	if err != nil {
		return r, err
	}
	defer e.conn.Close()
	if err := e.identificar(quien.token); err != nil {
		return r, err
	}
	plazo, _ := ctx.Deadline()
	_ = e.conn.SetWriteDeadline(plazo)
	pedido := cuerpo(`query($c: ID!) { carpeta(id: $c) { documentos(first: 100) { nodes { id documentoId titulo estadoDocumento fechaRecepcion tamanoBytes } } } }`,
		map[string]any{"c": quien.carpetaID})
	for i := 0; ctx.Err() == nil; i++ {
		desde := time.Now()
		if e.mandar(mensaje{Type: "subscribe", ID: fmt.Sprint(i), Payload: pedido}) != nil {
			break // the server takes no more, or the time is up
		}
		r.anotar(nadieLee, time.Since(desde))
		time.Sleep(time.Millisecond)
	}
	<-ctx.Done()
	return r, nil
}

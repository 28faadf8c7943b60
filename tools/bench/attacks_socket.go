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
	turnless     = "closed with 4429 Too many refused operations"
	withoutHello = "closed with 4408 Connection initialisation timeout"
	nobodyReads  = "not read on"
)

func socketAttacks() []attack {
	return []attack{
		{"2,000 subscriptions on a socket", []string{unread, turnless}, crowdForever},
		{"1,000 silent sockets", []string{withoutHello}, silence},
		{"slow reader", []string{nobodyReads}, neverRead},
	}
}

const manySubscriptions = 2000 // subscriptions on one socket

// crowdForever subscribes 2,000 times on one socket, and then on the next.
func crowdForever(ctx context.Context, a *attacked, quien attacker) (all rejections, err error) {
	evento, err := a.good.leaveWaiting(ctx, quien.token, quien.carpetaID)
	if err != nil {
		return all, err
	}
	var frames []byte
	for i := range manySubscriptions {
		text, err := json.Marshal(mensaje{Type: "subscribe", ID: fmt.Sprint(i), Payload: body(oneSubscription, map[string]any{"e": evento})})
		if err != nil {
			return all, err
		}
		frames = frame(frames, wsText, text)
	}
	for ctx.Err() == nil {
		r, err := a.crowd(ctx, quien.token, frames)
		all.add(r)
		if err != nil {
			return all, outside(ctx, err)
		}
	}
	return all, nil
}

// crowd sends all at once, and counts the refusals by itself, and those by
// the end of the socket.
func (a *attacked) crowd(ctx context.Context, token string, frames []byte) (r rejections, err error) {
	e, err := a.server.dial(ctx)
	if err != nil {
		return r, err
	}
	defer e.conn.Close()
	timeout, _ := ctx.Deadline()
	_ = e.conn.SetDeadline(timeout)
	since := time.Now()
	if err := e.identify(token); err != nil {
		return r, r.closing(err, 1, since)
	}
	go func() { _, _ = e.conn.Write(frames) }() // a failed write is a refusal
	open := map[string]bool{}
	for {
		m, err := e.receive()
		switch {
		case err != nil:
			return r, r.closing(err, manySubscriptions-len(r.times)-len(open), since)
		case m.Type == "error":
			code, err := codeOf(m.Payload)
			if err != nil {
				return r, err
			}
			r.note(code, time.Since(since))
		default:
			open[m.ID] = true
		}
	}
}

// closing counts what a socket that the server closed has refused.
func (r *rejections) closing(err error, n int, since time.Time) error {
	var c *closed
	if !errors.As(err, &c) {
		return err
	}
	r.several(c.Error(), n, time.Since(since))
	return nil
}

// silence opens a thousand sockets and says nothing. A refusal is a socket that had
// to make room for another; its time is counted from the opening of that one.
func silence(ctx context.Context, a *attacked, _ attacker) (r rejections, err error) {
	var opened []*socket
	defer func() {
		for _, e := range opened {
			_ = e.conn.Close()
		}
	}()
	for i := 0; i < muteSockets && ctx.Err() == nil; i++ {
		since := time.Now()
		e, err := a.server.dial(ctx)
		if err != nil {
			return r, outside(ctx, err)
		}
		opened = append(opened, e)
		if i < silent {
			continue
		}
		timeout, _ := ctx.Deadline()
		_ = opened[i-silent].conn.SetReadDeadline(timeout)
		_, err = opened[i-silent].receive()
		if err := r.closing(err, 1, since); err != nil {
			return r, outside(ctx, err)
		}
	}
	<-ctx.Done()
	return r, nil
}

// silent is the default of CARPETA_LIMIT_SILENT.
const silent = 256

// outside forgives what failed because the time was up.
func outside(ctx context.Context, err error) error {
	if ctx.Err() == nil && !errors.Is(err, os.ErrDeadlineExceeded) {
		return err
	}
	return nil
}

// neverRead asks for pages over a socket, again and again, and reads nothing. The
// server stops to read in turn; the sample is the time of what it still took.
func neverRead(ctx context.Context, a *attacked, quien attacker) (r rejections, err error) {
	e, err := a.server.dial(ctx)
	if err != nil {
		return r, err
	}
	defer e.conn.Close()
	if err := e.identify(quien.token); err != nil {
		return r, err
	}
	timeout, _ := ctx.Deadline()
	_ = e.conn.SetWriteDeadline(timeout)
	request := body(`query($c: ID!) { carpeta(id: $c) { documentos(first: 100) { nodes { id documentoId titulo estadoDocumento fechaRecepcion tamanoBytes } } } }`,
		map[string]any{"c": quien.carpetaID})
	for i := 0; ctx.Err() == nil; i++ {
		since := time.Now()
		if e.command(mensaje{Type: "subscribe", ID: fmt.Sprint(i), Payload: request}) != nil {
			break // the server takes no more, or the time is up
		}
		r.note(nobodyReads, time.Since(since))
		time.Sleep(time.Millisecond)
	}
	<-ctx.Done()
	return r, nil
}

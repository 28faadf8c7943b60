package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// What subscribers wait for.
const (
	heard   = "heard: "
	erased  = heard + "COMPLETADA of a deletion"
	late    = heard + "COMPLETADA after an undo window"
	arrived = heard + "LLEGO of an upload"
)

// hearer follows the deletions and the news of one carpeta, on one socket.
type hearer struct {
	socket *socket
	tally  *tally
	end    chan struct{}

	mu       sync.Mutex
	expected map[string]time.Time // by kind and document: since when the message is waited for
	ended    error
}

const (
	loadDeletions = `subscription($c: ID!) { eliminacionesDeCarpeta(carpetaId: $c) { documentoId estado } }`
	loadNews      = `subscription($c: ID!) { novedadesDeCarpeta(carpetaId: $c) { documentoId tipo } }`
)

// listen has a person follow what happens in the carpeta.
func (s *server) listen(ctx context.Context, p *person) error {
	e, err := s.dial(ctx)
	if err != nil {
		return err
	}
	if err := e.identify(p.token); err != nil {
		return errors.Join(err, e.conn.Close())
	}
	for id, query := range map[string]string{"1": loadDeletions, "2": loadNews} {
		if err := e.command(mensaje{Type: "subscribe", ID: id, Payload: body(query, map[string]any{"c": p.CarpetaID})}); err != nil {
			return errors.Join(err, e.conn.Close())
		}
	}
	p.heard = &hearer{socket: e, end: make(chan struct{}), expected: map[string]time.Time{}}
	go p.heard.read()
	return nil
}

func (l *hearer) read() {
	defer close(l.end)
	for {
		text, err := l.socket.text()
		now := time.Now()
		if err == nil && !bytes.Contains(text, []byte(`"type":"next"`)) {
			err = fmt.Errorf("a subscription ended: %s", text)
		}
		l.mu.Lock()
		if err != nil {
			l.ended = err
			l.mu.Unlock()
			return
		}
		id := textAfter(text, `"documentoId":"`)
		switch {
		case bytes.Contains(text, []byte(`"COMPLETADA"`)):
			l.came(erased, id, now)
			l.came(late, id, now)
		case bytes.Contains(text, []byte(`"LLEGO"`)):
			l.came(arrived, id, now)
		}
		l.mu.Unlock()
	}
}

// came counts a message that was waited for. Others are of the load before, or not of the load.
func (l *hearer) came(kind, id string, now time.Time) {
	since, waited := l.expected[kind+id]
	if waited {
		delete(l.expected, kind+id)
		l.tally.note(kind, now.Sub(since), nil)
	}
}

// expects has the person's subscriber wait for a message, if there is one.
func (p *person) expects(documentoID, kind string, since time.Time) {
	if p.heard == nil {
		return
	}
	p.heard.mu.Lock()
	defer p.heard.mu.Unlock()
	p.heard.expected[kind+documentoID] = since
}

// count is for whom the messages from now on are counted.
func (l *hearer) count(t *tally) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tally = t
}

// missing are the messages that have not come, and why the subscription ended, if it did.
func (l *hearer) missing() (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.expected), l.ended
}

func (l *hearer) close() {
	_ = l.socket.conn.Close() // it ends the reader
	<-l.end
}

// forget gives up what has not come.
func (l *hearer) forget() {
	l.mu.Lock()
	defer l.mu.Unlock()
	clear(l.expected)
}

package attack

import (
	"context"
	"fmt"
	"strings"
	"time"
)

func subscribe(id, payload string) []byte {
	return message(nil, wsText, []byte(`{"type":"subscribe","id":"`+id+`","payload":`+payload+`}`))
}

// secondOperations subscribes 40 times on each of 64 sockets. The documents differ, and
// each has an operation that nobody chose.
func secondOperations(ctx context.Context, p *party) {
	fields := manyFields(20)
	p.each(ctx, 64, func(i int) {
		c := p.citizen(i)
		s, err := p.open(ctx, i, c.Token)
		if err != nil {
			return
		}
		defer s.conn.Close()
		go func() {
			for n := range 40 {
				text := fmt.Sprintf("subscription A($e: ID!) { eliminacion(eventoId: $e) { secuencia } } query B%d { nodes(ids: [1]) { %s } }", 40*i+n, fields)
				if _, err := s.conn.Write(subscribe(fmt.Sprint(n), fmt.Sprintf(`{"operationName":"A","query":%q,"variables":{"e":%q}}`, text, c.Evento))); err != nil {
					return
				}
			}
		}()
		p.listen(ctx, s)
	})
}

// unsharedEvents has 200 subscriptions ask for a hundred documents with signed addresses
// at each event, and deletes a document each second.
func unsharedEvents(ctx context.Context, p *party) {
	const query = `subscription($c: ID!) { eliminacionesDeCarpeta(carpetaId: $c) { secuencia carpeta { documentos(first: 100) { nodes { id titulo urlDescarga } } } } }`
	go p.deletions(ctx)
	p.each(ctx, 4, func(i int) {
		c := p.citizen(i)
		s, err := p.open(ctx, i, c.Token)
		if err != nil {
			return
		}
		defer s.conn.Close()
		go func() {
			for n := range 50 {
				if _, err := s.conn.Write(subscribe(fmt.Sprint(n), string(operation(query, map[string]any{"c": c.CarpetaID})))); err != nil {
					return
				}
			}
		}()
		p.listen(ctx, s)
	})
}

// deletions deletes a document of each of the first four citizens every second.
func (p *party) deletions(ctx context.Context) {
	for n := 0; ctx.Err() == nil; n++ {
		rest(ctx, time.Second)
		for i := range min(4, len(p.Citizens)) {
			if ds := p.Citizens[i].Documentos; n < len(ds) {
				_, _ = p.remove(ctx, p.Citizens[i], ds[n], 0) // a refusal is counted
			}
		}
	}
}

// socketPayloads sends 40 MB of variables as nobody, ten messages on each socket.
func socketPayloads(ctx context.Context, p *party) {
	zeros := strings.Repeat("0,", 130_000) + "0"
	p.each(ctx, 16, func(i int) {
		s, err := p.open(ctx, i, "")
		if err != nil {
			return
		}
		defer s.conn.Close()
		go func() {
			for n := range 10 {
				if _, err := s.conn.Write(subscribe(fmt.Sprint(n), `{"query":"{ __typename }","variables":{"x":[`+zeros+`]}}`)); err != nil {
					return
				}
			}
		}()
		p.listen(ctx, s)
	})
}

// pings sends what needs no answer, or a short one, 1.25 MB/s in all.
func pings(ctx context.Context, p *party) {
	kinds := [][]byte{
		message(nil, wsPing, make([]byte, 8)), message(nil, wsText, []byte(`{"type":"ping"}`)),
		message(nil, wsText, []byte(`{"type":"complete","id":"1"}`)), message(message(nil, wsPong, nil), wsText, []byte(`{"type":"pong"}`)),
	}
	const perSecond = 1_250_000 / 4
	p.each(ctx, len(kinds), func(i int) {
		s, err := p.open(ctx, i, "")
		if err != nil {
			return
		}
		defer s.conn.Close()
		many := []byte(strings.Repeat(string(kinds[i]), 4096/len(kinds[i])))
		go func() {
			for start, sent := time.Now(), 0; ctx.Err() == nil; sent += len(many) {
				if _, err := s.conn.Write(many); err != nil {
					return
				}
				rest(ctx, time.Until(start.Add(time.Duration(sent)*time.Second/perSecond)))
			}
		}()
		p.listen(ctx, s)
	})
}

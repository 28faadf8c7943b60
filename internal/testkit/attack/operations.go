package attack

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/coder/websocket"
)

const follow = `subscription($e: ID!) { eliminacion(eventoId: $e) { secuencia } }`

// secondOperations subscribes 40 times on each of 64 sockets. The documents differ, and each has an operation that nobody
// chose.
func secondOperations(ctx context.Context, p *party) {
	fields := manyFields(20)
	p.sockets(ctx, 64, p.ofCitizen, func(i int, s *websocket.Conn) {
		for n := range 40 {
			text := fmt.Sprintf("subscription A($e: ID!) { eliminacion(eventoId: $e) { secuencia } } query B%d { nodes(ids: [1]) { %s } }", 40*i+n, fields)
			if !subscribe(ctx, s, n, fmt.Sprintf(`{"operationName":"A","query":%q,"variables":{"e":%q}}`, text, p.citizen(i).Evento)) {
				return
			}
		}
	})
}

// unsharedEvents has 200 subscriptions ask for a hundred documents with signed addresses at each event, and deletes a
// document each second.
func unsharedEvents(ctx context.Context, p *party) {
	const query = `subscription($c: ID!) { eliminacionesDeCarpeta(carpetaId: $c) { secuencia carpeta { documentos(first: 100) { nodes { id titulo urlDescarga } } } } }`
	go p.deletions(ctx)
	p.sockets(ctx, 4, p.ofCitizen, func(i int, s *websocket.Conn) {
		payload := textOf(operation(query, map[string]any{"c": p.citizen(i).CarpetaID}))
		for n := 0; n < 50 && subscribe(ctx, s, n, payload); n++ {
		}
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

// eventStreams opens streams with a body of which nothing is needed.
func eventStreams(ctx context.Context, p *party) {
	extension := strings.Repeat("[],", 9_000) + `"` + strings.Repeat("x", mib-60_000) + `"`
	p.clients(ctx, 64, func(i int) {
		c := p.citizen(i)
		r := p.post(c.Token, strings.NewReader(fmt.Sprintf(`{"query":%q,"variables":{"e":%q},"extensions":{"x":[%s]}}`, follow, c.Evento, extension)))
		r.Header.Set("Accept", "text/event-stream")
		p.once(ctx, i, r)
	})
}

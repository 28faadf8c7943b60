package attack

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
)

const mib = 1 << 20

// documentsOfLists sends 1,500 documents with 4,900 elements each, and again.
func documentsOfLists(ctx context.Context, p *party) {
	list := strings.Repeat("1 ", 4900)
	p.crowd(ctx, 8, func(client, n int) []byte {
		return p.request(p.mixed(client), "", operation(fmt.Sprintf("{nodes(ids:[%s %d]){id}}", list, 8*n+client), nil))
	})
}

// documentsOfFields sends valid documents with as many fields as may be, each of them new: they are read,
// checked and run.
func documentsOfFields(ctx context.Context, p *party) {
	fields := manyFields(48)
	p.crowd(ctx, 8, func(client, n int) []byte {
		return p.request(p.mixed(client), "", operation(fmt.Sprintf(`{nodes(ids:["%d"]){%s}}`, 8*n+client, fields), nil))
	})
}

// manyFields selects 24 fields of a node, each so many times: the limit is 50 of one name.
func manyFields(times int) string {
	return "...on Documento{" + strings.Repeat("id documentoId titulo tipoDocumento contextoDocumento estadoDocumento tamanoBytes hashDocumento nombreArchivo tipoContenido fechaRecepcion fechaUltimaModificacion certificado esDescargable ", times) +
		"}...on Eliminacion{" + strings.Repeat("eventoId estado pasoActual secuencia estadoEvento documentoGlobalId documentoEliminadoId ", times) +
		"}...on Carpeta{" + strings.Repeat("carpetaId operadorId totalDocumentosAproximado ", times) + "}"
}

// readingPlaces sends large variables beside a document that is known.
func readingPlaces(ctx context.Context, p *party) {
	zeros := strings.Repeat("0,", mib/2-100) + "0"
	body := []byte(`{"query":"{ __typename }","variables":{"x":[` + zeros + `]}}`)
	p.crowd(ctx, 8, func(client, _ int) []byte { return p.request(p.mixed(client), "", body) })
}

// longAccept sends a header that takes long to read.
func longAccept(ctx context.Context, p *party) {
	accept := "Accept: " + strings.Repeat("a/b;q=0.5,", 2400) + "application/json\r\n"
	data := p.request("", accept, operation("{ __typename }", nil))
	p.crowd(ctx, 4, func(int, int) []byte { return data })
}

const follow = `subscription($e: ID!) { eliminacion(eventoId: $e) { secuencia } }`

// eventStreams opens streams with a body of which nothing is needed.
func eventStreams(ctx context.Context, p *party) {
	var group sync.WaitGroup
	for i := range 64 {
		c := p.citizen(i)
		body := fmt.Sprintf(`{"query":%q,"variables":{"e":%q},"extensions":{"x":[%s"%s"]}}`,
			follow, c.Evento, strings.Repeat("[],", 9_000), strings.Repeat("x", mib-60_000))
		data := p.request(c.Token, "Accept: text/event-stream\r\n", []byte(body))
		group.Go(func() {
			conn, err := p.dial(ctx, i)
			if err != nil {
				p.cut(ctx)
				return
			}
			since := time.Now()
			go func() { _, _ = conn.Write(data) }()
			p.stream(ctx, conn, since)
		})
	}
	group.Wait()
}

// stream reads an event stream to its end, and counts a refusal.
func (p *party) stream(ctx context.Context, conn io.Reader, since time.Time) {
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		p.cut(ctx)
		return
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusOK && strings.HasPrefix(resp.Header.Get("Content-Type"), "text/event-stream") {
		p.tally.take()
		_, _ = io.Copy(io.Discard, resp.Body)
		return
	}
	text, _ := io.ReadAll(resp.Body)
	p.tally.answer(text, since)
}

// stalledBodies sends all but the last byte, and waits.
func stalledBodies(ctx context.Context, p *party) {
	body := []byte(`{"query":"` + strings.Repeat(" ", mib-20) + `"}`)
	p.each(ctx, 600, func(i int) {
		conn, err := p.dial(ctx, i)
		if err != nil {
			p.cut(ctx)
			return
		}
		since := time.Now()
		defer conn.Close()
		go func() {
			_, _ = conn.Write(p.head(p.mixed(i), "", len(body)))
			_, _ = conn.Write(body[:len(body)-1])
		}()
		p.watch(ctx, conn, since)
	})
}

// eachConn is each, of clients that connect first. A connection that is not to be had was cut off.
func (p *party) eachConn(ctx context.Context, clients int, dial func(context.Context, int) (net.Conn, error), do func(i int, conn net.Conn)) {
	p.each(ctx, clients, func(i int) {
		conn, err := dial(ctx, i)
		if err != nil {
			p.cut(ctx)
			return
		}
		defer conn.Close()
		do(i, conn)
	})
}

// each runs so many clients, each of which begins anew when it is done.
func (p *party) each(ctx context.Context, clients int, do func(i int)) {
	var group sync.WaitGroup
	for i := range clients {
		group.Go(func() {
			for ctx.Err() == nil {
				do(i)
				rest(ctx, 50*pause)
			}
		})
	}
	group.Wait()
}

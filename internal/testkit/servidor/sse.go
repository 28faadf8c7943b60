package servidor

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
)

// SSE subscribes by a POST that is answered with an event stream.
func SSE(t testing.TB, c Cliente, query string, variables map[string]any) *Suscripcion {
	t.Helper()
	ctx, cancelar := context.WithCancel(context.WithoutCancel(t.Context()))
	req, err := c.peticion(ctx, query, variables)
	if err != nil {
		cancelar()
		t.Fatal(err)
	}
	req.Header.Set("Accept", "text/event-stream")
	resp, err := (&http.Client{}).Do(req) // no limit of time: the stream is long
	if err != nil {
		cancelar()
		t.Fatal(err)
	}
	if tipo := resp.Header.Get("Content-Type"); resp.StatusCode != http.StatusOK || !strings.HasPrefix(tipo, "text/event-stream") {
		cancelar()
		t.Fatalf("SSE: %s, %s", resp.Status, tipo)
	}
	lineas := bufio.NewReader(resp.Body)
	return recibir(t, func() { cancelar(); _ = resp.Body.Close() }, func(context.Context) (json.RawMessage, *Fin) { return leerEvento(lineas) })
}

// leerEvento reads up to the blank line that ends an event; comments keep the
// connection alive and say nothing.
func leerEvento(r *bufio.Reader) (json.RawMessage, *Fin) {
	evento, data := "", ""
	for {
		linea, err := r.ReadString('\n')
		if errors.Is(err, io.EOF) {
			return nil, &Fin{} // ended without a word
		}
		if err != nil {
			return nil, &Fin{Err: err}
		}
		nombre, valor, _ := strings.Cut(strings.TrimRight(linea, "\r\n"), ":")
		switch nombre {
		case "event":
			evento = strings.TrimPrefix(valor, " ")
		case "data":
			data += strings.TrimPrefix(valor, " ")
		}
		if linea == "\n" && evento == "next" {
			return mensaje([]byte(data))
		}
		if linea == "\n" && evento == "complete" {
			return nil, &Fin{Completa: true}
		}
	}
}

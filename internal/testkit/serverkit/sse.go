package serverkit

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// AbrirSSE subscribes by a POST that is answered with an event stream.
func AbrirSSE(ctx context.Context, c Cliente, query string, variables map[string]any) (*Suscripcion, error) {
	// The stream outlives the opening, which alone ctx bounds.
	vida, cancelar := context.WithCancel(context.WithoutCancel(ctx))
	abierta := context.AfterFunc(ctx, cancelar)
	s, err := abrirSSE(vida, cancelar, c, query, variables)
	if err == nil && !abierta() {
		s.Cerrar()
		err = ctx.Err()
	}
	if err != nil {
		cancelar()
		return nil, err
	}
	return s, nil
}

func abrirSSE(ctx context.Context, cancelar func(), c Cliente, query string, variables map[string]any) (*Suscripcion, error) {
	req, err := c.peticion(ctx, query, variables)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "text/event-stream")
	resp, err := (&http.Client{}).Do(req) // no limit of time: the stream is long
	if err != nil {
		return nil, err
	}
	if tipo := resp.Header.Get("Content-Type"); resp.StatusCode != http.StatusOK || !strings.HasPrefix(tipo, "text/event-stream") {
		_ = resp.Body.Close()
		return nil, fmt.Errorf("SSE: %s, %s", resp.Status, tipo)
	}
	lineas := bufio.NewReader(resp.Body)
	return recibir(func() { cancelar(); _ = resp.Body.Close() }, func(context.Context) (json.RawMessage, *Fin) { return leerEvento(lineas) }), nil
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

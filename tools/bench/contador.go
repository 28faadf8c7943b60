package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"sync"
)

// contador stands between a server and DynamoDB and counts what is written:
// items, and capacity of tables and indexes apart, which the server's own metrics
// do not tell. It costs time, so times are measured without it.
type contador struct {
	srv *httptest.Server

	mu      sync.Mutex
	escrito escrito
}

// escrito is what writes came to.
type escrito struct {
	items           float64
	tablas, indices float64 // capacity units
}

type consumo struct {
	Table                  unidades
	GlobalSecondaryIndexes map[string]unidades
}

type unidades struct{ CapacityUnits float64 }

func nuevoContador(destino string) (*contador, error) {
	u, err := url.Parse(destino)
	if err != nil {
		return nil, err
	}
	c := &contador{}
	proxy := httputil.NewSingleHostReverseProxy(u)
	proxy.ModifyResponse = c.respuesta
	c.srv = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c.pedido(r)
		proxy.ServeHTTP(w, r)
	}))
	return c, nil
}

func (c *contador) cerrar() { c.srv.Close() }

// pedido asks for the capacity in detail. The emulator checks no signature.
func (c *contador) pedido(r *http.Request) {
	cuerpo, err := io.ReadAll(r.Body)
	if err != nil {
		return // the call fails at its sender
	}
	var campos map[string]json.RawMessage
	if json.Unmarshal(cuerpo, &campos) == nil && len(campos["ReturnConsumedCapacity"]) > 0 {
		campos["ReturnConsumedCapacity"] = json.RawMessage(`"INDEXES"`)
		if nuevo, err := json.Marshal(campos); err == nil {
			cuerpo = nuevo
		}
	}
	op := operacion(r)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.escrito.items += itemsEscritos(op, campos)
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(cuerpo)), int64(len(cuerpo))
}

// escrituras are the operations that deletions may write with.
var escrituras = []string{"TransactWriteItems", "PutItem", "UpdateItem", "DeleteItem"}

func operacion(r *http.Request) string {
	_, op, _ := strings.Cut(r.Header.Get("X-Amz-Target"), ".")
	return op
}

func itemsEscritos(op string, campos map[string]json.RawMessage) float64 {
	switch op {
	case "PutItem", "UpdateItem", "DeleteItem":
		return 1
	case "TransactWriteItems":
		var items []struct{ Put, Update, Delete json.RawMessage }
		_ = json.Unmarshal(campos["TransactItems"], &items) // then it counts as none, and the figure shows it
		n := 0.0
		for _, i := range items {
			if len(i.Put)+len(i.Update)+len(i.Delete) > 0 { // a ConditionCheck writes nothing
				n++
			}
		}
		return n
	}
	return 0
}

// respuesta adds up, and passes the body on as it is: it has a checksum.
func (c *contador) respuesta(r *http.Response) error {
	if !slices.Contains(escrituras, operacion(r.Request)) {
		return nil
	}
	cuerpo, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	r.Body = io.NopCloser(bytes.NewReader(cuerpo))
	var uno struct{ ConsumedCapacity consumo }
	var varios struct{ ConsumedCapacity []consumo }
	if json.Unmarshal(cuerpo, &uno) == nil {
		varios.ConsumedCapacity = []consumo{uno.ConsumedCapacity}
	} else if json.Unmarshal(cuerpo, &varios) != nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, cs := range varios.ConsumedCapacity {
		c.escrito.tablas += cs.Table.CapacityUnits
		for _, i := range cs.GlobalSecondaryIndexes {
			c.escrito.indices += i.CapacityUnits
		}
	}
	return nil
}

// tomar returns what was written since the last time.
func (c *contador) tomar() escrito {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.escrito
	c.escrito = escrito{}
	return e
}

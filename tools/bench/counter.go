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

// counter stands between a server and DynamoDB, and adds up what writes cost:
// capacity of tables and of indexes apart, which the server's own metrics do not tell. It costs time, so times are measured without it.
type counter struct {
	srv *httptest.Server

	mu      sync.Mutex
	written written
}

// written is what writes came to.
type written struct {
	tables, indexes float64 // capacity units
	// Of these, of the indexes whose partitions are operadores: what is due, and the deletions of a state.
	pending, ofOperador float64
}

const (
	pendingIndex    = "pendientes"
	ofOperadorIndex = "porOperador"
)

type consumption struct {
	Table                  units
	GlobalSecondaryIndexes map[string]units
}

type units struct{ CapacityUnits float64 }

func newCounter(target string) (*counter, error) {
	u, err := url.Parse(target)
	if err != nil {
		return nil, err
	}
	c := &counter{}
	proxy := httputil.NewSingleHostReverseProxy(u)
	proxy.ModifyResponse = c.answer
	c.srv = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c.request(r)
		proxy.ServeHTTP(w, r)
	}))
	return c, nil
}

func (c *counter) close() { c.srv.Close() }

// request asks for the capacity in detail. The emulator checks no signature.
func (c *counter) request(r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the call fails at its sender
	}
	var campos map[string]json.RawMessage
	if json.Unmarshal(body, &campos) == nil && len(campos["ReturnConsumedCapacity"]) > 0 {
		campos["ReturnConsumedCapacity"] = json.RawMessage(`"INDEXES"`)
		if fresh, err := json.Marshal(campos); err == nil {
			body = fresh
		}
	}
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
}

// deeds are the operations that write; the trail's looks are a batch.
var deeds = []string{"TransactWriteItems", "BatchWriteItem", "PutItem", "UpdateItem", "DeleteItem"}

func operacion(r *http.Request) string {
	_, op, _ := strings.Cut(r.Header.Get("X-Amz-Target"), ".")
	return op
}

// answer adds up, and passes the body on as it is: it has a checksum.
func (c *counter) answer(r *http.Response) error {
	if !slices.Contains(deeds, operacion(r.Request)) {
		return nil
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	var one struct{ ConsumedCapacity consumption }
	var several struct{ ConsumedCapacity []consumption }
	if json.Unmarshal(body, &one) == nil {
		several.ConsumedCapacity = []consumption{one.ConsumedCapacity}
	} else if json.Unmarshal(body, &several) != nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, cs := range several.ConsumedCapacity {
		c.written.tables += cs.Table.CapacityUnits
		for _, i := range cs.GlobalSecondaryIndexes {
			c.written.indexes += i.CapacityUnits
		}
		c.written.pending += cs.GlobalSecondaryIndexes[pendingIndex].CapacityUnits
		c.written.ofOperador += cs.GlobalSecondaryIndexes[ofOperadorIndex].CapacityUnits
	}
	return nil
}

// take returns the writes since the last time.
func (c *counter) take() written {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.written
	c.written = written{}
	return e
}

package hotkeys

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"strings"
	"sync"
	"time"
)

// Key is one value of a partition key.
type Key struct{ Table, Index, Value string }

// Model stands between a client and an emulator. Its requests run one after the other.
type Model struct {
	Emulator http.RoundTripper
	Clock    func() time.Time
	Write    float64 // units a second that a key takes; DynamoDB: 1,000
	Read     float64 // DynamoDB: 3,000

	mu      sync.Mutex
	tables  map[string]*table
	writes  ledger
	reads   ledger
	refused map[Key]int
}

// table is what the model has learned of a table when it was made.
type table struct {
	keys    []string
	indexes map[string]*index
}

type index struct {
	keys      []string
	all       bool
	projected map[string]bool
}

// ledger is what keys have used of their budget.
type ledger struct {
	used map[Key]float64 // in all
	left map[Key]budget
}

type budget struct {
	units float64
	at    time.Time
}

// has reports whether a key has anything left: its budget refills to one second's worth.
func (l *ledger) has(k Key, limit float64, now time.Time) bool { return l.at(k, limit, now).units > 0 }

func (l *ledger) at(k Key, limit float64, now time.Time) budget {
	b, known := l.left[k]
	if !known {
		return budget{limit, now}
	}
	return budget{min(limit, b.units+limit*now.Sub(b.at).Seconds()), now}
}

func (l *ledger) take(k Key, units, limit float64, now time.Time) {
	if l.used == nil {
		l.used, l.left = map[Key]float64{}, map[Key]budget{}
	}
	b := l.at(k, limit, now)
	b.units -= units
	l.left[k] = b
	l.used[k] += units
}

// Written are the units of writing of each key so far.
func (m *Model) Written() map[Key]float64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return maps.Clone(m.writes.used)
}

// Readings are the units of reading of each key so far.
func (m *Model) Readings() map[Key]float64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return maps.Clone(m.reads.used)
}

// Refused are the requests, and keys of a BatchGetItem, that were refused for each key; it forgets them.
func (m *Model) Refused() map[Key]int {
	m.mu.Lock()
	defer m.mu.Unlock()
	r := m.refused
	m.refused = nil
	return r
}

// Forget begins the counting of units anew.
func (m *Model) Forget() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.writes, m.reads = ledger{}, ledger{}
}

// RoundTrip implements http.RoundTripper.
func (m *Model) RoundTrip(r *http.Request) (*http.Response, error) {
	_, action, _ := strings.Cut(r.Header.Get("X-Amz-Target"), ".")
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	var in request
	if err := json.Unmarshal(body, &in); err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	x := exchange{m: m, r: r, body: body, in: in}
	switch action {
	case "CreateTable":
		m.learn(in)
	case "GetItem", "Query":
		return x.read()
	case "BatchGetItem":
		return x.readBatch()
	case "PutItem", "UpdateItem", "DeleteItem":
		return x.write([]write{writeOf(action, in.part)}, 1, refuseOne)
	case "TransactWriteItems":
		var ws []write
		for _, t := range in.TransactItems {
			for kind, p := range t {
				ws = append(ws, writeOf(kind, p))
			}
		}
		return x.write(ws, 2, refuseTransaction)
	case "BatchWriteItem":
		var ws []write
		for name, rs := range in.RequestItems {
			for _, put := range rs.writes() {
				ws = append(ws, write{table: name, item: put})
			}
		}
		return x.write(ws, 1, x.leaveOver)
	}
	return x.send(body)
}

func (m *Model) learn(in request) {
	if m.tables == nil {
		m.tables = map[string]*table{}
	}
	t := &table{keys: names(in.KeySchema), indexes: map[string]*index{}}
	for _, g := range in.GlobalSecondaryIndexes {
		i := &index{keys: names(g.KeySchema), all: g.Projection.ProjectionType == "ALL", projected: map[string]bool{}}
		for _, n := range append(append(g.Projection.NonKeyAttributes, i.keys...), t.keys...) {
			i.projected[n] = true
		}
		t.indexes[g.IndexName] = i
	}
	m.tables[in.TableName] = t
}

// exchange is one request.
type exchange struct {
	m    *Model
	r    *http.Request
	body []byte
	in   request
}

func (x exchange) send(body []byte) (*http.Response, error) {
	r := x.r.Clone(x.r.Context())
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	return x.m.Emulator.RoundTrip(r)
}

// ask makes a call of the model's own.
func (x exchange) ask(action string, in any) (item, error) {
	body, err := json.Marshal(in)
	if err != nil {
		return nil, err
	}
	x.r = x.r.Clone(x.r.Context())
	x.r.Header.Set("X-Amz-Target", "DynamoDB_20120810."+action)
	resp, err := x.send(body)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	var out struct{ Item item }
	return out.Item, json.NewDecoder(resp.Body).Decode(&out)
}

// read lets a read pass if its key has something left, and books what the answer says that it took.
func (x exchange) read() (*http.Response, error) {
	if x.m.tables[x.in.TableName] == nil {
		return x.send(x.body) // made before the model looked
	}
	now, k := x.m.Clock(), x.m.keyOfRead(x.in)
	if !x.m.reads.has(k, x.m.Read, now) {
		x.m.refuse(k)
		return refuseOne(x, nil)
	}
	resp, err := x.send(x.body)
	if err != nil || resp.StatusCode != http.StatusOK {
		return resp, err
	}
	text, err := io.ReadAll(resp.Body)
	_ = resp.Body.Close()
	resp.Body = io.NopCloser(bytes.NewReader(text))
	var out struct {
		ConsumedCapacity struct{ CapacityUnits float64 }
	}
	if err == nil {
		err = json.Unmarshal(text, &out)
	}
	x.m.reads.take(k, out.ConsumedCapacity.CapacityUnits, x.m.Read, now)
	return resp, err
}

// write lets writes pass if all their keys have something left, and books what they changed.
func (x exchange) write(ws []write, each float64, refuse func(x exchange, hot []bool) (*http.Response, error)) (*http.Response, error) {
	now, m := x.m.Clock(), x.m
	hot, some := make([]bool, len(ws)), false
	for i := range ws {
		w := &ws[i]
		t := m.tables[w.table]
		if t == nil {
			return x.send(x.body) // made before the model looked
		}
		if w.key = w.item.only(t.keys); w.item == nil || w.partial {
			w.key = w.given
		}
		var err error
		if w.old, err = x.ask("GetItem", lookup{w.table, w.key, true}); err != nil {
			return nil, err
		}
		for _, k := range t.touched(w) {
			if !m.writes.has(k, m.Write, now) {
				m.refuse(k)
				hot[i], some = true, true
			}
		}
	}
	if some {
		return refuse(x, hot)
	}
	resp, err := x.send(x.body)
	if err != nil || resp.StatusCode != http.StatusOK {
		return resp, err
	}
	for _, w := range ws {
		fresh, err := x.ask("GetItem", lookup{w.table, w.key, true})
		if err != nil {
			return nil, err
		}
		for k, units := range m.tables[w.table].units(w, fresh, each) {
			m.writes.take(k, units, m.Write, now)
		}
	}
	return resp, nil
}

func (m *Model) refuse(k Key) {
	if m.refused == nil {
		m.refused = map[Key]int{}
	}
	m.refused[k]++
}

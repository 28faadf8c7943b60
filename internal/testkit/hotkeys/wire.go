package hotkeys

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"net/http"
	"reflect"
	"regexp"
	"strings"
)

// item is a row on the wire: attribute → {type: value}.
type item map[string]map[string]any

// request are the members of requests that the model reads.
type request struct {
	part
	KeySchema              []keyElement
	GlobalSecondaryIndexes []struct {
		IndexName  string
		KeySchema  []keyElement
		Projection struct {
			ProjectionType   string
			NonKeyAttributes []string
		}
	}
	IndexName                 string
	KeyConditionExpression    string
	ExpressionAttributeNames  map[string]string
	ExpressionAttributeValues item
	TransactItems             []map[string]part
	RequestItems              map[string]batch
}

type keyElement struct{ AttributeName string }

// part is one write.
type part struct {
	TableName string
	Key, Item item
}

type batch json.RawMessage

// UnmarshalJSON keeps it for later: a read has another form.
func (b *batch) UnmarshalJSON(text []byte) error { *b = bytes.Clone(text); return nil }

// MarshalJSON is what was kept.
func (b batch) MarshalJSON() ([]byte, error) { return b, nil }

func (b batch) writes() (puts []item) {
	var rs []struct{ PutRequest struct{ Item item } }
	if json.Unmarshal(b, &rs) != nil {
		return nil
	}
	for _, r := range rs {
		puts = append(puts, r.PutRequest.Item)
	}
	return puts
}

type lookup struct {
	TableName      string
	Key            item
	ConsistentRead bool
}

// write is one write, with what is stored before it.
type write struct {
	table      string
	item       item // of a put
	given      item // the key of any other
	key, old   item
	partial    bool // an update or a removal
	conditions bool // it only looks
}

func writeOf(kind string, p part) write {
	kind = strings.TrimSuffix(kind, "Item")
	return write{table: p.TableName, item: p.Item, given: p.Key, partial: kind != "Put", conditions: kind == "ConditionCheck"}
}

func names(es []keyElement) (ns []string) {
	for _, e := range es {
		ns = append(ns, e.AttributeName)
	}
	return ns
}

func (i item) only(keys []string) item {
	o := item{}
	for _, k := range keys {
		if v, ok := i[k]; ok {
			o[k] = v
		}
	}
	return o
}

func (i item) has(keys []string) bool { return len(i.only(keys)) == len(keys) }

func (i item) text(name string) string { s, _ := i[name]["S"].(string); return s }

// size is about what the service counts.
func (i item) size() (n int) {
	for name, v := range i {
		n += len(name) + sizeOf(v)
	}
	return n
}

func sizeOf(v any) (n int) {
	switch v := v.(type) {
	case string:
		return len(v)
	case map[string]any:
		for name, w := range v {
			if n += sizeOf(w); len(name) > 2 {
				n += len(name) + 1
			}
		}
	case []any:
		n = 3
		for _, w := range v {
			n += 1 + sizeOf(w)
		}
	default:
		return 1
	}
	return n
}

func kib(i item) float64 { return math.Max(1, math.Ceil(float64(i.size())/1024)) }

// entry is what an index has of a row; nil if it is not in it.
func (x *index) entry(i item) item {
	if !i.has(x.keys) {
		return nil
	}
	if x.all {
		return i
	}
	e := item{}
	for name, v := range i {
		if x.projected[name] {
			e[name] = v
		}
	}
	return e
}

func (x *index) key(table, name string, e item) Key { return Key{table, name, e.text(x.keys[0])} }

// touched are the keys of a write, as far as they are known before it.
func (t *table) touched(w *write) []Key {
	ks := []Key{{w.table, "", w.key.text(t.keys[0])}}
	if w.conditions {
		return ks
	}
	for name, x := range t.indexes {
		for _, i := range []item{w.old, w.item} {
			if e := x.entry(i); e != nil {
				ks = append(ks, x.key(w.table, name, e))
			}
		}
	}
	return ks
}

// units are what a write took of each key.
func (t *table) units(w write, fresh item, each float64) map[Key]float64 {
	larger := fresh
	if w.old.size() > fresh.size() {
		larger = w.old
	}
	us := map[Key]float64{{w.table, "", w.key.text(t.keys[0])}: each * kib(larger)}
	if w.conditions {
		return us
	}
	for name, x := range t.indexes {
		before, after := x.entry(w.old), x.entry(fresh)
		same := before != nil && after != nil && reflect.DeepEqual(before.only(x.keys), after.only(x.keys))
		switch {
		case same && !reflect.DeepEqual(before, after):
			us[x.key(w.table, name, after)] += kib(after)
		case !same:
			if before != nil {
				us[x.key(w.table, name, before)] += kib(before)
			}
			if after != nil {
				us[x.key(w.table, name, after)] += kib(after)
			}
		}
	}
	return us
}

// keyOfRead is the key that a GetItem or a Query asks.
func (m *Model) keyOfRead(in request) Key {
	t := m.tables[in.TableName]
	hash := t.keys[0]
	if x := t.indexes[in.IndexName]; x != nil {
		hash = x.keys[0]
	}
	if in.Key != nil {
		return Key{in.TableName, "", in.Key.text(hash)}
	}
	for short, name := range in.ExpressionAttributeNames {
		if name != hash {
			continue
		}
		if found := regexp.MustCompile(regexp.QuoteMeta(short) + `\s*=\s*(:\w+)`).FindStringSubmatch(in.KeyConditionExpression); found != nil {
			return Key{in.TableName, in.IndexName, in.ExpressionAttributeValues.text(found[1])}
		}
	}
	return Key{in.TableName, in.IndexName, ""}
}

func answer(status int, body any) (*http.Response, error) {
	text, err := json.Marshal(body)
	return &http.Response{
		StatusCode: status, Header: http.Header{"Content-Type": {"application/x-amz-json-1.0"}},
		Body: io.NopCloser(bytes.NewReader(text)), ContentLength: int64(len(text)),
	}, err
}

// refuseOne is how the service refuses a single read or write.
func refuseOne(exchange, []bool) (*http.Response, error) {
	return answer(http.StatusBadRequest, map[string]string{
		"__type":  "com.amazon.coral.availability#ThrottlingException",
		"message": "Throughput exceeds the current capacity of your table or index.",
	})
}

// refuseTransaction names the parts that were too much.
func refuseTransaction(_ exchange, hot []bool) (*http.Response, error) {
	reasons := make([]map[string]string, len(hot))
	var codes []string
	for i := range hot {
		if reasons[i] = map[string]string{"Code": "None"}; hot[i] {
			reasons[i] = map[string]string{"Code": "ThrottlingError", "Message": "Throughput exceeds the current capacity of your table or index."}
		}
		codes = append(codes, reasons[i]["Code"])
	}
	return answer(http.StatusBadRequest, map[string]any{
		"__type":              "com.amazonaws.dynamodb.v20120810#TransactionCanceledException",
		"Message":             "Transaction cancelled, please refer cancellation reasons for specific reasons [" + strings.Join(codes, ", ") + "]",
		"CancellationReasons": reasons,
	})
}

// leaveOver is how a batch is refused: nothing of it is done, and all of it comes back.
func (x exchange) leaveOver(exchange, []bool) (*http.Response, error) {
	var in struct{ RequestItems json.RawMessage }
	if err := json.Unmarshal(x.body, &in); err != nil {
		return nil, err
	}
	return answer(http.StatusOK, map[string]any{"UnprocessedItems": in.RequestItems})
}

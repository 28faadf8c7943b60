package hotkeys

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"net/http"
)

// only is what BatchGetItem asks of a table with some of its keys: the other members stay as they were sent.
func (b batch) only(keys []item) (batch, error) {
	members := map[string]json.RawMessage{}
	if err := json.Unmarshal(b, &members); err != nil {
		return nil, err
	}
	var err error
	if members["Keys"], err = json.Marshal(keys); err != nil {
		return nil, err
	}
	return json.Marshal(members)
}

// reads are the keys that BatchGetItem asks of a table, and what a unit counts: half without consistency.
func (b batch) reads() (keys []item, share float64) {
	var in struct {
		Keys           []item
		ConsistentRead bool
	}
	if json.Unmarshal(b, &in) != nil {
		return nil, 0
	}
	if in.ConsistentRead {
		return in.Keys, 1
	}
	return in.Keys, 0.5
}

// units4 is what it takes to read an item: a unit for each 4 KiB, also for one that is not there.
func units4(i item) float64 { return math.Max(1, math.Ceil(float64(i.size())/4096)) }

// readBatch lets those keys pass that have something left, one after the other, and leaves the rest over. If none has, the
// service refuses the request.
func (x exchange) readBatch() (*http.Response, error) {
	pass, over := map[string]batch{}, map[string]batch{}
	for name, b := range x.in.RequestItems {
		if x.m.tables[name] == nil {
			return x.send(x.body) // made before the model looked
		}
		some, left, err := x.divide(name, b)
		if err != nil {
			return nil, err
		}
		if len(some) > 0 {
			if pass[name], err = b.only(some); err != nil {
				return nil, err
			}
		}
		if len(left) > 0 {
			if over[name], err = b.only(left); err != nil {
				return nil, err
			}
		}
	}
	switch {
	case len(over) == 0:
		return x.send(x.body)
	case len(pass) == 0:
		return refuseOne(x, nil)
	}
	return x.answerSome(pass, over)
}

// divide books the keys of a table that pass, and counts those that do not.
func (x exchange) divide(name string, b batch) (some, left []item, err error) {
	m, now := x.m, x.m.Clock()
	keys, share := b.reads()
	for _, key := range keys {
		k := Key{name, "", key.text(m.tables[name].keys[0])}
		if !m.reads.has(k, m.Read, now) {
			m.refuse(k)
			left = append(left, key)
			continue
		}
		stored, err := x.ask("GetItem", lookup{name, key, true})
		if err != nil {
			return nil, nil, err
		}
		m.reads.take(k, share*units4(stored), m.Read, now)
		some = append(some, key)
	}
	return some, left, nil
}

// answerSome asks the emulator for what passes, and adds to its answer what is left over.
func (x exchange) answerSome(pass, over map[string]batch) (*http.Response, error) {
	members := map[string]any{}
	if err := json.Unmarshal(x.body, &members); err != nil {
		return nil, err
	}
	members["RequestItems"] = pass
	body, err := json.Marshal(members)
	if err != nil {
		return nil, err
	}
	resp, err := x.send(body)
	if err != nil || resp.StatusCode != http.StatusOK {
		return resp, err
	}
	text, err := io.ReadAll(resp.Body)
	_ = resp.Body.Close()
	if err != nil {
		return nil, err
	}
	out := map[string]json.RawMessage{}
	if err := json.Unmarshal(text, &out); err != nil {
		return nil, err
	}
	if theirs := bytes.TrimSpace(out["UnprocessedKeys"]); len(theirs) > 0 && string(theirs) != "{}" && string(theirs) != "null" {
		return answer(http.StatusInternalServerError, map[string]string{"__type": "InternalServerError", "message": "the emulator left keys over by itself: " + string(theirs)})
	}
	if out["UnprocessedKeys"], err = json.Marshal(over); err != nil {
		return nil, err
	}
	return answer(http.StatusOK, out)
}

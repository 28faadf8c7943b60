package dynamo_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/store/records"
	"github.com/carpeta-ciudadana/servidor/internal/store/records/dynamo"
	"github.com/carpeta-ciudadana/servidor/internal/store/records/recordstest"
)

// inFrontOf is an engine whose service is a function. It waits no time, and counts how often it would have waited.
func inFrontOf(service func(r *http.Request, action string) (*http.Response, error)) (d *dynamo.DB, waits *int) {
	waits = new(int)
	c := dynamo.Config{
		Timeout: time.Minute, Clock: time.Now, NewToken: func() string { return "token" }, Rand: func() float64 { *waits++; return 0 },
		Observe: func(string, float64) {}, Throttled: func(string) {},
	}
	c.Client = dynamodb.New(dynamodb.Options{
		BaseEndpoint: aws.String("http://127.0.0.1:1"), Region: "us-east-1", HTTPClient: &http.Client{Transport: &wire{before: service}},
		Credentials: credentials.NewStaticCredentialsProvider("local", "local", ""),
	}, c.ClientOptions(time.Minute))
	return dynamo.New(c), waits
}

// TestFailures: how often a call is made that goes wrong, and how it ends. A transaction is repeated with the same token, so
// that the service recognises it.
func TestFailures(t *testing.T) {
	refuse := func(status int, body string) func() (*http.Response, error) {
		return func() (*http.Response, error) { return answer(status, body), nil }
	}
	cancelled := func(codes string) func() (*http.Response, error) {
		var reasons []string
		for _, c := range strings.Fields(codes) {
			reasons = append(reasons, fmt.Sprintf(`{"Code":%q}`, c))
		}
		return refuse(400, `{"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException","CancellationReasons":[`+strings.Join(reasons, ",")+`]}`)
	}
	type end struct {
		sent int
		code fault.Code
	}
	const always = 99
	for name, x := range map[string]struct {
		answer      func() (*http.Response, error)
		times       int
		read, write end // without calls: such an answer is none of these
	}{
		"500 once":               {refuse(500, `{"__type":"com.amazonaws.dynamodb.v20120810#InternalServerError","message":"x"}`), 1, end{2, ""}, end{2, ""}},
		"500 always":             {refuse(500, `{}`), always, end{3, fault.Unavailable}, end{3, fault.Unavailable}},
		"a proxy":                {refuse(502, `<html>bad gateway`), 2, end{3, ""}, end{3, ""}},
		"throttled a while":      {refuse(400, `{"__type":"com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException","message":"x"}`), 5, end{6, ""}, end{6, ""}},
		"throttled for ever":     {refuse(400, `{"__type":"ThrottlingException","message":"x"}`), always, end{8, fault.Unavailable}, end{8, fault.Unavailable}},
		"denied":                 {refuse(400, `{"__type":"com.amazon.coral.service#AccessDeniedException","message":"no"}`), always, end{1, fault.Internal}, end{1, fault.Internal}},
		"a wrong call":           {refuse(400, `{"__type":"ValidationException","message":"no"}`), always, end{1, fault.Internal}, end{1, fault.Internal}},
		"no table":               {refuse(400, `{"__type":"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException","message":"no"}`), always, end{1, fault.Unavailable}, end{1, fault.Unavailable}},
		"cut connections":        {func() (*http.Response, error) { return nil, io.ErrUnexpectedEOF }, 2, end{3, ""}, end{3, ""}},
		"a kind of later":        {refuse(200, `{"Item":{"n":{"Z":"x"}}}`), always, end{1, fault.Internal}, end{}},
		"a value of no kind":     {refuse(200, `{"Item":{"n":{}}}`), always, end{1, fault.Unavailable}, end{}},
		"a member of two":        {refuse(200, `{"Item":["n"]}`), always, end{1, fault.Internal}, end{}},
		"a number of letters":    {refuse(200, `{"Item":{"p":{"S":"x"},"n":{"N":"many"}}}`), always, end{1, fault.Internal}, end{}},
		"a conflict without end": {cancelled("TransactionConflict None"), always, end{}, end{25, fault.Conflict}},
		"a conflict":             {cancelled("TransactionConflict None"), 3, end{}, end{4, ""}},
		"too much load":          {cancelled("None ThrottlingError"), always, end{}, end{25, fault.Unavailable}},
		"a condition":            {cancelled("None ConditionalCheckFailed"), always, end{}, end{1, fault.Conflict}},
		"both":                   {cancelled("TransactionConflict ConditionalCheckFailed"), always, end{}, end{1, fault.Conflict}},
	} {
		t.Run(name, func(t *testing.T) {
			var tokens []string
			d, _ := inFrontOf(func(r *http.Request, action string) (*http.Response, error) {
				var in struct{ ClientRequestToken string }
				if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
					t.Error(err)
				}
				if tokens = append(tokens, in.ClientRequestToken); len(tokens) <= x.times {
					return x.answer()
				}
				return answer(200, `{}`), nil
			})
			table := recordstest.Tables[1]
			for call, want := range map[string]end{"read": x.read, "write": x.write} {
				if tokens = nil; want.sent == 0 {
					continue
				}
				var err error
				if call == "read" {
					_, err = d.Read(t.Context(), table, records.Key{Partition: "a"}, records.Consistent, records.Into(new(records.Item)))
				} else {
					err = d.Write(t.Context(), []records.Part{
						records.Put(table, records.Item{"p": records.Text("a")}), records.Check(table, records.Key{Partition: "b"}).When(records.Exists("p")),
					}, nil)
				}
				if fault.CodeOf(err) != want.code || len(tokens) != want.sent || len(slices.Compact(tokens)) != 1 {
					t.Errorf("%s: %v after %d calls with tokens %q, want %q after %d", call, err, len(tokens), slices.Compact(tokens), want.code, want.sent)
				}
			}
		})
	}
}

// TestWhatIsLeftOver: keys and items that an answer leaves over are asked for again, after a wait, also when there are fewer of
// them each time; but not for ever.
func TestWhatIsLeftOver(t *testing.T) {
	fewer := false
	d, waits := inFrontOf(func(r *http.Request, action string) (*http.Response, error) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		var in struct {
			RequestItems map[string]json.RawMessage
		}
		left := map[string]any{}
		err = json.Unmarshal(body, &in)
		for table, raw := range in.RequestItems {
			var keys struct{ Keys []json.RawMessage }
			switch {
			case action == "BatchWriteItem" || !fewer:
				left[table] = raw
			case json.NewDecoder(bytes.NewReader(raw)).Decode(&keys) == nil && len(keys.Keys) > 1:
				keys.Keys = keys.Keys[1:]
				left[table] = keys
			}
		}
		text, _ := json.Marshal(map[string]any{map[string]string{"BatchGetItem": "UnprocessedKeys", "BatchWriteItem": "UnprocessedItems"}[action]: left})
		return answer(200, string(text)), err
	})
	table := recordstest.Tables[1]
	var keys []records.Key
	for _, p := range []string{"a", "b", "c", "d"} {
		keys = append(keys, records.Key{Partition: p})
	}
	read := func() error { return d.ReadMany(t.Context(), table, keys, func(records.Source) error { return nil }) }
	fewer = true
	if err := read(); err != nil || *waits != 3 {
		t.Errorf("%d waits for what was left over three times: %v", *waits, err)
	}
	fewer = false
	for what, err := range map[string]error{"ReadMany": read(), "PutMany": d.PutMany(t.Context(), table, []records.Item{table.Keyed(keys[0])})} {
		if fault.CodeOf(err) != fault.Unavailable {
			t.Errorf("%s: %v", what, err)
		}
	}
}

package dynamo_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/store/records"
	"github.com/carpeta-ciudadana/servidor/internal/store/records/dynamo"
	"github.com/carpeta-ciudadana/servidor/internal/store/records/recordstest"
)

// TestAWrongClock: reads are signed by the service's clock, if that of this process is wrong, as the SDK's writes are. A
// signature that is refused for another reason is refused once.
func TestAWrongClock(t *testing.T) {
	service := time.Now()
	for name, x := range map[string]struct {
		ahead  time.Duration
		secret bool // is the right one
		want   fault.Code
		sent   [2]int64 // by the first read, and by the second
	}{
		"an hour ahead":       {time.Hour, true, "", [2]int64{2, 1}},
		"an hour behind":      {-time.Hour, true, "", [2]int64{2, 1}},
		"a little behind":     {-time.Minute, true, "", [2]int64{1, 1}},
		"right":               {0, false, fault.Internal, [2]int64{1, 1}},
		"wrong and no matter": {time.Hour, false, fault.Internal, [2]int64{2, 1}},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWire(t)
			w.before = func(r *http.Request, _ string) (*http.Response, error) {
				at, unread := time.Parse("20060102T150405Z", r.Header.Get("X-Amz-Date"))
				known := unread == nil && x.secret
				if !known || at.Sub(service).Abs() > 5*time.Minute {
					refusal := answer(400, `{"__type":"com.amazon.coral.service#InvalidSignatureException","message":"Signature expired"}`)
					refusal.Header.Set("Date", service.UTC().Format(http.TimeFormat))
					return refusal, nil
				}
				return answer(200, `{"Item":{"p":{"S":"a"}}}`), nil
			}
			d := dynamo.New(dynamo.Config{
				Client: clientOf("http://127.0.0.1:1", &http.Client{Transport: w}), Timeout: time.Minute, Clock: func() time.Time { return service.Add(x.ahead) },
				Observe: func(string, float64) {}, Throttled: func(string) {},
			})
			for n, sent := range x.sent {
				w.sent.Store(0)
				_, err := d.Read(t.Context(), recordstest.Tables[1], records.Key{Partition: "a"}, records.Consistent, records.Into(new(records.Item)))
				if fault.CodeOf(err) != x.want || w.sent.Load() != sent {
					t.Errorf("read %d: %v after %d requests, want %q after %d", n, err, w.sent.Load(), x.want, sent)
				}
			}
		})
	}
}

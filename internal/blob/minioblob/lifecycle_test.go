package minioblob_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/blob/minioblob"
)

// A bucket that Bootstrap makes ends abandoned uploads in parts by itself; one that was there
// keeps the rules of its owner. A store that knows no such rule is no failure.
func TestANewBucketEndsAbandonedParts(t *testing.T) {
	for _, c := range []struct {
		what                  string
		exists, knows, wanted bool
	}{
		{"a new bucket", false, true, true},
		{"one that was there", true, true, false},
		{"a store without such rules", false, false, true},
	} {
		rule := ""
		store := transport(func(r *http.Request) (*http.Response, error) {
			status, body := http.StatusOK, ""
			switch q := r.URL.Query(); {
			case r.Method == http.MethodHead && !c.exists:
				status = http.StatusNotFound
			case q.Has("versioning"):
				body = "<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>"
			case q.Has("lifecycle"):
				sent, err := io.ReadAll(r.Body)
				if err != nil {
					t.Error(err)
				}
				rule = string(sent)
				if !c.knows {
					status, body = http.StatusNotImplemented, "<Error><Code>NotImplemented</Code></Error>"
				}
			}
			return &http.Response{
				StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body)), Request: r,
			}, nil
		})
		objetos, err := minioblob.New(minioblob.Config{
			Endpoint: "https://s3.invalid", AccessKey: "a", SecretKey: "bbbbbbbb", Bucket: "carpeta", Transport: store,
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := objetos.Bootstrap(t.Context()); err != nil {
			t.Errorf("%s: %v", c.what, err)
		}
		if got := strings.Contains(rule, "<DaysAfterInitiation>8</DaysAfterInitiation>"); got != c.wanted {
			t.Errorf("%s: the rule is %q", c.what, rule)
		}
	}
}

package minioblob_test

import (
	"encoding/xml"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/cors"

	"github.com/carpeta-ciudadana/servidor/internal/blob/blobtest"
	"github.com/carpeta-ciudadana/servidor/internal/blob/minioblob"
)

const page = "https://app.example.org"

// A page of another site sends a file by its signed URL: a browser asks first. What
// the store keeps of CORS differs; that Bootstrap was enough does not.
func TestAPageMaySend(t *testing.T) {
	b := newStore(t, minio.MakeBucketOptions{})
	b.cfg.Origins = []string{page}
	objetos, err := minioblob.New(b.cfg)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := objetos.Bootstrap(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	carga, err := objetos.PrepararCarga(t.Context(), blobtest.ObjetoOf(blobtest.NewName(), []byte("hola")), time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	question, err := http.NewRequestWithContext(t.Context(), http.MethodOptions, carga.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range carga.Encabezados {
		names = append(names, strings.ToLower(e.Nombre))
	}
	slices.Sort(names) // as browsers send them
	question.Header.Set("Origin", page)
	question.Header.Set("Access-Control-Request-Method", carga.Metodo)
	question.Header.Set("Access-Control-Request-Headers", strings.Join(names, ","))
	answer, err := b.network.base.RoundTrip(question)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	allowed := strings.ToLower(answer.Header.Get("Access-Control-Allow-Headers"))
	if o := answer.Header.Get("Access-Control-Allow-Origin"); answer.StatusCode/100 != 2 || (o != page && o != "*") {
		t.Fatalf("%s, origin %q", answer.Status, o)
	}
	for _, n := range names {
		if !strings.Contains(allowed, n) {
			t.Errorf("header %s is not allowed: %q", n, allowed)
		}
	}
}

// A store that keeps rules, as AWS does: ours is put beside those of others, once,
// and follows the settings.
func TestRulesOfTheBucket(t *testing.T) {
	foreign := cors.Rule{ID: "ajena", AllowedOrigin: []string{"https://otra.example.org"}, AllowedMethod: []string{"GET"}}
	stored, written := cors.NewConfig([]cors.Rule{foreign}), 0
	store := transport(func(r *http.Request) (*http.Response, error) {
		body := ""
		switch {
		case r.URL.Query().Has("versioning"):
			body = "<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>"
		case r.URL.Query().Has("cors") && r.Method == http.MethodPut:
			var err error
			if stored, err = cors.ParseBucketCorsConfig(r.Body); err != nil {
				t.Error(err)
			}
			written++
		case r.URL.Query().Has("cors"):
			x, err := xml.Marshal(stored)
			if err != nil {
				t.Error(err)
			}
			body = string(x)
		}
		return &http.Response{
			StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body)), Request: r,
		}, nil
	})
	for _, step := range []struct {
		origins []string
		written int
	}{{nil, 0}, {[]string{page}, 1}, {[]string{page}, 1}, {[]string{page, "https://b.example.org"}, 2}} {
		objetos, err := minioblob.New(minioblob.Config{
			Endpoint: "https://s3.invalid", AccessKey: "a", SecretKey: "bbbbbbbb", Bucket: "carpeta", Transport: store, Origins: step.origins,
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := objetos.Bootstrap(t.Context()); err != nil {
			t.Fatal(err)
		}
		if written != step.written {
			t.Errorf("%v: written %d times, want %d", step.origins, written, step.written)
		}
		if len(step.origins) == 0 {
			continue
		}
		if len(stored.CORSRules) != 2 {
			t.Fatalf("%v: rules %+v, want two", step.origins, stored.CORSRules)
		}
		if id := stored.CORSRules[0].ID; id != "ajena" {
			t.Errorf("%v: the foreign rule became %q", step.origins, id)
		}
		if got := stored.CORSRules[1].AllowedOrigin; !slices.Equal(got, step.origins) {
			t.Errorf("allowed %v, want %v", got, step.origins)
		}
	}
}

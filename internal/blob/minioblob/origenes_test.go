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

const pagina = "https://app.example.org"

// A page of another site sends a file by its signed URL: a browser asks first. What
// the store keeps of CORS differs; that Bootstrap was enough does not.
func TestUnaPaginaPuedeEnviar(t *testing.T) {
	b := nuevo(t, minio.MakeBucketOptions{})
	b.cfg.Origenes = []string{pagina}
	objetos, err := minioblob.New(b.cfg)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := objetos.Bootstrap(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	carga, err := objetos.PrepararCarga(t.Context(), blobtest.ObjetoDe(blobtest.Nombre(), []byte("hola")), time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	pregunta, err := http.NewRequestWithContext(t.Context(), http.MethodOptions, carga.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	var nombres []string
	for _, e := range carga.Encabezados {
		nombres = append(nombres, strings.ToLower(e.Nombre))
	}
	slices.Sort(nombres) // as browsers send them
	pregunta.Header.Set("Origin", pagina)
	pregunta.Header.Set("Access-Control-Request-Method", carga.Metodo)
	pregunta.Header.Set("Access-Control-Request-Headers", strings.Join(nombres, ","))
	respuesta, err := b.red.base.RoundTrip(pregunta)
	if err != nil {
		t.Fatal(err)
	}
	defer respuesta.Body.Close()
	permitidos := strings.ToLower(respuesta.Header.Get("Access-Control-Allow-Headers"))
	if o := respuesta.Header.Get("Access-Control-Allow-Origin"); respuesta.StatusCode/100 != 2 || (o != pagina && o != "*") {
		t.Fatalf("%s, origin %q", respuesta.Status, o)
	}
	for _, n := range nombres {
		if !strings.Contains(permitidos, n) {
			t.Errorf("header %s is not allowed: %q", n, permitidos)
		}
	}
}

// A store that keeps rules, as AWS does: ours is put beside those of others, once,
// and follows the settings.
func TestReglasDelBucket(t *testing.T) {
	ajena := cors.Rule{ID: "ajena", AllowedOrigin: []string{"https://otra.example.org"}, AllowedMethod: []string{"GET"}}
	guardadas, escritas := cors.NewConfig([]cors.Rule{ajena}), 0
	almacen := transporte(func(r *http.Request) (*http.Response, error) {
		cuerpo := ""
		switch {
		case r.URL.Query().Has("versioning"):
			cuerpo = "<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>"
		case r.URL.Query().Has("cors") && r.Method == http.MethodPut:
			var err error
			if guardadas, err = cors.ParseBucketCorsConfig(r.Body); err != nil {
				t.Error(err)
			}
			escritas++
		case r.URL.Query().Has("cors"):
			x, err := xml.Marshal(guardadas)
			if err != nil {
				t.Error(err)
			}
			cuerpo = string(x)
		}
		return &http.Response{
			StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(cuerpo)), ContentLength: int64(len(cuerpo)), Request: r,
		}, nil
	})
	for _, paso := range []struct {
		origenes []string
		escritas int
	}{{nil, 0}, {[]string{pagina}, 1}, {[]string{pagina}, 1}, {[]string{pagina, "https://b.example.org"}, 2}} {
		objetos, err := minioblob.New(minioblob.Config{
			Endpoint: "https://s3.invalid", AccessKey: "a", SecretKey: "bbbbbbbb", Bucket: "carpeta", Transporte: almacen, Origenes: paso.origenes,
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := objetos.Bootstrap(t.Context()); err != nil {
			t.Fatal(err)
		}
		if escritas != paso.escritas {
			t.Errorf("%v: written %d times, want %d", paso.origenes, escritas, paso.escritas)
		}
		if n := len(paso.origenes); n > 0 && (len(guardadas.CORSRules) != 2 || guardadas.CORSRules[0].ID != "ajena" || !slices.Equal(guardadas.CORSRules[1].AllowedOrigin, paso.origenes)) {
			t.Errorf("%v: rules %+v", paso.origenes, guardadas.CORSRules)
		}
	}
}

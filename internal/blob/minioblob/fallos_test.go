package minioblob_test

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"

	"github.com/carpeta-ciudadana/servidor/internal/blob/blobtest"
	"github.com/carpeta-ciudadana/servidor/internal/blob/minioblob"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

func TestConfigIncompleta(t *testing.T) {
	buena := minioblob.Config{Endpoint: "http://127.0.0.1:9", AccessKey: "a", SecretKey: "bbbbbbbb", Bucket: "carpeta"}
	casos := map[string]func(*minioblob.Config){
		"no scheme": func(c *minioblob.Config) { c.Endpoint = "127.0.0.1:9000" },
		"ftp":       func(c *minioblob.Config) { c.Endpoint = "ftp://127.0.0.1" },
		"path":      func(c *minioblob.Config) { c.Endpoint = "http://127.0.0.1/s3" },
		"no key":    func(c *minioblob.Config) { c.AccessKey = "" },
		"no secret": func(c *minioblob.Config) { c.SecretKey = "" },
		"no bucket": func(c *minioblob.Config) { c.Bucket = "" },
	}
	for caso, cambiar := range casos {
		cfg := buena
		cambiar(&cfg)
		if _, err := minioblob.New(cfg); err == nil {
			t.Errorf("%s: accepted", caso)
		}
	}
	if _, err := minioblob.New(buena); err != nil {
		t.Error(err)
	}
}

// Signing must work while the store is down, and must bind all that it promises.
func TestFirmarNoUsaLaRed(t *testing.T) {
	objetos, err := minioblob.New(minioblob.Config{
		Endpoint: "https://s3.invalid", AccessKey: "a", SecretKey: "bbbbbbbb", Bucket: "carpeta",
		Transporte: transporte(func(r *http.Request) (*http.Response, error) {
			t.Errorf("request: %s %s", r.Method, r.URL)
			return nil, errors.New("no network")
		}),
	})
	if err != nil {
		t.Fatal(err)
	}
	obj := blobtest.ObjetoDe(blobtest.Nombre(), []byte("hola"))
	carga, err := objetos.PrepararCarga(t.Context(), obj, time.Minute)
	if err != nil || !strings.HasPrefix(carga.URL, "https://s3.invalid/carpeta/"+obj.Nombre+"?") {
		t.Errorf("PrepararCarga: %q, %v", carga.URL, err)
	}
	firmados := "X-Amz-SignedHeaders=" + url.QueryEscape("content-length;content-type;host;if-none-match;x-amz-checksum-sha256")
	if !strings.Contains(carga.URL, firmados) {
		t.Errorf("PrepararCarga binds other headers: %s", carga.URL)
	}
	enlace, err := objetos.URLDescarga(t.Context(), obj.Nombre, "a.pdf", "application/pdf", time.Minute)
	if err != nil || !strings.HasPrefix(enlace, "https://s3.invalid/carpeta/"+obj.Nombre+"?") {
		t.Errorf("URLDescarga: %q, %v", enlace, err)
	}
}

type transporte func(*http.Request) (*http.Response, error)

func (f transporte) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// A server that accepts connections and never answers.
func TestServidorMudo(t *testing.T) {
	mudo, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { mudo.Close() })
	objetos, err := minioblob.New(minioblob.Config{
		Endpoint: "http://" + mudo.Addr().String(), AccessKey: "a", SecretKey: "bbbbbbbb", Bucket: "carpeta",
		Plazo: 50 * time.Millisecond,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { objetos.Close() })
	llamarTodo(t, objetos, func(que string, err error) {
		if !errors.Is(err, fault.Unavailable) {
			t.Errorf("%s: got %v, want UNAVAILABLE", que, err)
		}
	})
}

// A server that starts to send a file and stalls.
func TestDescargaEstancada(t *testing.T) {
	t.Parallel() // it takes its deadline, in which even a busy machine sees the beginning
	fin := make(chan struct{})
	servidor := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "1000")
		w.Header().Set("Last-Modified", time.Unix(0, 0).UTC().Format(http.TimeFormat))
		w.Header().Set("ETag", `"x"`)
		io.WriteString(w, "comienzo")
		w.(http.Flusher).Flush()
		<-fin
	}))
	defer servidor.Close()
	defer close(fin)
	objetos, err := minioblob.New(minioblob.Config{
		Endpoint: servidor.URL, AccessKey: "a", SecretKey: "bbbbbbbb", Bucket: "carpeta",
		Plazo: 5 * time.Second, RitmoMinimo: 1 << 20,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer objetos.Close()
	archivo, err := objetos.Abrir(t.Context(), blobtest.Nombre())
	if err != nil {
		t.Fatal(err)
	}
	defer archivo.Close()
	leido, err := io.ReadAll(archivo)
	if string(leido) != "comienzo" || !errors.Is(err, fault.Unavailable) {
		t.Errorf("read %q, %v; want UNAVAILABLE after the beginning", leido, err)
	}
}

func TestCredencialesEquivocadas(t *testing.T) {
	b := nuevo(t, minio.MakeBucketOptions{})
	cfg := b.cfg
	cfg.SecretKey = "no-es-la-clave"
	objetos, err := minioblob.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	llamarTodo(t, objetos, func(que string, err error) {
		if !errors.Is(err, fault.Unavailable) {
			t.Errorf("%s: got %v, want UNAVAILABLE: an operator can mend it", que, err)
		}
		if err != nil && strings.Contains(err.Error(), cfg.SecretKey) {
			t.Errorf("%s: the error holds the secret", que)
		}
	})
}

func llamarTodo(t *testing.T, o *minioblob.Objetos, comprobar func(que string, err error)) {
	t.Helper()
	ctx := context.Background()
	nombre := blobtest.Nombre()
	_, err := o.Describir(ctx, nombre)
	comprobar("Describir", err)
	_, err = o.Abrir(ctx, nombre)
	comprobar("Abrir", err)
	_, err = o.Existe(ctx, nombre)
	comprobar("Existe", err)
	comprobar("Borrar", o.Borrar(ctx, nombre))
	comprobar("Guardar", o.Guardar(ctx, blobtest.ObjetoDe(nombre, []byte("x")), bytes.NewReader([]byte("x"))))
	comprobar("Bootstrap", o.Bootstrap(ctx))
	comprobar("Ready", o.Ready(ctx))
}

// A file that came in another way has no SHA-256 in the store.
func TestDescribirSinSuma(t *testing.T) {
	b := nuevo(t, minio.MakeBucketOptions{})
	contenido := blobtest.Contenido(300_000)
	obj := blobtest.ObjetoDe(blobtest.Nombre(), contenido)
	obj.TipoContenido = "application/octet-stream"
	b.escribir(t, obj.Nombre, contenido)
	descrito, err := b.objetos.Describir(t.Context(), obj.Nombre)
	if err != nil || descrito != obj {
		t.Errorf("got %+v, %v; want %+v", descrito, err, obj)
	}
}

func TestDescribirNoBajaElArchivo(t *testing.T) {
	b := nuevo(t, minio.MakeBucketOptions{})
	nombre := blobtest.Nombre()
	b.guardar(t, nombre, blobtest.Contenido(1000))
	b.red.vaciar()
	if _, err := b.objetos.Describir(t.Context(), nombre); err != nil {
		t.Fatal(err)
	}
	if hechas := b.red.peticiones(); len(hechas) != 1 || hechas[0] != "HEAD object" {
		t.Errorf("calls: %q, want one HEAD", hechas)
	}
}

func TestBootstrapVersiona(t *testing.T) {
	b := nuevo(t, minio.MakeBucketOptions{})
	estado, err := b.crudo.GetBucketVersioning(t.Context(), b.bucket)
	if err != nil || !estado.Enabled() {
		t.Errorf("versioning %+v, %v", estado, err)
	}
}

// What AWS answers and MinIO does not, in AWS's form.
func TestErroresDeAWS(t *testing.T) {
	casos := []struct {
		codigo string
		estado int
		quiere fault.Code
		hacer  func(context.Context, *minioblob.Objetos) error
	}{
		{"ConditionalRequestConflict", 409, fault.Conflict, guardarAlgo},
		{"SlowDown", 503, fault.Unavailable, guardarAlgo},
		{"BadDigest", 400, fault.BadUserInput, guardarAlgo},
		{"AccessDenied", 403, fault.Unavailable, guardarAlgo},
		{"AccessDenied", 403, fault.NotAllowed, borrarAlgo},
		{"SignatureDoesNotMatch", 403, fault.Unavailable, borrarAlgo},
		{"InternalError", 500, fault.Unavailable, borrarAlgo},
	}
	for _, c := range casos {
		t.Run(c.codigo, func(t *testing.T) {
			servidor := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				responder(w, r, c.estado, c.codigo)
			}))
			defer servidor.Close()
			objetos, err := minioblob.New(minioblob.Config{Endpoint: servidor.URL, AccessKey: "a", SecretKey: "bbbbbbbb", Bucket: "carpeta"})
			if err != nil {
				t.Fatal(err)
			}
			defer objetos.Close()
			if err := c.hacer(t.Context(), objetos); fault.CodeOf(err) != c.quiere {
				t.Errorf("got %v, want %s", err, c.quiere)
			}
		})
	}
}

const nombreFijo = "0190b3a0-0000-7000-8000-000000000001/0190b3a0-0000-7000-8000-000000000002/archivo"

func guardarAlgo(ctx context.Context, o *minioblob.Objetos) error {
	return o.Guardar(ctx, blobtest.ObjetoDe(nombreFijo, []byte("x")), strings.NewReader("x"))
}

func borrarAlgo(ctx context.Context, o *minioblob.Objetos) error { return o.Borrar(ctx, nombreFijo) }

// responder lists one version of nombreFijo, and refuses everything else.
func responder(w http.ResponseWriter, r *http.Request, estado int, codigo string) {
	io.Copy(io.Discard, r.Body)
	w.Header().Set("Content-Type", "application/xml")
	switch r.Method {
	case http.MethodHead: // the bucket is there, the object is not
		if strings.Contains(r.URL.Path, nombreFijo) {
			w.WriteHeader(http.StatusNotFound)
		}
		return
	case http.MethodGet:
		fmt.Fprintf(w, `<ListVersionsResult><Version><Key>%s</Key><VersionId>1</VersionId><IsLatest>true</IsLatest></Version></ListVersionsResult>`, nombreFijo)
		return
	}
	w.WriteHeader(estado)
	xml.NewEncoder(w).Encode(minio.ErrorResponse{Code: codigo, Message: codigo})
}

// AWS answers a HEAD in a bucket that is gone with a bare 404, as for a file
// that is not there. A deletion must not take the one for the other.
func TestSinBucketAlEstiloDeAWS(t *testing.T) {
	servidor := httptest.NewServer(http.NotFoundHandler())
	defer servidor.Close()
	objetos, err := minioblob.New(minioblob.Config{Endpoint: servidor.URL, AccessKey: "a", SecretKey: "bbbbbbbb", Bucket: "carpeta"})
	if err != nil {
		t.Fatal(err)
	}
	defer objetos.Close()
	if existe, err := objetos.Existe(t.Context(), nombreFijo); existe || fault.CodeOf(err) != fault.Unavailable {
		t.Errorf("Existe = %v, %v; want UNAVAILABLE", existe, err)
	}
	if err := objetos.Borrar(t.Context(), nombreFijo); fault.CodeOf(err) != fault.Unavailable {
		t.Errorf("Borrar: %v; want UNAVAILABLE", err)
	}
}

package minioblob_test

import (
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/blob/minioblob"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// TestPublicEndpoint: signed URLs name the endpoint that clients reach.
func TestPublicEndpoint(t *testing.T) {
	inside := refusing(t)
	o, err := minioblob.New(minioblob.Config{
		Endpoint: inside.URL, PublicEndpoint: "https://archivos.example.org", AccessKey: "a", SecretKey: "b", Bucket: "cubeta",
	})
	if err != nil {
		t.Fatal(err)
	}
	name := documento.NombreObjeto(documento.Clave{CarpetaID: "0198c0de-0000-7000-8000-000000000001", DocumentoID: "0198c0de-0000-7000-8000-000000000002"})
	descarga, err := o.URLDescarga(t.Context(), name, "a.pdf", "application/pdf", time.Minute)
	if err != nil || !strings.HasPrefix(descarga, "https://archivos.example.org/cubeta/") {
		t.Error(descarga, err)
	}
	carga, err := o.PrepararCarga(t.Context(), documento.Objeto{
		Nombre: name, Hash: strings.Repeat("a", 64), TamanoBytes: 1, TipoContenido: "application/pdf",
	}, time.Minute)
	if err != nil || !strings.HasPrefix(carga.URL, "https://archivos.example.org/cubeta/") {
		t.Error(carga.URL, err)
	}
	if _, err := minioblob.New(minioblob.Config{Endpoint: "http://10.0.0.7:9000", PublicEndpoint: "archivos", AccessKey: "a", SecretKey: "b", Bucket: "c"}); err == nil {
		t.Error("a public endpoint that is no URL was taken")
	}
}

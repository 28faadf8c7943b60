package services_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

func clienteS3(t *testing.T, c services.ConexionS3) *minio.Client {
	t.Helper()
	cliente, err := minio.New(strings.TrimPrefix(c.Endpoint, "http://"), &minio.Options{
		Creds:      credentials.NewStaticV4(c.AccessKey, c.SecretKey, ""),
		MaxRetries: 1,
	})
	debe(t, err)
	return cliente
}

func guardar(t *testing.T, c services.ConexionS3, cubo, contenido string) {
	t.Helper()
	cliente := clienteS3(t, c)
	debe(t, cliente.MakeBucket(pronto(t), cubo, minio.MakeBucketOptions{}))
	_, err := cliente.PutObject(pronto(t), cubo, "a/b", bytes.NewReader([]byte(contenido)), int64(len(contenido)), minio.PutObjectOptions{})
	debe(t, err)
}

func leer(t *testing.T, c services.ConexionS3, cubo string) (string, error) {
	t.Helper()
	o, err := clienteS3(t, c).GetObject(pronto(t), cubo, "a/b", minio.GetObjectOptions{})
	if err != nil {
		return "", err
	}
	defer o.Close()
	b, err := io.ReadAll(o)
	return string(b), err
}

func TestMinio_life(t *testing.T) {
	dir := enMiTMPDIR(t)
	m := services.MinioPropio(t)
	c := m.Conexion()
	guardar(t, c, "cubo", "hola")

	debe(t, m.Reiniciar(t.Context()))
	if texto, err := leer(t, c, "cubo"); texto != "hola" {
		t.Errorf("after a restart: %q, %v", texto, err)
	}
	debe(t, m.Matar())
	if _, err := leer(t, c, "cubo"); err == nil {
		t.Error("a killed server still answers")
	}
	debe(t, m.Iniciar(t.Context()))
	if texto, err := leer(t, c, "cubo"); texto != "hola" {
		t.Errorf("after kill and start: %q, %v", texto, err)
	}
	debe(t, m.Vaciar(t.Context()))
	if texto, err := leer(t, c, "cubo"); err == nil {
		t.Errorf("a wiped server still has %q", texto)
	}
	debe(t, m.Detener())
	nadaQueda(t, dir)
}

func TestMinio_shared(t *testing.T) {
	c := services.S3(t)
	cubo := "cubo-" + strings.ToLower(strings.ReplaceAll(t.Name(), "_", "-"))
	guardar(t, c, cubo, "hola")
	if texto, err := leer(t, services.S3(t), cubo); texto != "hola" {
		t.Errorf("%q, %v", texto, err)
	}
}

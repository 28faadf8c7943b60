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

func s3Client(t *testing.T, c services.S3Connection) *minio.Client {
	t.Helper()
	client, err := minio.New(strings.TrimPrefix(c.Endpoint, "http://"), &minio.Options{
		Creds:      credentials.NewStaticV4(c.AccessKey, c.SecretKey, ""),
		MaxRetries: 1,
	})
	must(t, err)
	return client
}

func put(t *testing.T, c services.S3Connection, bucket, content string) {
	t.Helper()
	client := s3Client(t, c)
	must(t, client.MakeBucket(soon(t), bucket, minio.MakeBucketOptions{}))
	_, err := client.PutObject(soon(t), bucket, "a/b", bytes.NewReader([]byte(content)), int64(len(content)), minio.PutObjectOptions{})
	must(t, err)
}

func read(t *testing.T, c services.S3Connection, bucket string) (string, error) {
	t.Helper()
	o, err := s3Client(t, c).GetObject(soon(t), bucket, "a/b", minio.GetObjectOptions{})
	if err != nil {
		return "", err
	}
	defer o.Close()
	b, err := io.ReadAll(o)
	return string(b), err
}

func TestMinio_lifeFromStartToClose(t *testing.T) {
	t.Parallel()
	services.Night(t, "TestNoObjetos, which kills one")
	m, dir := own(t, services.NewMinio)
	c := m.Connection()
	put(t, c, "cubo", "hola")

	must(t, m.Restart(t.Context()))
	if text, err := read(t, c, "cubo"); text != "hola" {
		t.Errorf("after a restart: %q, %v", text, err)
	}
	must(t, m.Kill())
	if _, err := read(t, c, "cubo"); err == nil {
		t.Error("a killed server still answers")
	}
	must(t, m.Start(t.Context()))
	if text, err := read(t, c, "cubo"); text != "hola" {
		t.Errorf("after kill and start: %q, %v", text, err)
	}
	must(t, m.Wipe(t.Context()))
	if text, err := read(t, c, "cubo"); err == nil {
		t.Errorf("a wiped server still has %q", text)
	}
	must(t, m.Close())
	nothingIsLeft(t, dir)
}

func TestMinio_isSharedByTheProcess(t *testing.T) {
	c := services.S3(t)
	bucket := "cubo-" + strings.ToLower(strings.ReplaceAll(t.Name(), "_", "-"))
	put(t, c, bucket, "hola")
	if text, err := read(t, services.S3(t), bucket); text != "hola" {
		t.Errorf("%q, %v", text, err)
	}
}

package e2e_test

import (
	"bytes"
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// objetoStore harms a house's files behind the server's back.
type objetoStore struct {
	house *serverkit.House
	s3    *minio.Client // of the distributed profile
}

func openObjetoStore(t *testing.T, house *serverkit.House) objetoStore {
	t.Helper()
	if house.Profile == serverkit.Embedded {
		return objetoStore{house: house}
	}
	u, err := url.Parse(house.S3.Endpoint)
	if err != nil {
		t.Fatal(err)
	}
	s3, err := minio.New(u.Host, &minio.Options{Creds: credentials.NewStaticV4(house.S3.AccessKey, house.S3.SecretKey, "")})
	if err != nil {
		t.Fatal(err)
	}
	return objetoStore{house, s3}
}

// deletable is a document of a carpeta that may be deleted.
func (b objetoStore) deletable(t *testing.T, of serverkit.Seeded) string {
	t.Helper()
	s := b.house.Start(t)
	defer s.Stop(t)
	filas := allFilas(t, s.Client(t, of.CiudadanoID, "ciudadano"), of.CarpetaID)
	return filas[deletable(filas)[0]].DocumentoID
}

func (b objetoStore) path(carpetaID, documentoID string) string {
	return filepath.Join(b.house.Dir, "objetos", "vigentes", carpetaID[len(carpetaID)-2:], carpetaID, documentoID)
}

// remove removes every version of a file.
func (b objetoStore) remove(t *testing.T, carpetaID, documentoID string) {
	t.Helper()
	if b.s3 == nil {
		if err := os.Remove(b.path(carpetaID, documentoID)); err != nil {
			t.Fatal(err)
		}
		return
	}
	name := carpetaID + "/" + documentoID + "/archivo"
	for v := range b.s3.ListObjects(t.Context(), b.house.Bucket, minio.ListObjectsOptions{Prefix: name, Recursive: true, WithVersions: true}) {
		if v.Err != nil {
			t.Fatal(v.Err)
		}
		if err := b.s3.RemoveObject(t.Context(), b.house.Bucket, v.Key, minio.RemoveObjectOptions{VersionID: v.VersionID}); err != nil {
			t.Fatal(err)
		}
	}
}

// leave leaves a file that no document announces.
func (b objetoStore) leave(t *testing.T, carpetaID, documentoID string) {
	t.Helper()
	content := []byte("de nadie")
	if b.s3 == nil {
		path := b.path(carpetaID, documentoID)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	_, err := b.s3.PutObject(t.Context(), b.house.Bucket, carpetaID+"/"+documentoID+"/archivo", bytes.NewReader(content), int64(len(content)), minio.PutObjectOptions{})
	if err != nil {
		t.Fatal(err)
	}
}

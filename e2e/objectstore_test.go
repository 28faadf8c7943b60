package e2e_test

import (
	"bytes"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// objetoStore looks at a house's files past the server, and harms them behind its back.
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
	must(t, err)
	s3, err := minio.New(u.Host, &minio.Options{Creds: credentials.NewStaticV4(house.S3.AccessKey, house.S3.SecretKey, "")})
	must(t, err)
	return objetoStore{house, s3}
}

// versions lists every version of every object below a name, delete markers included.
func (b objetoStore) versions(t *testing.T, below string) (found []minio.ObjectInfo) {
	t.Helper()
	for v := range b.s3.ListObjects(t.Context(), b.house.Bucket, minio.ListObjectsOptions{Prefix: below, Recursive: true, WithVersions: true}) {
		must(t, v.Err)
		found = append(found, v)
	}
	return found
}

// objetos counts what the object store holds of each document of a carpeta, by documentoId: every version.
func objetos(t *testing.T, house *serverkit.House, carpetaID string) map[string]int {
	t.Helper()
	found := map[string]int{}
	b := openObjetoStore(t, house)
	if b.s3 == nil {
		for _, path := range filesIn(t, house.Dir+"/objetos") {
			if _, name, is := strings.Cut(path, carpetaID+"/"); is {
				found[name]++
			}
		}
		return found
	}
	for _, v := range b.versions(t, carpetaID+"/") {
		found[strings.Split(v.Key, "/")[1]]++
	}
	return found
}

func filesIn(t *testing.T, dir string) (paths []string) {
	t.Helper()
	must(t, fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			paths = append(paths, path)
		}
		return err
	}))
	return paths
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
		must(t, os.Remove(b.path(carpetaID, documentoID)))
		return
	}
	for _, v := range b.versions(t, carpetaID+"/"+documentoID+"/archivo") {
		must(t, b.s3.RemoveObject(t.Context(), b.house.Bucket, v.Key, minio.RemoveObjectOptions{VersionID: v.VersionID}))
	}
}

// leave leaves a file that no document announces.
func (b objetoStore) leave(t *testing.T, carpetaID, documentoID string) {
	t.Helper()
	content := []byte("de nadie")
	if b.s3 == nil {
		path := b.path(carpetaID, documentoID)
		must(t, os.MkdirAll(filepath.Dir(path), 0o700))
		must(t, os.WriteFile(path, content, 0o600))
		return
	}
	_, err := b.s3.PutObject(t.Context(), b.house.Bucket, carpetaID+"/"+documentoID+"/archivo", bytes.NewReader(content), int64(len(content)), minio.PutObjectOptions{})
	must(t, err)
}

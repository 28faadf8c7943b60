package e2e_test

import (
	"io/fs"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// objetos lists what the object store holds of a carpeta, by documentoId: every
// version of every object, delete markers included. It looks past the server.
func objetos(t testing.TB, house *serverkit.House, carpetaID string) map[string]int {
	t.Helper()
	found := map[string]int{}
	if house.Profile == serverkit.Embedded {
		for _, path := range filesIn(t, house.Dir+"/objetos") {
			if _, name, is := strings.Cut(path, carpetaID+"/"); is {
				found[name]++
			}
		}
		return found
	}
	u, err := url.Parse(house.S3.Endpoint)
	if err != nil {
		t.Fatal(err)
	}
	s3, err := minio.New(u.Host, &minio.Options{Creds: credentials.NewStaticV4(house.S3.AccessKey, house.S3.SecretKey, "")})
	if err != nil {
		t.Fatal(err)
	}
	for o := range s3.ListObjects(t.Context(), house.Bucket, minio.ListObjectsOptions{Prefix: carpetaID + "/", Recursive: true, WithVersions: true}) {
		if o.Err != nil {
			t.Fatal(o.Err)
		}
		found[strings.TrimPrefix(o.Key, carpetaID+"/")]++
	}
	return found
}

func filesIn(t testing.TB, dir string) (paths []string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

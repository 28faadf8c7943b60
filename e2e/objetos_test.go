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
func objetos(t testing.TB, casa *serverkit.House, carpetaID string) map[string]int {
	t.Helper()
	hay := map[string]int{}
	if casa.Profile == serverkit.Embedded {
		for _, ruta := range archivos(t, casa.Dir+"/objetos") {
			if _, nombre, es := strings.Cut(ruta, carpetaID+"/"); es {
				hay[nombre]++
			}
		}
		return hay
	}
	u, err := url.Parse(casa.S3.Endpoint)
	if err != nil {
		t.Fatal(err)
	}
	s3, err := minio.New(u.Host, &minio.Options{Creds: credentials.NewStaticV4(casa.S3.AccessKey, casa.S3.SecretKey, "")})
	if err != nil {
		t.Fatal(err)
	}
	for o := range s3.ListObjects(t.Context(), casa.Bucket, minio.ListObjectsOptions{Prefix: carpetaID + "/", Recursive: true, WithVersions: true}) {
		if o.Err != nil {
			t.Fatal(o.Err)
		}
		hay[strings.TrimPrefix(o.Key, carpetaID+"/")]++
	}
	return hay
}

func archivos(t testing.TB, dir string) (rutas []string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(dir), ".", func(ruta string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			rutas = append(rutas, ruta)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return rutas
}

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

// bodega harms a house's files behind the server's back.
type bodega struct {
	casa *serverkit.House
	s3   *minio.Client // of the distributed profile
}

func abrirBodega(t *testing.T, casa *serverkit.House) bodega {
	t.Helper()
	if casa.Profile == serverkit.Embedded {
		return bodega{casa: casa}
	}
	u, err := url.Parse(casa.S3.Endpoint)
	if err != nil {
		t.Fatal(err)
	}
	s3, err := minio.New(u.Host, &minio.Options{Creds: credentials.NewStaticV4(casa.S3.AccessKey, casa.S3.SecretKey, "")})
	if err != nil {
		t.Fatal(err)
	}
	return bodega{casa, s3}
}

// libre is a document of a carpeta that may be deleted.
func (b bodega) libre(t *testing.T, de serverkit.Seeded) string {
	t.Helper()
	s := b.casa.Start(t)
	defer s.Stop(t)
	filas := todos(t, s.Client(t, de.CiudadanoID, "ciudadano"), de.CarpetaID)
	return filas[borrables(filas)[0]].DocumentoID
}

func (b bodega) ruta(carpetaID, documentoID string) string {
	return filepath.Join(b.casa.Dir, "objetos", "vigentes", carpetaID[len(carpetaID)-2:], carpetaID, documentoID)
}

// quitar removes every version of a file.
func (b bodega) quitar(t *testing.T, carpetaID, documentoID string) {
	t.Helper()
	if b.s3 == nil {
		if err := os.Remove(b.ruta(carpetaID, documentoID)); err != nil {
			t.Fatal(err)
		}
		return
	}
	nombre := carpetaID + "/" + documentoID + "/archivo"
	for v := range b.s3.ListObjects(t.Context(), b.casa.Bucket, minio.ListObjectsOptions{Prefix: nombre, Recursive: true, WithVersions: true}) {
		if v.Err != nil {
			t.Fatal(v.Err)
		}
		if err := b.s3.RemoveObject(t.Context(), b.casa.Bucket, v.Key, minio.RemoveObjectOptions{VersionID: v.VersionID}); err != nil {
			t.Fatal(err)
		}
	}
}

// dejar leaves a file that no document announces.
func (b bodega) dejar(t *testing.T, carpetaID, documentoID string) {
	t.Helper()
	contenido := []byte("de nadie")
	if b.s3 == nil {
		ruta := b.ruta(carpetaID, documentoID)
		if err := os.MkdirAll(filepath.Dir(ruta), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(ruta, contenido, 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	_, err := b.s3.PutObject(t.Context(), b.casa.Bucket, carpetaID+"/"+documentoID+"/archivo", bytes.NewReader(contenido), int64(len(contenido)), minio.PutObjectOptions{})
	if err != nil {
		t.Fatal(err)
	}
}

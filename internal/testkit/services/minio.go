package services

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

// ConexionS3 is what a client of an S3 service needs.
type ConexionS3 struct {
	Endpoint  string // http://host:port
	AccessKey string
	SecretKey string
}

// Minio is a MinIO server on one folder.
type Minio struct{ *Servicio }

// NuevoMinio describes a server; Iniciar starts it.
func NuevoMinio(op Opciones) *Minio {
	return &Minio{&Servicio{Nombre: "minio", op: op, receta: recetaMinio{}}}
}

// Conexion holds over restarts.
func (m *Minio) Conexion() ConexionS3 {
	return ConexionS3{"http://" + local(m.puerto(puertoS3)), usuarioS3, claveS3}
}

const (
	puertoS3 = iota
	puertoConsola
)

// Nothing but loopback can reach it, and it holds test data.
const (
	usuarioS3 = "carpeta"
	claveS3   = "carpeta-de-pruebas"
)

type recetaMinio struct{}

func (recetaMinio) programa(ctx context.Context, op Opciones) (string, error) {
	return enCache(ctx, op, paqueteMinio)
}

func (recetaMinio) ordenes(programa string, l lugar) (orden, *orden, error) {
	datos, err := l.sub(carpetaDatos)
	if err != nil {
		return orden{}, nil, err
	}
	return orden{
		programa: programa,
		args: []string{
			"server", "--quiet", "--anonymous",
			"--address", local(l.puertos[puertoS3]),
			"--console-address", local(l.puertos[puertoConsola]),
			datos,
		},
		entorno: []string{
			"PATH=" + os.Getenv("PATH"), "HOME=" + l.ruta,
			"MINIO_ROOT_USER=" + usuarioS3, "MINIO_ROOT_PASSWORD=" + claveS3,
			"MINIO_BROWSER=off", "MINIO_UPDATE=off",
			"MINIO_CI_CD=1", // a folder on the root disk will do
		},
		dir: l.ruta, registro: filepath.Join(l.ruta, "minio.log"),
	}, nil, nil
}

func (recetaMinio) listo(ctx context.Context, l lugar) error {
	base := "http://" + local(l.puertos[puertoS3])
	if err := contesta(ctx, base+"/minio/health/ready"); err != nil {
		return err
	}
	// It says so a moment before it takes calls: one without a key is then
	// forbidden, and until then "not initialized".
	return contestaCon(ctx, base+"/", http.StatusForbidden)
}

// contesta: the address answers with 200.
func contesta(ctx context.Context, url string) error { return contestaCon(ctx, url, http.StatusOK) }

// contestaCon: the address answers with the status. Connections are not kept: a goroutine
// that waits for the next answer would look like a leak to the tests.
func contestaCon(ctx context.Context, url string, estado int) error {
	ctx, cancelar := context.WithTimeout(ctx, 2*time.Second)
	defer cancelar()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	cliente := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	res, err := cliente.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if res.StatusCode != estado {
		return fmt.Errorf("%s: %s", url, res.Status)
	}
	return nil
}

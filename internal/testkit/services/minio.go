package services

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

// S3Connection is what a client of an S3 service needs.
type S3Connection struct {
	Endpoint  string // http://host:port, https of one with TLS
	AccessKey string
	SecretKey string
}

// Minio is a MinIO server on one folder.
type Minio struct{ *Service }

// NewMinio describes a server; Start starts it.
func NewMinio(config Config) *Minio {
	return &Minio{&Service{Name: "minio", config: config, recipe: minioRecipe{}}}
}

// Connection holds over restarts.
func (m *Minio) Connection() S3Connection {
	return S3Connection{m.recipe.(minioRecipe).scheme() + local(m.port(s3Port)), s3User, s3Password}
}

const (
	s3Port = iota
	consolePort
)

// Nothing but loopback can reach it, and it holds test data.
const (
	s3User     = "carpeta"
	s3Password = "carpeta-de-pruebas"
)

type minioRecipe struct {
	tls *TLS
	ca  string // that signed its certificate
}

func (r minioRecipe) scheme() string {
	if r.tls != nil {
		return "https://"
	}
	return "http://"
}

func (minioRecipe) program(ctx context.Context, config Config) (string, error) {
	return cached(ctx, config, minioPackage)
}

func (r minioRecipe) commands(program string, l place) (command, *command, error) {
	secure, err := r.tls.arguments(l)
	if err != nil {
		return command{}, nil, err
	}
	data, err := l.sub(dataDir)
	if err != nil {
		return command{}, nil, err
	}
	return command{
		program: program,
		args: append([]string{
			"server", "--quiet", "--anonymous",
			"--address", local(l.ports[s3Port]),
			"--console-address", local(l.ports[consolePort]),
			data,
		}, secure...),
		env: []string{
			"PATH=" + os.Getenv("PATH"), "HOME=" + l.path,
			"MINIO_ROOT_USER=" + s3User, "MINIO_ROOT_PASSWORD=" + s3Password,
			"MINIO_BROWSER=off", "MINIO_UPDATE=off",
			"MINIO_CI_CD=1", // a folder on the root disk will do
		},
		dir: l.path, log: filepath.Join(l.path, "minio.log"),
	}, nil, nil
}

func (r minioRecipe) ready(ctx context.Context, l place) error {
	base, by := r.scheme()+local(l.ports[s3Port]), transport(r.ca)
	if err := answersWith(ctx, by, base+"/minio/health/ready", http.StatusOK); err != nil {
		return err
	}
	// It says so a moment before it takes calls: one without a key is then
	// forbidden, and until then "not initialized".
	return answersWith(ctx, by, base+"/", http.StatusForbidden)
}

// answers: the address answers with 200.
func answers(ctx context.Context, url string) error {
	return answersWith(ctx, transport(""), url, http.StatusOK)
}

// answersWith: the address answers with the status.
func answersWith(ctx context.Context, by *http.Transport, url string, status int) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	client := http.Client{Transport: by}
	res, err := client.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if res.StatusCode != status {
		return fmt.Errorf("%s: %s", url, res.Status)
	}
	return nil
}

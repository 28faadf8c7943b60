package services

import (
	"context"
	"errors"
	"os"
	"path/filepath"
)

// Issuer is the development identity provider (tools/issuer): discovery and
// keys on loopback. Tests have issuers of their own.
type Issuer struct{ *Service }

const (
	issuerName    = "emisor"
	issuerPackage = "github.com/carpeta-ciudadana/servidor/tools/issuer"
)

// NewIssuer describes an issuer; Start starts it. It needs config.Dir: a client that
// wants a token looks for the key there.
func NewIssuer(config Config) *Issuer {
	return &Issuer{&Service{Name: issuerName, config: config, recipe: issuerRecipe{config.Dir}}}
}

// URL is the issuer, as its tokens name it. It holds over restarts.
func (e *Issuer) URL() string { return "http://" + local(e.port(0)) }

type issuerRecipe struct{ dir string }

// program is built anew each time, from the tree as it is: a copy in the cache
// could be of another day. Nothing is brought, so config.Install is not asked.
func (r issuerRecipe) program(ctx context.Context, config Config) (string, error) {
	if r.dir == "" {
		return "", errors.New("the issuer needs a folder that stays")
	}
	c, err := openFolder(r.dir, "", issuerName)
	if err != nil {
		return "", err
	}
	target := filepath.Join(c.path, issuerName)
	return target, runInstaller(ctx, config, "emisor: go build", nil, "go", "build", "-o", target, issuerPackage)
}

func (r issuerRecipe) commands(program string, l place) (command, *command, error) {
	return command{
		program: program,
		// Its folder is that of all services, as for a client that asks it for a token.
		args: []string{"servir", "--dir", filepath.Dir(l.path), "--addr", local(l.ports[0])},
		env:  []string{"PATH=" + os.Getenv("PATH"), "HOME=" + l.path},
		dir:  l.path, log: filepath.Join(l.path, "emisor.log"),
	}, nil, nil
}

func (issuerRecipe) ready(ctx context.Context, l place) error {
	return answers(ctx, "http://"+local(l.ports[0])+"/.well-known/openid-configuration")
}

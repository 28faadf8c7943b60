package services

import (
	"context"
	"errors"
	"os"
	"path/filepath"
)

// Emisor is the development identity provider (tools/issuer): discovery and
// keys on loopback. Tests have issuers of their own.
type Emisor struct{ *Servicio }

const (
	nombreEmisor  = "emisor"
	paqueteEmisor = "github.com/carpeta-ciudadana/servidor/tools/issuer"
)

// NuevoEmisor describes an issuer; Iniciar starts it. It needs op.Dir: whoever
// wants a token looks for the key there.
func NuevoEmisor(op Opciones) *Emisor {
	return &Emisor{&Servicio{Nombre: nombreEmisor, op: op, receta: recetaEmisor{op.Dir}}}
}

// URL is the issuer, as its tokens name it. It holds over restarts.
func (e *Emisor) URL() string { return "http://" + local(e.puerto(0)) }

type recetaEmisor struct{ dir string }

// programa is built anew each time, from the tree as it is: a copy in the cache
// could be of another day. Nothing is brought, so op.Instalar is not asked.
func (r recetaEmisor) programa(ctx context.Context, op Opciones) (string, error) {
	if r.dir == "" {
		return "", errors.New("the issuer needs a folder that stays")
	}
	c, err := abrirCarpeta(r.dir, nombreEmisor)
	if err != nil {
		return "", err
	}
	destino := filepath.Join(c.ruta, nombreEmisor)
	return destino, correr(ctx, op, "emisor: go build", nil, "go", "build", "-o", destino, paqueteEmisor)
}

func (r recetaEmisor) ordenes(programa string, l lugar) (orden, *orden, error) {
	return orden{
		programa: programa,
		// Its folder is that of all services, as for who asks it for a token.
		args:    []string{"servir", "--dir", filepath.Dir(l.ruta), "--addr", local(l.puertos[0])},
		entorno: []string{"PATH=" + os.Getenv("PATH"), "HOME=" + l.ruta},
		dir:     l.ruta, registro: filepath.Join(l.ruta, "emisor.log"),
	}, nil, nil
}

func (recetaEmisor) listo(ctx context.Context, l lugar) error {
	return contesta(ctx, "http://"+local(l.puertos[0])+"/.well-known/openid-configuration")
}

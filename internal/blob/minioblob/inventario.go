package minioblob

import (
	"context"
	"strings"

	"github.com/minio/minio-go/v7"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// afterFolder sorts behind every name that a folder of ours holds.
const afterFolder = "~"

// ObjetosDe implements documento.Inventario. Versions are listed: a file that an
// older version still holds is not gone.
func (o *Objetos) ObjetosDe(ctx context.Context, carpetaID, after string, limit int) (documento.PaginaObjetos, error) {
	ctx, cancel := o.withTimeout(ctx)
	defer cancel()
	p := objectPage{}
	options := minio.ListObjectsOptions{
		Prefix: carpetaID + "/", StartAfter: after, WithVersions: true, Recursive: true, MaxKeys: limit + 1,
	}
	for v := range o.client.ListObjectsIter(ctx, o.cfg.Bucket, options) {
		if v.Err != nil {
			return documento.PaginaObjetos{}, classify(v.Err)
		}
		if v.Key <= after {
			continue
		}
		if v.Key != p.name && p.names == limit {
			p.Siguiente = p.name
			break
		}
		p.count(v)
	}
	// An iterator that finds its context expired just ends.
	return p.PaginaObjetos, classify(ctx.Err())
}

// objectPage gathers versions by name.
type objectPage struct {
	documento.PaginaObjetos
	name  string // of the version before
	own   bool   // it is one that this system gives
	names int
}

func (p *objectPage) count(v minio.ObjectInfo) {
	if v.Key != p.name {
		p.name, p.names = v.Key, p.names+1
		key, own := documento.ReadNombreObjeto(v.Key)
		if p.own = own; own {
			p.Objetos = append(p.Objetos, documento.Rastro{DocumentoID: key.DocumentoID})
		} else {
			p.Ajenos++
		}
	}
	if p.own {
		noteVersion(&p.Objetos[len(p.Objetos)-1], v)
	}
}

func noteVersion(g *documento.Rastro, v minio.ObjectInfo) {
	if v.IsDeleteMarker {
		return
	}
	g.ConDatos = true
	g.Vigente = g.Vigente || v.IsLatest
	if v.LastModified.After(g.Modificado) {
		g.Modificado = v.LastModified
	}
}

// Rastro implements documento.Inventario.
func (o *Objetos) Rastro(ctx context.Context, name string) (g documento.Rastro, err error) {
	if err := documento.ValidarNombreObjeto(name); err != nil {
		return g, err
	}
	key, _ := documento.ReadNombreObjeto(name)
	g.DocumentoID = key.DocumentoID
	versions, err := o.versions(ctx, name)
	for _, v := range versions {
		noteVersion(&g, v)
	}
	return g, err
}

// CarpetasConObjetos implements documento.Inventario: the common prefixes, also of
// folders in which only older versions are left.
func (o *Objetos) CarpetasConObjetos(ctx context.Context, after string, limit int) (documento.PaginaCarpetas, error) {
	ctx, cancel := o.withTimeout(ctx)
	defer cancel()
	var p documento.PaginaCarpetas
	options := minio.ListObjectsOptions{WithVersions: true, MaxKeys: limit + 1}
	if after != "" {
		options.StartAfter = after + afterFolder
	}
	last, names := "", 0
	for v := range o.client.ListObjectsIter(ctx, o.cfg.Bucket, options) {
		if v.Err != nil {
			return documento.PaginaCarpetas{}, classify(v.Err)
		}
		if v.Key <= after || v.Key == last || v.Key == uploads {
			continue
		}
		if names == limit {
			p.Siguiente = last
			break
		}
		last, names = v.Key, names+1
		if id, isFolder := strings.CutSuffix(v.Key, "/"); isFolder && documento.EsCarpeta(id) {
			p.CarpetaIDs = append(p.CarpetaIDs, id)
		} else {
			p.Ajenos++
		}
	}
	return p, classify(ctx.Err())
}

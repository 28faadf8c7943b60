package minioblob

import (
	"context"
	"strings"

	"github.com/minio/minio-go/v7"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// tras sorts behind every name that a folder of ours holds.
const tras = "~"

// ObjetosDe implements documento.Inventario. Versions are listed: a file that an
// older version still holds is not gone.
func (o *Objetos) ObjetosDe(ctx context.Context, carpetaID, desde string, limite int) (documento.PaginaObjetos, error) {
	ctx, cancelar := o.conPlazo(ctx)
	defer cancelar()
	p := paginaObjetos{}
	opciones := minio.ListObjectsOptions{
		Prefix: carpetaID + "/", StartAfter: desde, WithVersions: true, Recursive: true, MaxKeys: limite + 1,
	}
	for v := range o.cliente.ListObjectsIter(ctx, o.cfg.Bucket, opciones) {
		if v.Err != nil {
			return documento.PaginaObjetos{}, clasificar(v.Err)
		}
		if v.Key <= desde {
			continue
		}
		if v.Key != p.nombre && p.nombres == limite {
			p.Siguiente = p.nombre
			break
		}
		p.sumar(v)
	}
	// An iterator that finds its context expired just ends.
	return p.PaginaObjetos, clasificar(ctx.Err())
}

// paginaObjetos gathers versions by name.
type paginaObjetos struct {
	documento.PaginaObjetos
	nombre  string // of the version before
	propio  bool   // it is one that this system gives
	nombres int
}

func (p *paginaObjetos) sumar(v minio.ObjectInfo) {
	if v.Key != p.nombre {
		p.nombre, p.nombres = v.Key, p.nombres+1
		clave, propio := documento.ReadNombreObjeto(v.Key)
		if p.propio = propio; propio {
			p.Objetos = append(p.Objetos, documento.Rastro{DocumentoID: clave.DocumentoID})
		} else {
			p.Ajenos++
		}
	}
	if p.propio {
		anotarVersion(&p.Objetos[len(p.Objetos)-1], v)
	}
}

func anotarVersion(g *documento.Rastro, v minio.ObjectInfo) {
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
func (o *Objetos) Rastro(ctx context.Context, nombre string) (g documento.Rastro, err error) {
	if err := documento.ValidarNombreObjeto(nombre); err != nil {
		return g, err
	}
	clave, _ := documento.ReadNombreObjeto(nombre)
	g.DocumentoID = clave.DocumentoID
	versiones, err := o.versiones(ctx, nombre)
	for _, v := range versiones {
		anotarVersion(&g, v)
	}
	return g, err
}

// CarpetasConObjetos implements documento.Inventario: the common prefixes, also of
// folders in which only older versions are left.
func (o *Objetos) CarpetasConObjetos(ctx context.Context, desde string, limite int) (documento.PaginaCarpetas, error) {
	ctx, cancelar := o.conPlazo(ctx)
	defer cancelar()
	var p documento.PaginaCarpetas
	opciones := minio.ListObjectsOptions{WithVersions: true, MaxKeys: limite + 1}
	if desde != "" {
		opciones.StartAfter = desde + tras
	}
	ultimo, nombres := "", 0
	for v := range o.cliente.ListObjectsIter(ctx, o.cfg.Bucket, opciones) {
		if v.Err != nil {
			return documento.PaginaCarpetas{}, clasificar(v.Err)
		}
		if v.Key <= desde || v.Key == ultimo {
			continue
		}
		if nombres == limite {
			p.Siguiente = ultimo
			break
		}
		ultimo, nombres = v.Key, nombres+1
		if id, esFolder := strings.CutSuffix(v.Key, "/"); esFolder && documento.EsCarpeta(id) {
			p.CarpetaIDs = append(p.CarpetaIDs, id)
		} else {
			p.Ajenos++
		}
	}
	return p, clasificar(ctx.Err())
}

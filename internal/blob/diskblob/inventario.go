package diskblob

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// ObjetosDe implements documento.Inventario. A folder is read whole for each page
// of it; only the page's files are looked at.
func (o *Objetos) ObjetosDe(ctx context.Context, carpetaID, desde string, limite int) (p documento.PaginaObjetos, err error) {
	if !documento.EsCarpeta(carpetaID) {
		return p, fault.New(fault.BadUserInput, "La carpeta no es válida.")
	}
	dir := dirCarpeta(carpetaID)
	nombres, err := o.nombresTras(ctx, dir, desde)
	for n, nombre := range nombres {
		if n == limite {
			p.Siguiente = nombres[n-1]
			break
		}
		info, err := o.raiz.Lstat(path.Join(dir, nombre))
		switch {
		case errors.Is(err, fs.ErrNotExist): // deleted just now
		case err != nil:
			return p, clasificar(err)
		case !documento.EsCarpeta(nombre): // a documentoId is a UUID too
			p.Ajenos++
		default:
			p.Objetos = append(p.Objetos, guardado(nombre, info))
		}
	}
	return p, err
}

func guardado(documentoID string, info fs.FileInfo) documento.Rastro {
	return documento.Rastro{DocumentoID: documentoID, Vigente: true, ConDatos: true, Modificado: info.ModTime()}
}

// nombresTras lists a folder in order, after a name. One that is not there is
// empty, unless the store itself is gone.
func (o *Objetos) nombresTras(ctx context.Context, dir, desde string) ([]string, error) {
	if err := clasificar(ctx.Err()); err != nil {
		return nil, err
	}
	entradas, err := o.listar(dir)
	if err = o.ausente(ctx, err); err != nil {
		if errors.Is(err, fault.NotFound) {
			err = nil
		}
		return nil, err
	}
	var nombres []string
	for _, e := range entradas {
		if e.Name() > desde {
			nombres = append(nombres, e.Name())
		}
	}
	slices.Sort(nombres)
	return nombres, nil
}

// CarpetasConObjetos implements documento.Inventario, shard by shard.
func (o *Objetos) CarpetasConObjetos(ctx context.Context, desde string, limite int) (p documento.PaginaCarpetas, err error) {
	fragmento, nombre, _ := strings.Cut(desde, "/")
	fragmentos, err := o.nombresTras(ctx, vigentes, "")
	for _, f := range fragmentos {
		if err != nil || f < fragmento {
			continue
		}
		if f > fragmento {
			nombre = ""
		}
		var nombres []string
		nombres, err = o.nombresTras(ctx, path.Join(vigentes, f), nombre)
		for _, n := range nombres {
			if len(p.CarpetaIDs)+p.Ajenos == limite {
				return p, err
			}
			if documento.EsCarpeta(n) {
				p.CarpetaIDs = append(p.CarpetaIDs, n)
			} else {
				p.Ajenos++
			}
			p.Siguiente = f + "/" + n
		}
	}
	p.Siguiente = ""
	return p, err
}

// Rastro implements documento.Inventario.
func (o *Objetos) Rastro(ctx context.Context, nombre string) (g documento.Rastro, err error) {
	if err := documento.ValidarNombreObjeto(nombre); err != nil {
		return g, err
	}
	clave, _ := documento.ReadNombreObjeto(nombre)
	g.DocumentoID = clave.DocumentoID
	if err := clasificar(ctx.Err()); err != nil {
		return g, err
	}
	info, err := o.raiz.Lstat(ruta(nombre))
	if err = o.ausente(ctx, err); errors.Is(err, fault.NotFound) {
		return g, nil
	}
	if err != nil {
		return g, err
	}
	return guardado(g.DocumentoID, info), nil
}

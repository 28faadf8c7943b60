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
func (o *Objetos) ObjetosDe(ctx context.Context, carpetaID, after string, limit int) (p documento.PaginaObjetos, err error) {
	if !documento.EsCarpeta(carpetaID) {
		return p, fault.New(fault.BadUserInput, "La carpeta no es válida.")
	}
	dir := carpetaDir(carpetaID)
	names, err := o.namesAfter(ctx, dir, after)
	for n, name := range names {
		if n == limit {
			p.Siguiente = names[n-1]
			break
		}
		info, err := o.root.Lstat(path.Join(dir, name))
		switch {
		case errors.Is(err, fs.ErrNotExist): // deleted just now
		case err != nil:
			return p, classify(err)
		case !documento.EsCarpeta(name): // a documentoId is a UUID too
			p.Ajenos++
		default:
			p.Objetos = append(p.Objetos, storedFile(name, info))
		}
	}
	return p, err
}

func storedFile(documentoID string, info fs.FileInfo) documento.Rastro {
	return documento.Rastro{DocumentoID: documentoID, Vigente: true, ConDatos: true, Modificado: info.ModTime()}
}

// namesAfter lists a folder in order, after a name. One that is not there is
// empty, unless the store itself is gone.
func (o *Objetos) namesAfter(ctx context.Context, dir, after string) ([]string, error) {
	if err := classify(ctx.Err()); err != nil {
		return nil, err
	}
	entries, err := o.list(dir)
	if err = o.absent(ctx, err); err != nil {
		if errors.Is(err, fault.NotFound) {
			err = nil
		}
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if e.Name() > after {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names)
	return names, nil
}

// CarpetasConObjetos implements documento.Inventario, shard by shard.
func (o *Objetos) CarpetasConObjetos(ctx context.Context, after string, limit int) (p documento.PaginaCarpetas, err error) {
	shard, name, _ := strings.Cut(after, "/")
	shards, err := o.namesAfter(ctx, dirCurrent, "")
	for _, f := range shards {
		if err != nil || f < shard {
			continue
		}
		if f > shard {
			name = ""
		}
		var names []string
		names, err = o.namesAfter(ctx, path.Join(dirCurrent, f), name)
		for _, n := range names {
			if len(p.CarpetaIDs)+p.Ajenos == limit {
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
func (o *Objetos) Rastro(ctx context.Context, name string) (g documento.Rastro, err error) {
	if err := documento.ValidarNombreObjeto(name); err != nil {
		return g, err
	}
	key, _ := documento.ReadNombreObjeto(name)
	g.DocumentoID = key.DocumentoID
	if err := classify(ctx.Err()); err != nil {
		return g, err
	}
	info, err := o.root.Lstat(pathOf(name))
	if err = o.absent(ctx, err); errors.Is(err, fault.NotFound) {
		return g, nil
	}
	if err != nil {
		return g, err
	}
	return storedFile(g.DocumentoID, info), nil
}

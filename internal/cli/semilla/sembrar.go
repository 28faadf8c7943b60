package semilla

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"strconv"

	"golang.org/x/sync/errgroup"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// cargasAtOnce bounds the files written at once.
const cargasAtOnce = 8

// Config say what to write.
type Config struct {
	Carpetas   int
	Documentos int        // in each
	Rand       *rand.Rand // see NewRand
	Operadores []string   // operadorIds that serve the carpetas; empty: four made-up ones
}

// Line reports a carpeta that was written.
type Line struct {
	CarpetaID   string `json:"carpetaId"`
	CiudadanoID string `json:"ciudadanoId"`
	Documentos  int    `json:"documentos"`
}

// Sembrar writes made-up carpetas and reports each when it is complete. With
// objetos (nil: metadata only) the files come first, so that no row ever lacks its file.
func Sembrar(ctx context.Context, store documento.Sembrador, objetos documento.Objetos, o Config, emit func(Line)) error {
	operadores := o.Operadores
	if len(operadores) == 0 {
		operadores = sampleOperadores
	}
	for range o.Carpetas {
		c := NewCarpeta(o.Rand, operadores)
		if err := sembrarOne(ctx, store, objetos, o, &c); err != nil {
			return err
		}
		emit(Line{c.CarpetaID, c.CiudadanoID, o.Documentos})
	}
	return nil
}

func sembrarOne(ctx context.Context, store documento.Sembrador, objetos documento.Objetos, o Config, c *carpeta.Carpeta) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	ds := make([]documento.Documento, 0, o.Documentos)
	for d := range Generate(o.Rand, *c, o.Documentos) {
		ds = append(ds, d)
	}
	if objetos != nil {
		if err := saveFiles(ctx, objetos, ds); err != nil {
			return err
		}
	}
	c.TotalDocumentos, c.Version = int64(len(ds)), 1
	h := c.Apertura()
	h.EnNombreDe, h.Datos = c.CiudadanoID, map[string]string{"documentos": strconv.Itoa(len(ds))}
	return store.Sembrar(ctx, *c, ds, auditoria.Escribano{}.Levantar(ctx, h))
}

func saveFiles(ctx context.Context, objetos documento.Objetos, ds []documento.Documento) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(cargasAtOnce)
	for _, d := range ds {
		if ctx.Err() != nil {
			break
		}
		g.Go(func() error { return save(ctx, objetos, d) })
	}
	return g.Wait()
}

// save takes a file that is there for success: a name holds one content only.
func save(ctx context.Context, objetos documento.Objetos, d documento.Documento) error {
	o := documento.Objeto{Nombre: d.StoragePath, Hash: d.Hash, TamanoBytes: d.TamanoBytes, TipoContenido: d.TipoContenido}
	err := objetos.Guardar(ctx, o, bytes.NewReader(Content(d)))
	if errors.Is(err, fault.Conflict) {
		return nil
	}
	return err
}

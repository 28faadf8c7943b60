package semilla

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strconv"

	"golang.org/x/sync/errgroup"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// cargasAtOnce bounds the files written at once.
const cargasAtOnce = 8

// Config say what to write.
type Config struct {
	Carpetas   int
	Documentos int               // in each
	Rand       *rand.Rand        // see NewRand
	Operadores []string          // operadorIds that serve the carpetas; empty: four made-up ones
	Entidades  *entidad.Servicio // registers the entities that certify documents
}

// Store is where the documents go, and the deliveries of those that are certified.
type Store interface {
	documento.Sembrador
	entrega.Sembrador
}

// Line reports a carpeta that was written.
type Line struct {
	CarpetaID   string `json:"carpetaId"`
	CiudadanoID string `json:"ciudadanoId"`
	Documentos  int    `json:"documentos"`
}

// Sembrar opens made-up carpetas that hold documents, as an operador opens them (carpeta.Servicio.AbrirPara), and
// reports each: the same number again reports the same ones, and writes nothing. With objetos (nil: metadata only)
// the files come first, so that no row ever lacks its file. What is certified is signed, by entities that are registered
// for it.
func Sembrar(ctx context.Context, carpetas carpeta.Servicio, store Store, objetos documento.Objetos, o Config, emit func(Line)) error {
	operadores := o.Operadores
	if len(operadores) == 0 {
		operadores = sampleOperadores
	}
	entidades := *o.Entidades
	entidades.Log = slog.New(slog.DiscardHandler) // the trail tells of each
	f := signers{&entidades, map[string]*Signer{}}
	for range o.Carpetas {
		if err := ctx.Err(); err != nil {
			return err
		}
		c := NewCarpeta(o.Rand, operadores)
		// Drawn also for a carpeta that is there: the next one must be what its number gives.
		ds := slices.AppendSeq(make([]documento.Documento, 0, o.Documentos), Generate(o.Rand, c, o.Documentos))
		a, err := sembrarOne(ctx, carpetas, c, filled{carpetas.Store, store, objetos, ds, f})
		if err != nil {
			return err
		}
		emit(Line{a.CarpetaID, a.CiudadanoID, int(a.TotalDocumentos)})
	}
	return nil
}

// sembrarOne opens a carpeta under the id that its number gave.
func sembrarOne(ctx context.Context, carpetas carpeta.Servicio, c carpeta.Carpeta, store filled) (carpeta.Abierta, error) {
	carpetas.Store, carpetas.Apertura.NewID = store, func() string { return c.CarpetaID }
	return carpetas.AbrirPara(ctx, c.OperadorID, c.CiudadanoID)
}

// filled opens a carpeta together with its documents: whoever sees it sees them.
type filled struct {
	carpeta.Store

	bulk    Store
	objetos documento.Objetos
	ds      []documento.Documento
	signers signers
}

// AbrirCarpeta writes nothing for a citizen who has a carpeta.
func (f filled) AbrirCarpeta(ctx context.Context, c carpeta.Carpeta, h auditoria.Evento) (carpeta.Carpeta, error) {
	if own, err := f.CarpetaDeCiudadano(ctx, c.CiudadanoID); !errors.Is(err, fault.NotFound) {
		return own, err
	}
	if f.objetos != nil {
		if err := saveFiles(ctx, f.objetos, f.ds); err != nil {
			return c, err
		}
	}
	es, err := f.signers.sembradas(ctx, c, f.ds)
	if err != nil {
		return c, err
	}
	if err := f.bulk.SembrarEntregas(ctx, es); err != nil {
		return c, err
	}
	c.TotalDocumentos, c.Version = int64(len(f.ds)), 1
	h.Datos = map[string]string{"documentos": strconv.Itoa(len(f.ds))}
	return c, f.bulk.Sembrar(ctx, c, f.ds, h)
}

func saveFiles(ctx context.Context, objetos documento.Objetos, ds []documento.Documento) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(cargasAtOnce)
	for i := range ds {
		if ctx.Err() != nil {
			break
		}
		g.Go(func() error { return save(ctx, objetos, &ds[i]) })
	}
	return g.Wait()
}

// save takes a file that is there for success: a name holds one content only. It writes down which version that is.
func save(ctx context.Context, objetos documento.Objetos, d *documento.Documento) error {
	o := documento.Objeto{Nombre: d.StoragePath, Hash: d.Hash, TamanoBytes: d.TamanoBytes, TipoContenido: d.TipoContenido}
	if err := objetos.Guardar(ctx, o, bytes.NewReader(Content(*d))); err != nil && !errors.Is(err, fault.Conflict) {
		return err
	}
	c, err := objetos.Comienzo(ctx, d.StoragePath, 0)
	d.VersionArchivo = c.Version
	return err
}

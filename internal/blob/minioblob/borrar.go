package minioblob

import (
	"context"
	"errors"
	"slices"

	"github.com/minio/minio-go/v7"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

const (
	porLote = 250 // versions in one call, so that a call stays far from its deadline
	rondas  = 3   // listings after the first; more means somebody keeps writing
)

// Borrar costs three calls for an object of one version: list, delete, list.
func (o *Objetos) Borrar(ctx context.Context, nombre string) error {
	if err := documento.ValidarNombreObjeto(nombre); err != nil {
		return err
	}
	versiones, err := o.versiones(ctx, nombre)
	for ronda := 0; err == nil && len(versiones) > 0; ronda++ {
		if ronda == rondas {
			return fault.Wrap(fault.Conflict, errors.New("new versions keep appearing while the object is deleted"))
		}
		if err = o.borrarVersiones(ctx, nombre, versiones); err == nil {
			versiones, err = o.versiones(ctx, nombre)
		}
	}
	return err
}

// versiones lists versions and delete markers of exactly this key, the current
// one first. The prefix's folder, all that MinIO reads, holds this key alone. The key itself sorts before everything that it is a prefix of.
func (o *Objetos) versiones(ctx context.Context, nombre string) ([]minio.ObjectInfo, error) {
	ctx, cancelar := o.conPlazo(ctx)
	defer cancelar()
	var todas []minio.ObjectInfo
	opciones := minio.ListObjectsOptions{Prefix: nombre, WithVersions: true, Recursive: true}
	for version := range o.cliente.ListObjectsIter(ctx, o.cfg.Bucket, opciones) {
		if version.Err != nil {
			return nil, clasificar(version.Err)
		}
		if version.Key != nombre {
			break
		}
		todas = append(todas, version)
	}
	// An iterator that finds its context expired just ends.
	return todas, clasificar(ctx.Err())
}

// borrarVersiones deletes the noncurrent ones first: until the last call the
// file can still be read, so that a failed deletion can be compensated.
func (o *Objetos) borrarVersiones(ctx context.Context, nombre string, versiones []minio.ObjectInfo) error {
	var anteriores []minio.ObjectInfo
	var actuales []minio.ObjectInfo
	for _, version := range versiones {
		if version.IsLatest {
			actuales = append(actuales, version)
		} else {
			anteriores = append(anteriores, version)
		}
	}
	for lote := range slices.Chunk(anteriores, porLote) {
		if err := o.borrarLote(ctx, lote); err != nil {
			return err
		}
	}
	for _, version := range actuales {
		if err := o.borrarVersion(ctx, nombre, version.VersionID); err != nil {
			return err
		}
	}
	return nil
}

func (o *Objetos) borrarLote(ctx context.Context, lote []minio.ObjectInfo) error {
	ctx, cancelar := o.conPlazo(ctx)
	defer cancelar()
	resultados, err := o.cliente.RemoveObjectsWithIter(ctx, o.cfg.Bucket, slices.Values(lote), minio.RemoveObjectsOptions{})
	if err != nil {
		return clasificarBorrado(err)
	}
	for resultado := range resultados {
		if err := clasificarBorrado(resultado.Err); err != nil {
			return err
		}
	}
	return clasificar(ctx.Err())
}

func (o *Objetos) borrarVersion(ctx context.Context, nombre, version string) error {
	ctx, cancelar := o.conPlazo(ctx)
	defer cancelar()
	return clasificarBorrado(o.cliente.RemoveObject(ctx, o.cfg.Bucket, nombre, minio.RemoveObjectOptions{VersionID: version}))
}

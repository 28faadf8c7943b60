package main

import (
	"context"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// almacen is what a backlog is written into, while no server runs.
type almacen interface {
	documento.Sembrador
	Iniciar(ctx context.Context, e eliminacion.Eliminacion) error
}

// atrasar writes a carpeta of an operador with deletions that nobody has published,
// all due now, and as many documents more. The files are gone already.
func atrasar(ctx context.Context, a almacen, operadorID string, deletions, mas int) (carpeta.Carpeta, []documento.Documento, error) {
	k, ds, err := conDocumentos(ctx, a, operadorID, deletions+mas)
	if err != nil {
		return k, nil, err
	}
	_, err = iniciar(ctx, a, k, ds[:deletions], eliminacion.MinioCleanup, 0)
	return k, ds[deletions:], err
}

// enEspera writes a carpeta with deletions that may be undone for an hour.
func enEspera(ctx context.Context, a almacen, deletions int) (eventos []string, err error) {
	k, ds, err := conDocumentos(ctx, a, "op", deletions)
	if err != nil {
		return nil, err
	}
	return iniciar(ctx, a, k, ds, eliminacion.Espera, time.Hour)
}

func conDocumentos(ctx context.Context, a almacen, operadorID string, cuantos int) (carpeta.Carpeta, []documento.Documento, error) {
	k := carpeta.Carpeta{CarpetaID: uuid.NewString(), CiudadanoID: uuid.NewString(), OperadorID: operadorID, TotalDocumentos: int64(cuantos)}
	ds := make([]documento.Documento, cuantos)
	for i := range ds {
		f := documento.Fila{CarpetaID: k.CarpetaID, DocumentoID: uuid.Must(uuid.NewV7()).String(), Titulo: "Diploma", Tipo: documento.Otro, Estado: documento.Procesado, FechaRecepcion: ahora()}
		ds[i] = documento.Documento{Fila: f, StoragePath: documento.NombreObjeto(f.Clave())}
	}
	return k, ds, a.Sembrar(ctx, k, ds)
}

// iniciar writes a deletion of each document, due after a while.
func iniciar(ctx context.Context, a almacen, k carpeta.Carpeta, ds []documento.Documento, paso eliminacion.Paso, espera time.Duration) ([]string, error) {
	eventos := make([]string, len(ds))
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(256)
	for i, d := range ds {
		eventos[i] = uuid.Must(uuid.NewV7()).String()
		g.Go(func() error {
			en := ahora()
			return a.Iniciar(gctx, eliminacion.Eliminacion{
				EventoID: eventos[i], CarpetaID: k.CarpetaID, DocumentoID: d.DocumentoID, OperadorID: k.OperadorID,
				SolicitadaPor: k.CiudadanoID, StoragePath: d.StoragePath, Estado: eliminacion.Iniciada, Paso: paso,
				Secuencia: 1, SolicitadaEn: en, NoAntesDe: en.Add(espera),
				Historia: []eliminacion.Cambio{{Secuencia: 1, Estado: eliminacion.Iniciada, Paso: paso, En: en}},
			})
		})
	}
	return eventos, g.Wait()
}

func ahora() time.Time { return time.Now().UTC().Truncate(time.Millisecond) }

package main

import (
	"context"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// store is what a backlog is written into, while no server runs.
type store interface {
	documento.Sembrador
	Iniciar(ctx context.Context, e eliminacion.Eliminacion, h auditoria.Evento) error
}

// fillBacklog writes a carpeta of an operador with deletions that nobody has published,
// all due now, and as many documents more. The files are gone already.
func fillBacklog(ctx context.Context, a store, operadorID string, deletions, more int) (carpeta.Carpeta, []documento.Documento, error) {
	k, ds, err := withDocumentos(ctx, a, operadorID, deletions+more)
	if err != nil {
		return k, nil, err
	}
	_, err = start(ctx, a, k, ds[:deletions], eliminacion.MinioCleanup, 0)
	return k, ds[deletions:], err
}

// waiting writes a carpeta with deletions that may be undone for an hour.
func waiting(ctx context.Context, a store, deletions int) (eventos []string, err error) {
	k, ds, err := withDocumentos(ctx, a, "op", deletions)
	if err != nil {
		return nil, err
	}
	return start(ctx, a, k, ds, eliminacion.Espera, time.Hour)
}

func withDocumentos(ctx context.Context, a store, operadorID string, howMany int) (carpeta.Carpeta, []documento.Documento, error) {
	k := carpeta.Carpeta{CarpetaID: uuid.NewString(), CiudadanoID: uuid.NewString(), OperadorID: operadorID, TotalDocumentos: int64(howMany)}
	ds := make([]documento.Documento, howMany)
	for i := range ds {
		f := documento.Fila{CarpetaID: k.CarpetaID, DocumentoID: uuid.Must(uuid.NewV7()).String(), Titulo: "Diploma", Tipo: documento.Otro, Estado: documento.Procesado, FechaRecepcion: now()}
		ds[i] = documento.Documento{Fila: f, StoragePath: documento.NombreObjeto(f.Clave())}
	}
	return k, ds, a.Sembrar(ctx, k, ds, hecho(ctx))
}

// start writes a deletion of each document, due after a while.
func start(ctx context.Context, a store, k carpeta.Carpeta, ds []documento.Documento, paso eliminacion.Paso, wait time.Duration) ([]string, error) {
	eventos := make([]string, len(ds))
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(256)
	for i, d := range ds {
		eventos[i] = uuid.Must(uuid.NewV7()).String()
		g.Go(func() error {
			at := now()
			return a.Iniciar(gctx, eliminacion.Eliminacion{
				EventoID: eventos[i], CarpetaID: k.CarpetaID, DocumentoID: d.DocumentoID, OperadorID: k.OperadorID,
				SolicitadaPor: k.CiudadanoID, StoragePath: d.StoragePath, Estado: eliminacion.Iniciada, Paso: paso,
				Secuencia: 1, SolicitadaEn: at, NoAntesDe: at.Add(wait),
				Historia: []eliminacion.Cambio{{Secuencia: 1, Estado: eliminacion.Iniciada, Paso: paso, En: at}},
			}, hecho(gctx))
		})
	}
	return eventos, g.Wait()
}

func now() time.Time { return time.Now().UTC().Truncate(time.Millisecond) }

// hecho is an event for a write that comes from no use case.
func hecho(ctx context.Context) auditoria.Evento {
	return auditoria.Escribano{}.Levantar(ctx, auditoria.Evento{Tipo: auditoria.EliminacionSolicitada, OperadorID: "op"})
}

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
	k := carpeta.Carpeta{CarpetaID: uuid.NewString(), CiudadanoID: uuid.NewString(), OperadorID: operadorID, TotalDocumentos: int64(deletions + mas)}
	ahora := time.Now().UTC().Truncate(time.Millisecond)
	ds := make([]documento.Documento, deletions+mas)
	for i := range ds {
		f := documento.Fila{CarpetaID: k.CarpetaID, DocumentoID: uuid.Must(uuid.NewV7()).String(), Titulo: "Diploma", Tipo: documento.Otro, Estado: documento.Procesado, FechaRecepcion: ahora}
		ds[i] = documento.Documento{Fila: f, StoragePath: documento.NombreObjeto(f.Clave())}
	}
	if err := a.Sembrar(ctx, k, ds); err != nil {
		return k, nil, err
	}
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(256)
	for _, d := range ds[:deletions] {
		g.Go(func() error {
			return a.Iniciar(gctx, eliminacion.Eliminacion{
				EventoID: uuid.Must(uuid.NewV7()).String(), CarpetaID: k.CarpetaID, DocumentoID: d.DocumentoID, OperadorID: operadorID,
				SolicitadaPor: k.CiudadanoID, StoragePath: d.StoragePath, Estado: eliminacion.Iniciada, Paso: eliminacion.MinioCleanup,
				Secuencia: 1, SolicitadaEn: ahora, NoAntesDe: ahora,
				Historia: []eliminacion.Cambio{{Secuencia: 1, Estado: eliminacion.Iniciada, Paso: eliminacion.MinioCleanup, En: ahora}},
			})
		})
	}
	return k, ds[deletions:], g.Wait()
}

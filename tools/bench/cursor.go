package main

import (
	"context"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// medirCursor: size by the codec itself with the longest sort keys there can be,
// time by its Go benchmarks.
func medirCursor(ctx context.Context, b *banco) error {
	largo, err := cursorMasLargo()
	if err != nil {
		return err
	}
	b.informe.anotar("cursor, longest title", "≤ 1024 bytes", si(largo <= relay.MaxCursor), "%d bytes", largo)
	salida, err := goBench(ctx, "BenchmarkCursor", "./internal/ground/relay")
	if err != nil {
		return err
	}
	for _, f := range []struct {
		nombre, prueba, tope string
		maximo               float64
	}{{"cursor, sign", "BenchmarkCursorSign", "≤ 2 µs", 2000}, {"cursor, open", "BenchmarkCursorOpen", "", 0}} {
		ns, asignaciones, err := mejorDe(salida, f.prueba)
		if err != nil {
			return err
		}
		v := sinTope
		if f.maximo > 0 {
			v = si(ns <= f.maximo)
		}
		b.informe.anotar(f.nombre, f.tope, v, "%.0f ns, %s allocations (best of 3)", ns, asignaciones)
	}
	return nil
}

// cursorMasLargo signs the sort key of a row with the longest title that the
// use cases accept, in letters of three bytes.
func cursorMasLargo() (int, error) {
	c, err := relay.NewCodec(relay.Key{ID: "clave-de-16-letr", Secret: make([]byte, 32)})
	if err != nil {
		return 0, err
	}
	fila := documento.Fila{
		CarpetaID: strings.Repeat("c", 36), DocumentoID: strings.Repeat("d", 36), Titulo: strings.Repeat("漢", maxTitulo),
		Tipo: documento.CedulaCiudadania, TamanoBytes: 1 << 52, FechaRecepcion: time.Now(),
	}
	largo := 0
	for _, campo := range documento.CamposOrden {
		firmante := c.Signer(relay.Scope{"documentos"}, time.Now(), 1<<62)
		largo = max(largo, len(firmante.Sign(fila.ClaveOrden(campo))))
	}
	return largo, nil
}

const maxTitulo = 200 // characters, see iniciarCarga

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
func measureCursor(ctx context.Context, b *bench) error {
	length, err := longestCursor()
	if err != nil {
		return err
	}
	b.report.note("cursor, longest title", "≤ 1024 bytes", holdsIf(length <= relay.MaxCursor), "%d bytes", length)
	output, err := goBench(ctx, "BenchmarkCursor", "./internal/ground/relay")
	if err != nil {
		return err
	}
	for _, f := range []struct {
		name, test, bound string
		maximum           float64
	}{{"cursor, sign", "BenchmarkCursorSign", "≤ 2 µs", 2000}, {"cursor, open", "BenchmarkCursorOpen", "", 0}} {
		ns, allocations, err := bestOf(output, f.test)
		if err != nil {
			return err
		}
		v := uncapped
		if f.maximum > 0 {
			v = holdsIf(ns <= f.maximum)
		}
		b.report.note(f.name, f.bound, v, "%.0f ns, %s allocations (best of 3)", ns, allocations)
	}
	return nil
}

// longestCursor signs the sort key of a row with the longest title that the
// use cases accept, in letters of three bytes.
func longestCursor() (int, error) {
	c, err := relay.NewCodec(relay.Key{ID: "clave-de-16-letr", Secret: make([]byte, 32)})
	if err != nil {
		return 0, err
	}
	fila := documento.Fila{
		CarpetaID: strings.Repeat("c", 36), DocumentoID: strings.Repeat("d", 36), Titulo: strings.Repeat("漢", maxTitulo),
		Tipo: documento.CedulaCiudadania, TamanoBytes: 1 << 52, FechaRecepcion: time.Now(),
	}
	length := 0
	for _, campo := range documento.CamposOrden {
		signer := c.Signer(relay.Scope{"documentos"}, time.Now(), 1<<62)
		length = max(length, len(signer.Sign(fila.ClaveOrden(campo))))
	}
	return length, nil
}

const maxTitulo = 200 // characters, see iniciarCarga

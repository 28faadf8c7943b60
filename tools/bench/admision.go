package main

import "context"

// medirAdmision: what it costs to let a request in, from its token to the decision
// that it may run, by the Go benchmark of the server's own admission.
func medirAdmision(ctx context.Context, b *banco) error {
	salida, err := goBench(ctx, "BenchmarkAdmission", "./internal/server/transport")
	if err != nil {
		return err
	}
	ns, asignaciones, err := mejorDe(salida, "BenchmarkAdmission")
	if err != nil {
		return err
	}
	b.informe.anotar("admission of a cached operation (auth, body, document, limits)", "≤ 100 µs", si(ns <= 100_000),
		"%.1f µs, %s allocations (best of 3)", ns/1000, asignaciones)
	return nil
}

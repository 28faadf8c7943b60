package main

import "context"

// medirAdmision: the cost of letting a request in, from its token to the decision
// that it may run, by the Go benchmark of the server's own admission.
func measureAdmission(ctx context.Context, b *bench) error {
	output, err := goBench(ctx, "BenchmarkAdmission", "./internal/server/transport")
	if err != nil {
		return err
	}
	ns, allocations, err := bestOf(output, "BenchmarkAdmission")
	if err != nil {
		return err
	}
	b.report.note("admission of a cached operation (auth, body, document, limits)", "≤ 100 µs", holdsIf(ns <= 100_000),
		"%.1f µs, %s allocations (best of 3)", ns/1000, allocations)
	return nil
}

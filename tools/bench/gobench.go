package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
)

// goBench runs the Go benchmarks of a package whose names begin so, three times.
func goBench(ctx context.Context, pruebas, paquete string) ([]byte, error) {
	salida, err := exec.CommandContext(ctx, "go", "test", "-run=^$", "-bench=^"+pruebas, "-count=3", "-benchmem", paquete).CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("go test -bench: %w: %s", err, salida)
	}
	return salida, nil
}

// mejorDe reads ns/op and allocs/op of the fastest run of a benchmark: the others
// were disturbed.
func mejorDe(salida []byte, prueba string) (ns float64, asignaciones string, err error) {
	for _, l := range bytes.Split(salida, []byte("\n")) {
		campos := strings.Fields(string(l))
		if len(campos) < 8 || !strings.HasPrefix(campos[0], prueba) {
			continue
		}
		n, err := strconv.ParseFloat(campos[2], 64)
		if err != nil {
			return 0, "", err
		}
		if ns == 0 || n < ns {
			ns, asignaciones = n, campos[6]
		}
	}
	if ns == 0 {
		return 0, "", errors.New(prueba + " did not run")
	}
	return ns, asignaciones, nil
}

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
func goBench(ctx context.Context, ruleTests, program string) ([]byte, error) {
	output, err := exec.CommandContext(ctx, "go", "test", "-run=^$", "-bench=^"+ruleTests, "-count=3", "-benchmem", program).CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("go test -bench: %w: %s", err, output)
	}
	return output, nil
}

// bestOf reads ns/op and allocs/op of the fastest run of a benchmark: the others
// were disturbed.
func bestOf(output []byte, test string) (ns float64, allocations string, err error) {
	for _, l := range bytes.Split(output, []byte("\n")) {
		campos := strings.Fields(string(l))
		if len(campos) < 8 || !strings.HasPrefix(campos[0], test) {
			continue
		}
		n, err := strconv.ParseFloat(campos[2], 64)
		if err != nil {
			return 0, "", err
		}
		if ns == 0 || n < ns {
			ns, allocations = n, campos[6]
		}
	}
	if ns == 0 {
		return 0, "", errors.New(test + " did not run")
	}
	return ns, allocations, nil
}

package main

import (
	"context"
	"fmt"
	"os"
	"sync"
	"time"
)

// memoryLine is the memory of server and generator over time, in MiB; a look a second.
type memoryLine struct {
	seconds, server, generator []float64
	mapped                     float64 // of the server's files, in the end
}

// watchLine looks until the result is asked for.
func watchLine(ctx context.Context, pids map[string]int) func() memoryLine {
	ctx, stop := context.WithCancel(ctx)
	var line memoryLine
	var group sync.WaitGroup
	begin := time.Now()
	group.Go(func() {
		for at := begin; until(ctx, at); at = at.Add(time.Second) {
			own, mapped := parts(pids["carpeta"])
			generator, _ := parts(os.Getpid())
			line.seconds = append(line.seconds, time.Since(begin).Seconds())
			line.server, line.generator, line.mapped = append(line.server, own), append(line.generator, generator), mapped
		}
	})
	return func() memoryLine { stop(); group.Wait(); return line }
}

// The first third fills caches and the heap: it is no growth.
const settledAfter = 3

// slope is how fast memory grows, in MiB a minute: a line through all looks but the first third (least squares).
func (m memoryLine) slope(values []float64) float64 {
	from := len(values) / settledAfter
	x, y := m.seconds[from:], values[from:]
	if len(x) < 2 {
		return 0
	}
	var sx, sy, sxx, sxy float64
	for i := range x {
		sx, sy, sxx, sxy = sx+x[i], sy+y[i], sxx+x[i]*x[i], sxy+x[i]*y[i]
	}
	n := float64(len(x))
	d := n*sxx - sx*sx
	if d == 0 {
		return 0
	}
	return 60 * (n*sxy - sx*sy) / d
}

func (m memoryLine) String() string {
	if len(m.server) == 0 {
		return "not looked at"
	}
	return fmt.Sprintf("%+.1f MiB/min (%s); %.0f MiB of mapped files in the end; the generator %+.1f MiB/min, %.0f MiB in the end",
		m.slope(m.server), tenths(m.server), m.mapped, m.slope(m.generator), m.generator[len(m.generator)-1])
}

// tenths are eleven values from first to last.
func tenths(values []float64) string {
	text := ""
	for i := range 11 {
		text += fmt.Sprintf(" %.0f", values[(len(values)-1)*i/10])
	}
	return text[1:] + " MiB"
}

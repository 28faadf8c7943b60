package socket_test

import (
	"sync/atomic"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/server/socket"
)

// TestLine: all jobs are done, one at a time, and a client that does not read keeps one
// worker.
func TestLine(t *testing.T) {
	var (
		crew         socket.Crew
		line         socket.Line
		inside, done atomic.Int64
	)
	reads := make(chan struct{})
	for range 500 {
		line.Submit(&crew, func() {
			if inside.Add(1) > 1 {
				t.Error("two at a time")
			}
			<-reads
			inside.Add(-1)
			done.Add(1)
		})
	}
	close(reads)
	crew.Wait()
	if done.Load() != 500 {
		t.Errorf("%d of 500 were done", done.Load())
	}
}

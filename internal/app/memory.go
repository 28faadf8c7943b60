package app

import (
	"context"
	"fmt"

	"github.com/carpeta-ciudadana/servidor/internal/app/memory"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/ground/machine"
	"github.com/carpeta-ciudadana/servidor/internal/server/shed"
)

// wireMemory makes the guard of the memory limit, which refuses new work near it, and ends connections at last.
func (a *App) wireMemory() {
	limit := a.cfg.Memory()
	a.memory = memory.New(memory.Config{
		Limit: limit, Usage: a.usage(limit), Clock: a.clock, Log: a.log,
		CloseConnections: func(n int) { a.http.api.CloseConnections(n) }, // the server is there before the guard runs
	})
	a.memory.SoftLimit()
	slack := memory.Allow(uint64(a.cfg.MemorySlack), limit)
	a.shed = shed.New(a.memory, a.metrics)
	a.metrics.Memory(a.memory)
	if limit.Bytes > 0 && limit.Bytes>>20 < config.LeastMemoryMiB {
		a.log.Warn("the memory limit is less than this program needs, and it may refuse all work: give it 64 MiB or more", "limite_mib", limit.Bytes>>20)
	}
	a.log.Info("memory limit", "limite_mib", limit.Bytes>>20, "de", string(limit.Source), "holgura_mib", slack>>20)
}

// usage is what counts against the limit: what this process holds; in a cgroup with a limit what the kernel and others hold
// there too.
func (a *App) usage(limit machine.Limit) func() uint64 {
	if limit.Source != machine.Cgroup {
		return machine.Usage
	}
	return func() uint64 { return max(machine.Usage(), machine.CgroupUsage()) }
}

// enoughMemory is a part of /readyz. A process that refuses for want of memory stays ready:
// without it the others would get what it cannot take, and would follow.
func (a *App) enoughMemory(context.Context) error {
	if a.memory.Tight() {
		return fmt.Errorf("%d of %d MiB are taken: new work is refused", a.memory.Used()>>20, a.memory.Limit()>>20)
	}
	return nil
}

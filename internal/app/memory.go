package app

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/app/memory"
	"github.com/carpeta-ciudadana/servidor/internal/ground/machine"
	"github.com/carpeta-ciudadana/servidor/internal/server/shed"
)

// wireMemory makes the guard of the memory limit, which refuses new work near it.
func (a *App) wireMemory() {
	limit := a.cfg.Memory()
	a.memory = memory.New(memory.Config{
		Limit: limit, Tight: a.cfg.Limit.Tight, Full: a.cfg.Limit.Full, Usage: a.usage(limit), Clock: a.clock, Log: a.log,
	})
	a.memory.SoftLimit()
	slack := memory.Allow(uint64(a.cfg.MemorySlack), limit)
	a.shed = shed.New(a.memory, a.metrics)
	a.metrics.Memory(a.memory)
	a.log.Info("memory limit", "limite_mib", limit.Bytes>>20, "de", string(limit.Source), "holgura_mib", slack>>20)
}

// besideEvery is how often the cgroup is asked what it holds beside this process.
const besideEvery = time.Second

// usage is what counts against the limit: what this process holds; in a cgroup with a
// limit also what the kernel and others hold there.
func (a *App) usage(limit machine.Limit) func() uint64 {
	if limit.Source != machine.Cgroup {
		return machine.Usage
	}
	var beside atomic.Uint64
	var next atomic.Int64
	return func() uint64 {
		own, now, due := machine.Usage(), a.clock().UnixNano(), next.Load()
		if (now >= due || due-now > int64(besideEvery)) && next.CompareAndSwap(due, now+int64(besideEvery)) {
			all := machine.CgroupUsage()
			beside.Store(all - min(own, all))
		}
		return own + beside.Load()
	}
}

// enoughMemory is a part of /readyz. A process that refuses for want of memory stays ready:
// without it the others would get what it cannot take, and would follow.
func (a *App) enoughMemory(context.Context) error {
	if a.memory.Tight() {
		return fmt.Errorf("%d of %d MiB are taken: new work is refused", a.memory.Used()>>20, a.memory.Limit()>>20)
	}
	return nil
}

package outbox

import (
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/role"
)

// Config bounds the work of a process.
type Config struct {
	Publishers    int           // messages of each lane published at a time: the window of confirms
	Queue         int           // messages of each lane waiting in memory; more are left to the sweeper
	PublishWithin time.Duration // how long a message waits for a broker that is away: nearly as long as its saga's lease
	Window        int           // unfinished sagas, in all
	WindowEach    int           // unfinished sagas per operador and weight
	Sweep         time.Duration // pause between two looks at an operador that something is heard of
	Idle          time.Duration // longest pause between two looks at any other one
	Batch         int           // sagas leased per operador and round
	Places        int           // deletions that this process executes itself at a time, if it does
	Line          int           // deletions waiting in memory for such a place; others are published
	Weights       map[string]int
	Roles         role.Set           // of this process; nil: all
	Silence       time.Duration      // a process that was not heard of for so long is gone
	Process       string             // name of this process: whose a lease is; no personal data
	Plazos        eliminacion.Plazos // how long leases last, and when a saga was delivered too often
	Reserve       time.Duration      // how long a place in the window waits for the write of its deletion
}

// DefaultConfig is right for one server on small machines.
var DefaultConfig = Config{
	Publishers: 16, Queue: 1024, PublishWithin: 15 * time.Second,
	Window: 1024, WindowEach: 256, Sweep: 5 * time.Second, Idle: time.Minute, Batch: 32,
	Places: 16, Line: 256, Silence: 30 * time.Second,
	Plazos: eliminacion.PlazosNormales, Reserve: 3 * time.Second,
}

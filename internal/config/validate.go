package config

import (
	"time"

	"github.com/alecthomas/kong"
)

// validate checks the settings, and the needs of a command.
func validate(c *cli, command string, settings, arguments []*kong.Flag) []error {
	v := &validator{}
	v.addresses(&c.Config)
	v.brokers(&c.Config)
	v.certificates(&c.Config)
	v.traces(&c.Config)
	v.ranges(settings, arguments)
	v.rates(&c.Config)
	v.relations(&c.Config)
	v.roles(&c.Config)
	v.identity(&c.Config)
	v.zona(&c.Config)
	c.signIn = v.stepUp(c.AuthMaxAge, c.AuthACR)
	v.apertura(&c.Config)
	v.purposes(&c.Config)
	v.browsers(&c.Config)
	v.application(&c.Config)
	v.identidad(&c.Config)
	v.proxies(&c.Config)
	v.internal(&c.Config)
	var err error
	if c.keys, err = readKeys(c.CursorKeys.Reveal()); err != nil {
		v.bad("cursor-keys", "%v", err)
	}
	v.exposed(&c.Config)
	v.arguments(c, command)
	v.operador(c, command)
	if c.Profile == Distributed {
		v.distributed(c, command)
	}
	return v.errs
}

func (v *validator) rates(c *Config) {
	if c.ReconcileRate <= 0 || c.ReconcileRate > 100_000 {
		v.bad("reconcile-rate", "%v is out of range; give calls per second, above 0 and up to 100000", c.ReconcileRate)
	}
	if len(c.RetryDelays) == 0 {
		v.bad("retry-delays", "is empty; give for example 5s,10s,20s")
	}
	for _, d := range c.RetryDelays {
		if d < time.Millisecond || d > time.Hour {
			v.bad("retry-delays", "%v is out of range; give durations from 1ms to 1h", d)
		}
	}
}

// LeastMemoryMiB is what the program needs at rest, and as much for its work.
const LeastMemoryMiB = 64

func (v *validator) relations(c *Config) {
	if c.MemoryLimitMiB > 0 && c.MemoryLimitMiB < LeastMemoryMiB {
		v.bad("memory-limit-mib", "%d MiB are less than this program needs; give %d or more, or 0 for what the machine or the container has", c.MemoryLimitMiB, LeastMemoryMiB)
	}
	if c.Rate.PerSecond > 0 && c.Rate.Burst < c.Limit.Cost {
		v.bad("rate-burst", "%d is less than the price of one operation may be (CARPETA_LIMIT_COST=%d), so such an operation could never run; raise it", c.Rate.Burst, c.Limit.Cost)
	}
	if c.WindowPerOperador > c.Window {
		v.bad("window-per-operador", "%d is more than the window in all (%d); lower it, or raise CARPETA_WINDOW", c.WindowPerOperador, c.Window)
	}
	for operador, weight := range c.Pesos {
		if operador == "" || weight < 1 || weight > 1000 {
			v.bad("pesos", "%q=%d is not OPERADOR=N with N from 1 to 1000", operador, weight)
		}
	}
}

package config

import (
	"strings"

	"github.com/alecthomas/kong"

	"github.com/carpeta-ciudadana/servidor/internal/ground/machine"
)

// fit fills in the limits that are no settings, finds the memory limit, and scales the defaults that follow it.
func (c *cli) fit(k *kong.Context) {
	c.memory = machine.LimitOf(uint64(max(c.MemoryLimitMiB, 0)) << 20)
	c.Limit.FillConstants()
	given := map[string]bool{}
	for _, v := range c.values {
		given[v.Variable] = v.Source != "default"
	}
	c.Limit.Fit(c.memory.Bytes, func(name string) bool { return given[variable("limit-"+name)] })
	for i, v := range valuesOf(k) {
		if v.Text != c.values[i].Text && strings.HasPrefix(v.Variable, "CARPETA_LIMIT_") {
			c.values[i].Text, c.values[i].Source = v.Text, "memory"
		}
	}
}

package main

import (
	"fmt"
	"maps"
	"slices"
)

// note writes the rows of a run.
func (r *loadResult) note(report *report, profile string, wanted bool) {
	all := r.tally.all()
	name := fmt.Sprintf("%d requests/s, %s, ", r.rate, profile)
	budget, holds := "", uncapped
	if profile == embedded && wanted {
		budget, holds = "p95 < 50 ms", holdsIf(all.percentil(95) < maxLoadP95)
	}
	report.note(name+"all", budget, holds, "%s; %.0f/s came in %s", quantiles(all), float64(len(all))/r.lasts.Seconds(), r.lasts)
	report.note(name+"errors", "0", holdsIf(r.tally.failures() == 0), "%s", r.tally.wrong())
	for _, kind := range slices.Sorted(maps.Keys(r.tally.waited)) {
		report.note(name+kind, "", uncapped, "%s", quantiles(r.tally.waited[kind]))
	}
	report.note(name+"whole walks of ten walkers", "≥ 1; nothing twice, nothing missed", holdsIf(r.walks > 0), "%d walks, %d rows", r.walks, r.walked)
	report.note(name+"operations as the server counts them", "the same", holdsIf(r.counted == float64(r.tally.asked)), "%.0f, and %d by the generator", r.counted, r.tally.asked)
	report.note(name+"deletions as the server counts them", "the same", holdsIf(r.finished == float64(r.deleted)), "%.0f to their end, and %d asked for by the generator", r.finished, r.deleted)
	flat, growth := uncapped, ""
	if r.lasts >= slopeNeeds {
		flat, growth = holdsIf(r.memory.slope(r.memory.server) <= maxSlope), "≤ 1 MiB/min"
	}
	report.note(name+"own memory over time", growth, flat, "%s", r.memory)
	report.note(name+"processor of a request", "", uncapped, "%s", r.cost)
	report.note(name+"where the server's processor goes", "", uncapped, "%s", r.profile)
}

func quantiles(s sample) string {
	return fmt.Sprintf("p50 %s, p95 %s, p99 %s, max %s (n=%d)", ms(s.median()), ms(s.percentil(95)), ms(s.percentil(99)), ms(s.percentil(100)), len(s))
}

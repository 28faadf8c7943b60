package sim

import (
	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/ground/role"
)

// executing are the roles that a deletion meets on its way.
var executing = role.Set{role.Coordinator, role.ObjectEraser, role.MetadataEraser}

// drawRoles draws the roles of a process that starts, in runs that divide them. It takes those that no other process
// has, so all of them are there as soon as all processes are.
func (w *world) drawRoles(number int) role.Set {
	if !w.plan.divided {
		return nil
	}
	mine := w.missing(number)
	for _, r := range executing {
		if !mine.Has(r) && w.oneIn(2) {
			mine = append(mine, r)
		}
	}
	return mine
}

// missing are the roles that no other process has than the one of a number.
func (w *world) missing(number int) (missing role.Set) {
	missing = role.Set{}
	for _, r := range executing {
		held := false
		for n, p := range w.processes {
			held = held || n != number && p != nil && !p.gone && p.has(r)
		}
		if !held {
			missing = append(missing, r)
		}
	}
	return missing
}

func (p *process) has(r role.Role) bool { return p.roles == nil || p.roles.Has(r) }

// worksOn reports whether a process takes messages of a queue.
func (p *process) worksOn(queue string) bool {
	for _, q := range broker.Queues {
		if q.Name == queue {
			return p.has(q.Role)
		}
	}
	return false
}

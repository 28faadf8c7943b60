package sim

import (
	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
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

// believes is what the product is told of the roles of its process.
func (p *process) believes() role.Set {
	if p.w.bug == RoleIgnored {
		return nil
	}
	return p.roles
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

// checkRole: a step is done by a process that has its role.
func (w *world) checkRole(p *process, r role.Role) {
	if !p.has(r) {
		w.violate("%s did a step of %s with the roles %v", p.name(), r, p.roles)
	}
}

// checkAcknowledged: whoever acknowledges a message of a deletion that can go on has published what moves it, or tried
// to, unless the step failed, or a copy of the file may still land: then it is due in the store later. What another process changed meanwhile is that
// one's to publish.
func (w *world) checkAcknowledged(t *task, sagaID string) {
	s, found := w.sagas[sagaID]
	if !found || t.told || s.Intento > 0 || s.Secuencia != t.knew || s.Estado != eliminacion.Iniciada {
		return
	}
	if s.Paso == eliminacion.MinioCleanup && epoch.Add(w.Now-maxSkew).Before(s.ArchivoDesde) {
		return
	}
	if s.Paso == eliminacion.MinioCleanup || pastPivot(s.Paso) {
		w.violate("a message was acknowledged, and nobody was told to go on from %s/%s", s.Estado, s.Paso)
	}
}

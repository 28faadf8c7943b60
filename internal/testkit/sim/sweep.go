package sim

import "time"

// sweepUploads lets a process sweep uploads now and then, as app does; any number may do so at once.
func (w *world) sweepUploads(p *process) {
	if !w.plan.cargas {
		return
	}
	w.After(w.between(20*time.Second, 80*time.Second), func() {
		if p.dead {
			return
		}
		w.spawn(p, func(t *task) {
			t.sweep = true
			_, _ = p.documentos.BarrerVencidas(taskContext{t})
			_, _ = p.documentos.BarrerRestos(taskContext{t})
		}).OnEnd = func() { w.sweepUploads(p) }
	})
}

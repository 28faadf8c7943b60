package sim

import "time"

// call is one remote call: when it takes effect and when it is answered,
// counted from the moment it is sent. Once sent, nothing that happens to the
// caller stops the effect.
type call struct {
	deadline time.Duration // moment at which the caller gives up
	effect   time.Duration // negative: never
	answer   time.Duration // negative: no answer
	refused  bool          // the answer comes, but is a refusal without effect
}

// perform makes a call for a coroutine. It reports whether the answer came in time;
// what the effect found out is valid only then.
func (w *world) perform(t *task, l call, effect func()) bool {
	if t.Dead() || w.Now >= l.deadline {
		return false
	}
	if l.effect >= 0 && !l.refused {
		w.After(l.effect, effect)
	}
	if l.answer < 0 || w.Now+l.answer > l.deadline {
		t.Wait(l.deadline)
		return false
	}
	if w.strikesWith(ProcessPauses, w.weight[ProcessPauses]/8) {
		w.pause(t.p) // before it sees the answer
	}
	t.Wait(w.Now + l.answer)
	return !t.Dead() && w.Now <= l.deadline
}

// times are the times of a call without fault: the effect first, the answer after.
func (w *world) times(min, max time.Duration) (effect, answer time.Duration) {
	effect = w.between(min, max)
	return effect, effect + w.between(min, max)
}

package quota

import "time"

// Known are subjects that did something good lately. Those who come for the first time may be many, and one and the
// same: what is dear to begin is begun for the known first. Nil knows everybody.
type Known struct{ met *Ledger }

// NewKnown remembers so many subjects for a while. Who is met again after it is known again.
func NewKnown(remembered time.Duration, subjects int, clock func() time.Time) *Known {
	return &Known{New(Config{PerSecond: 1 / remembered.Seconds(), Burst: 1, Subjects: subjects}, clock)}
}

// Meet says that a subject did something good. It costs little if that is known.
func (k *Known) Meet(subject string) {
	if !k.Knows(subject) {
		k.met.Owe(subject, 1)
	}
}

// Knows reports whether a subject was met lately.
func (k *Known) Knows(subject string) bool {
	if k == nil {
		return true
	}
	_, stranger := k.met.Solvent(subject)
	return !stranger
}

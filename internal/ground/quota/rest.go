package quota

import "time"

// Rest has a place used for a part of the time only: it comes free when it has rested from its work.
// So a part of the processor is kept for those who need no such place, however many want one.
type Rest struct {
	Share   int           // of its time, in percent, that a place is used; 1 to 100
	Longest time.Duration // a place that was used for longer was held up by others
	Clock   func() time.Time
}

// After is leave for the end of work that begins now. Call it once.
func (r Rest) After(leave func()) func() {
	begun := r.Clock()
	return func() {
		worked := r.Clock().Sub(begun)
		if pause := min(worked*time.Duration(100-r.Share)/time.Duration(r.Share), r.Longest); pause > 0 {
			time.AfterFunc(pause, leave)
			return
		}
		leave()
	}
}

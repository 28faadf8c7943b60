package leaks

import (
	"testing"
	"time"

	"go.uber.org/goleak"
)

// patience only bounds the wait for a goroutine that never ends.
const patience = 2 * time.Minute

// VerifyMain runs a package's tests, and fails if they leave a goroutine behind.
func VerifyMain(m *testing.M) { goleak.VerifyTestMain(patientRun{m}) }

type patientRun struct{ m *testing.M }

func (p patientRun) Run() int {
	code := p.m.Run()
	if code == 0 { // a test that failed may have left anything
		_ = untilGone()
	}
	return code
}

// Verify is the look after one test; options name goroutines that it may leave behind.
func Verify(t testing.TB, options ...goleak.Option) {
	t.Helper()
	if err := untilGone(options...); err != nil {
		t.Error(err)
	}
}

func untilGone(options ...goleak.Option) (err error) {
	for deadline := time.Now().Add(patience); ; {
		if err = goleak.Find(options...); err == nil || time.Now().After(deadline) {
			return err
		}
	}
}

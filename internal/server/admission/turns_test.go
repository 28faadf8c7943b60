package admission_test

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
	"github.com/carpeta-ciudadana/servidor/internal/server/limits"
)

// TestReading: while every place to read documents in is taken, known documents run
// and unknown ones wait.
func TestReading(t *testing.T) {
	w := newWorld(t, withLimits(func(l *limits.Limits) { l.Reading = 1 }))
	const known, unknown = `{ miCarpeta { id } }`, `{ miCarpeta { carpetaId } }`
	w.query(known, nil)
	release := w.gate.TakeTurn()
	answered := make(chan string, 1)
	go func() { answered <- w.query(unknown, nil) }()
	if code := w.query(known, nil); code != "OK" {
		t.Error(code)
	}
	select {
	case code := <-answered:
		t.Errorf("read without a place: %q", code)
	default:
	}
	release()
	if code := <-answered; code != "OK" {
		t.Error(code)
	}
}

func TestReadingTakesTooLong(t *testing.T) {
	w := newWorld(t, withLimits(func(l *limits.Limits) { l.Reading, l.Request = 1, time.Millisecond }))
	defer w.gate.TakeTurn()()
	for what, query := range map[string]string{"unknown": `{ miCarpeta { id } }`, "long": "{ __typename } #" + strings.Repeat("x", 16<<10)} {
		if code := w.query(query, nil); code != "UNAVAILABLE" {
			t.Errorf("%s: %s", what, code)
		}
	}
}

// TestReadingRests: however many wait, a place is used for a part of the time only, and
// a reading that took long does not let the next one wait as long again.
func TestReadingRests(t *testing.T) {
	for name, c := range map[string]struct{ works, rests time.Duration }{
		"three times as long as it works": {4 * time.Millisecond, 12 * time.Millisecond},
		"not for ever":                    {10 * time.Second, 50 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, withLimits(func(l *limits.Limits) { l.Reading, l.ReadingShare, l.Request = 1, 25, time.Hour }))
				read := func(d time.Duration) {
					leave, err := w.gate.Read(t.Context(), 1)
					if err != nil {
						t.Fatal(err)
					}
					time.Sleep(d)
					leave()
				}
				read(time.Minute) // nothing is saved any more
				read(c.works)
				since := time.Now()
				leave, err := w.gate.Read(t.Context(), 1)
				if err != nil || time.Since(since) != c.rests {
					t.Errorf("the next begins after %v (%v), want %v", time.Since(since), err, c.rests)
				}
				leave()
			})
		})
	}
}

// TestShortDocumentsDoNotWaitForLongOnes: one place, and a document of many fields is read in it, or it rests
// from that. A short one had to wait for both: 10 ms and more, with somebody who sent long ones all the time.
func TestShortDocumentsDoNotWaitForLongOnes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, withLimits(func(l *limits.Limits) { l.Reading, l.Request = 1, time.Hour }))
		long, err := w.gate.Read(t.Context(), 15<<10)
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute) // nothing is saved any more
		since := time.Now()
		soon := func(what string) {
			leave, err := w.gate.Read(t.Context(), 1<<10)
			if err != nil || time.Since(since) != 0 {
				t.Fatalf("%s: a short one waits %v (%v)", what, time.Since(since), err)
			}
			leave()
		}
		soon("while a long one is read")
		long()
		soon("while its place rests")
		if long, err = w.gate.Read(t.Context(), 15<<10); err != nil || time.Since(since) == 0 {
			t.Errorf("the next long one waits %v (%v)", time.Since(since), err)
		}
		long()
		time.Sleep(time.Second) // until the places have rested
	})
}

// TestSubjectsTakeTurnsToBeRead: twenty documents of one address wait for the only place, and one of another address is
// read with the first of them.
func TestSubjectsTakeTurnsToBeRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, withLimits(func(l *limits.Limits) { l.Reading, l.Request = 1, time.Hour }))
		release := w.gate.TakeTurn()
		var read []string // by who has the only place
		for n := range 21 {
			from := "crowd"
			if n == 20 {
				from = "other"
			}
			go func() {
				leave, err := w.gate.Read(caller.WithPeer(t.Context(), from), 15<<10)
				if err != nil {
					t.Error(err)
					return
				}
				read = append(read, from)
				leave()
			}()
			synctest.Wait()
		}
		release()
		time.Sleep(time.Minute)
		synctest.Wait()
		if at := slices.Index(read, "other"); len(read) != 21 || at > 2 {
			t.Errorf("the other address was read as number %d of %d", at, len(read))
		}
	})
}

package admission_test

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
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

// TestShortDocumentsDoNotWaitForLongOnes: one place, and a document of many fields is read in it. A short one had to
// wait for it: 10 ms and more, with somebody who sent long ones all the time.
func TestShortDocumentsDoNotWaitForLongOnes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, withLimits(func(l *limits.Limits) { l.Reading = 1 }))
		long, err := w.gate.Read(t.Context(), 15<<10)
		if err != nil {
			t.Fatal(err)
		}
		defer long()
		since := time.Now()
		short, err := w.gate.Read(t.Context(), 1<<10)
		if err != nil || time.Since(since) != 0 {
			t.Fatalf("a short one waits %v (%v)", time.Since(since), err)
		}
		short()
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

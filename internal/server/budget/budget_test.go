package budget_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
)

type counted map[string]int

func (c counted) Refused(what string) { c[what]++ }

// newBudget has 100 to spend, 3 refusals, and the limits.
func newBudget(l limits.Limits, refused counted) *budget.Budget {
	now := time.Now()
	clock := func() time.Time { return now }
	return budget.New(budget.Config{
		Quota:    quota.New(quota.Config{PerSecond: 10, Burst: 100, AtOnce: 1, Subjects: 10}, clock),
		Refusals: quota.New(quota.Config{PerSecond: 1, Burst: 3, Subjects: 10}, clock), Limits: l.WithDefaults(), Metrics: refused, Clock: time.Now,
	})
}

// of is the context of somebody with a token. All of them have one address.
func of(t *testing.T, sub string) context.Context {
	return auth.WithPrincipal(from(t, "192.0.2.1"), auth.Principal{Sub: sub})
}

// from is the context of somebody without a token.
func from(t *testing.T, address string) context.Context { return caller.WithPeer(t.Context(), address) }

func is(t *testing.T, what string, err *fault.Error, want fault.Code) {
	t.Helper()
	got := fault.Code("")
	if err != nil {
		got = err.Code
	}
	if got != want {
		t.Errorf("%s: %q, want %q", what, got, want)
	}
}

func TestEachSubjectPaysForItself(t *testing.T) {
	b := newBudget(limits.Limits{}, counted{})
	s, err := b.Charge(of(t, "1"), 60)
	is(t, "within the budget", err, "")
	if s.Remaining != 40 {
		t.Errorf("%d remain", s.Remaining)
	}
	_, err = b.Charge(of(t, "1"), 60)
	is(t, "beyond it", err, fault.RateLimited)
	if err.Espera != 2*time.Second {
		t.Errorf("wait %v", err.Espera)
	}
	_, err = b.Charge(of(t, "2"), 60)
	is(t, "another's", err, "")
}

// TestEventIsPaidOrSaysHowToComeBack: an event is charged like an operation.
func TestEventIsPaidOrSaysHowToComeBack(t *testing.T) {
	b := newBudget(limits.Limits{}, counted{})
	is(t, "the first", b.ChargeEvent(of(t, "1"), 100), "")
	err := b.ChargeEvent(of(t, "1"), 100)
	is(t, "the second", err, fault.RateLimited)
	if err.Espera != 10*time.Second || !strings.Contains(err.Recuperacion, "despuesDe") {
		t.Errorf("%v, %q", err.Espera, err.Recuperacion)
	}
}

func TestTurnsAreOfASubject(t *testing.T) {
	b := newBudget(limits.Limits{Events: 2, EventsEach: 1}, counted{})
	come := 0
	first, now := b.EventSlot(of(t, "1"), nil)
	second, later := b.EventSlot(of(t, "1"), func() { come++ })
	if _, other := b.EventSlot(of(t, "2"), nil); !now || later || !other {
		t.Errorf("first %v, second %v, another's %v", now, later, other)
	}
	first.Release()
	if come != 1 || !second.Granted() {
		t.Errorf("the second came %d times", come)
	}
}

func TestPlacesOfASubject(t *testing.T) {
	b := newBudget(limits.Limits{Sockets: 1}, counted{})
	for what, enter := range map[string]func(context.Context) (func(), *fault.Error){"requests": b.Enter, "connections": b.Connect} {
		leave, err := enter(of(t, "1"))
		is(t, what, err, "")
		_, err = enter(of(t, "1"))
		is(t, what+", one too many", err, fault.RateLimited)
		_, err = enter(of(t, "2"))
		is(t, what+" of another", err, "")
		leave()
		_, err = enter(of(t, "1"))
		is(t, what+" again", err, "")
	}
}

// TestBytesOfASubjectAndOfAll: what is kept and what is read, refused by the right one.
func TestBytesOfASubjectAndOfAll(t *testing.T) {
	b := newBudget(limits.Limits{KeptKiB: 2, KeptAllKiB: 3, ReadKiB: 64, ReadAllKiB: 96}, counted{})
	held, err := b.Keep(of(t, "1"), 1024, 1024)
	is(t, "kept", err, "")
	_, err = b.Keep(of(t, "1"), 1, 0)
	is(t, "kept too much", err, fault.RateLimited)
	_, err = b.KeepShared(2049)
	is(t, "all keep too much", err, fault.Unavailable)
	held.Release()
	_, err = b.KeepShared(3072)
	is(t, "kept after a release", err, "")

	small, large, other := b.Receive(new(budget.Allowance)), b.Receive(new(budget.Allowance)), b.Receive(new(budget.Allowance))
	is(t, "a small request", small.Grow(of(t, "1"), budget.FreeBytes), "")
	is(t, "a large one", large.Grow(of(t, "1"), budget.FreeBytes+64<<10), "")
	is(t, "one byte more", large.Grow(of(t, "1"), 1), fault.RateLimited)
	is(t, "too much for all", other.Grow(of(t, "2"), budget.FreeBytes+48<<10), fault.Unavailable)
	large.Release()
	is(t, "after a release", other.Grow(of(t, "2"), 16<<10), "")
}

// TestRefusalsEndReading: refusals are charged by their size, and counted by their kind.
func TestRefusalsEndReading(t *testing.T) {
	refused := counted{}
	b := newBudget(limits.Limits{}, refused)
	is(t, "at first", b.CheckRefusals(of(t, "1")), "")
	b.ChargeRefusal(of(t, "1"), budget.Document, 2*budget.RefusalBytes) // three
	is(t, "with too many", b.CheckRefusals(of(t, "1")), fault.RateLimited)
	is(t, "another", b.CheckRefusals(of(t, "2")), "")
	if refused["documento"] != 1 || refused["sin_leer"] != 1 {
		t.Error(refused)
	}
}

// TestRefusalsWaitInPlaces: as many as there are, and only refusals of the insolvent.
func TestRefusalsWaitInPlaces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBudget(limits.Limits{DelayedRefusals: 1, RefusalDelay: time.Second}, counted{})
		since := time.Now()
		last := b.DelayRefusal(of(t, "1"), "BAD_USER_INPUT")
		if time.Since(since) != 0 || last {
			t.Error("a solvent subject's refusal waits")
		}
		done := make(chan bool, 1)
		go func() { done <- b.DelayRefusal(of(t, "1"), string(fault.RateLimited)) }()
		synctest.Wait()
		if b.DelayedRefusals() != 1 {
			t.Errorf("%d wait", b.DelayedRefusals())
		}
		last = b.DelayRefusal(of(t, "1"), string(fault.RateLimited)) // no place: at once
		if time.Since(since) != 0 || !last {
			t.Error("a refusal without a place waits, or another may follow at once")
		}
		if last := <-done; last {
			t.Error("the connection of a refusal that waited ends")
		}
		if time.Since(since) != time.Second || b.DelayedRefusals() != 0 {
			t.Errorf("after %v %d wait", time.Since(since), b.DelayedRefusals())
		}
	})
}

// TestAnnouncedBytes: a request that cannot be taken in whole is refused before it comes,
// and announcing takes no room.
func TestAnnouncedBytes(t *testing.T) {
	b := newBudget(limits.Limits{ReadKiB: 64, ReadAllKiB: 96}, counted{})
	for range 10 {
		is(t, "nothing is held", b.Receive(new(budget.Allowance)).CheckSize(of(t, "1"), budget.FreeBytes+64<<10), "")
	}
	first, second := b.Receive(new(budget.Allowance)), b.Receive(new(budget.Allowance))
	is(t, "a large one", first.Grow(of(t, "1"), budget.FreeBytes+40<<10), "")
	is(t, "more than the subject may have", second.CheckSize(of(t, "1"), budget.FreeBytes+32<<10), fault.RateLimited)
	is(t, "more than all may have", second.CheckSize(of(t, "2"), budget.FreeBytes+60<<10), fault.Unavailable)
	is(t, "a small one", second.CheckSize(of(t, "1"), budget.FreeBytes), "")
	first.Release()
	is(t, "when there is room again", second.CheckSize(of(t, "1"), budget.FreeBytes+64<<10), "")
}

// TestBytesOfAnswers: what is not sent is counted. A query that does not fit is not kept, a
// mutation has its room before it begins, and nothing begins for who is full.
func TestBytesOfAnswers(t *testing.T) {
	b := newBudget(limits.Limits{AnswersKiB: 64, AnswersAllKiB: 256}, counted{})
	query, err := b.Answer(of(t, "1"), 0)
	is(t, "a query", err, "")
	is(t, "its answer", query.Resize(budget.FreeBytes+40<<10), "")
	other, err := b.Answer(of(t, "1"), 0)
	is(t, "a second query", err, "")
	is(t, "its answer", other.Resize(budget.FreeBytes+40<<10), fault.RateLimited)
	_, err = b.Answer(of(t, "1"), budget.FreeBytes+40<<10)
	is(t, "a mutation that may not be told", err, fault.RateLimited)
	mutation, err := b.Answer(of(t, "1"), budget.FreeBytes+20<<10)
	is(t, "one that may", err, "")
	mutation.ForceResize(budget.FreeBytes + 60<<10)
	_, err = b.Answer(of(t, "1"), 0)
	is(t, "one more", err, fault.RateLimited)
	_, err = b.Answer(of(t, "2"), budget.FreeBytes+60<<10)
	is(t, "somebody else", err, "")
	query.Release()
	query.Release()
	mutation.Release()
	_, err = b.Answer(of(t, "1"), budget.FreeBytes+64<<10)
	is(t, "when all is sent", err, "")
}

// TestAnswerGivesBackWhatItDoesNotTake: once it is known, only what is sent has room, however dear the
// operation was. What was expected too low grows.
func TestAnswerGivesBackWhatItDoesNotTake(t *testing.T) {
	const expected = budget.FreeBytes + 50<<10
	for name, known := range map[string]func(*budget.Outgoing, int){
		"query":    func(o *budget.Outgoing, n int) { is(t, "it fits", o.Resize(n), "") },
		"mutation": (*budget.Outgoing).ForceResize,
	} {
		t.Run(name, func(t *testing.T) {
			b := newBudget(limits.Limits{AnswersKiB: 64, AnswersAllKiB: 64}, counted{})
			slow, err := b.Answer(of(t, "1"), expected)
			is(t, "the first", err, "")
			_, err = b.Answer(of(t, "2"), expected)
			is(t, "while it is worked on", err, fault.Unavailable)
			known(slow, budget.FreeBytes+10<<10)
			other, err := b.Answer(of(t, "2"), expected)
			is(t, "while it is sent", err, "")
			other.Release()
			known(slow, budget.FreeBytes+60<<10)
			_, err = b.Answer(of(t, "2"), expected)
			is(t, "when it has grown", err, fault.Unavailable)
			slow.Release()
			_, err = b.Answer(of(t, "2"), budget.FreeBytes+64<<10)
			is(t, "when it is sent", err, "")
		})
	}
}

// TestSlowReadersMakeRoom: who reads nothing for a second gives up the room that others need, the one that
// began first before the others. An answer that is worked on, one that was sent and one that has just begun stay.
func TestSlowReadersMakeRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const expected = budget.FreeBytes + 20<<10
		refused := counted{}
		b := newBudget(limits.Limits{AnswersKiB: 64, AnswersAllKiB: 64}, refused)
		var cut []string
		begin := func(subject string) (o *budget.Outgoing, sent func()) {
			o, err := b.Answer(of(t, subject), expected)
			is(t, subject, err, "")
			return o, o.StartSending(func() { cut = append(cut, subject) })
		}
		worked, err := b.Answer(of(t, "worked on"), expected)
		is(t, "worked on", err, "")
		first, firstSent := begin("first")
		time.Sleep(600 * time.Millisecond)
		_, _ = begin("second")
		_, err = b.Answer(of(t, "other"), expected)
		is(t, "before a second is over", err, fault.Unavailable)
		time.Sleep(600 * time.Millisecond)
		_, sent := begin("other")
		if len(cut) != 1 || cut[0] != "first" || refused["sin_recibir"] != 1 {
			t.Error(cut, refused)
		}
		_, err = b.Answer(of(t, "one more"), expected)
		is(t, "the second is young", err, fault.Unavailable)
		firstSent()
		first.Release() // counts once
		sent()
		time.Sleep(time.Minute)
		grows, err := b.Answer(of(t, "small"), 0)
		is(t, "a small one", err, "")
		is(t, "which grows", grows.Resize(expected), "")
		if len(cut) != 2 || cut[1] != "second" {
			t.Error(cut)
		}
		_, err = b.Answer(of(t, "one more"), expected)
		is(t, "nobody is left", err, fault.Unavailable)
		worked.Release()
	})
}

// TestEventsAreCountedBesideAnswersThatHadToBeTold: what mutations did may be more than there is room for. What comes
// beside it has to wait for room all the same.
func TestEventsAreCountedBesideAnswersThatHadToBeTold(t *testing.T) {
	b := newBudget(limits.Limits{AnswersKiB: 64, AnswersAllKiB: 128}, counted{})
	mutation, err := b.Answer(of(t, "1"), 0)
	is(t, "a mutation", err, "")
	mutation.ForceResize(budget.FreeBytes + 200<<10)
	mine, others := b.Event(of(t, "1")), b.Event(of(t, "2"))
	is(t, "its subject's events", mine.Resize(100<<20), fault.RateLimited)
	is(t, "those of others", others.Resize(budget.FreeBytes+32<<10), fault.Unavailable)
	is(t, "small ones", mine.Resize(budget.FreeBytes), "")
	mutation.Release()
	is(t, "when it is told", mine.Resize(budget.FreeBytes+64<<10), "")
	is(t, "and no more than there is room for", mine.Resize(budget.FreeBytes+65<<10), fault.RateLimited)
}

// TestFollowersAreCounted against their subject: beyond its bound nothing more is followed, and it is given back.
func TestFollowersAreCounted(t *testing.T) {
	b := newBudget(limits.Limits{KeptKiB: 100, KeptAllKiB: 64}, counted{})
	begin := func(subject string) budget.Kept {
		t.Helper()
		k, err := b.Keep(of(t, subject), 0, 0)
		is(t, subject, err, "")
		return k
	}
	one, second, other := begin("1"), begin("1"), begin("2")
	is(t, "as much as it may", one.ResizeStream(100<<10), "")
	is(t, "more", one.ResizeStream(101<<10), fault.RateLimited)
	is(t, "a second one", second.ResizeStream(1), fault.RateLimited)
	is(t, "another's", other.ResizeStream(100<<10), "")
	is(t, "less", one.ResizeStream(60<<10), "")
	is(t, "then the second one has room", second.ResizeStream(40<<10), "")
	one.Release()
	one.Release()
	again := begin("1")
	is(t, "when it was given back", again.ResizeStream(60<<10), "")
}

// TestReadingsOfWhoSpentMuchTakeTurns: and those of others need none, so that a crowd that comes back waits for nobody.
func TestReadingsOfWhoSpentMuchTakeTurns(t *testing.T) {
	b := newBudget(limits.Limits{Cost: 40, Searches: 1}, counted{})
	b.ForceCharge(of(t, "1"), 40)
	if turn, now := b.CatchUpSlot(of(t, "1"), nil); turn != nil || !now {
		t.Error("who spent what one operation may cost takes a turn")
	}
	b.ForceCharge(of(t, "1"), 1)
	come := make(chan struct{})
	first, now := b.CatchUpSlot(of(t, "1"), nil)
	second, later := b.CatchUpSlot(of(t, "1"), func() { close(come) })
	if first == nil || second == nil || !now || later {
		t.Fatalf("%v %v, %v %v", first, second, now, later)
	}
	if turn, _ := b.CatchUpSlot(of(t, "2"), nil); turn != nil {
		t.Error("another waits too")
	}
	first.Release()
	<-come
	second.Release()
}

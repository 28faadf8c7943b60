package outbox

import "time"

// For tests: the parts that decide fairness.
var (
	NewWindow = newWindow
	NewTurns  = newTurns
	NewAgenda = newAgenda
)

// The methods under test.
var (
	Take = (*window).take

	Release = (*window).release
	Room    = (*window).room
	Round   = (*turns).round
	Share   = (*turns).share
	Spend   = (*turns).spend
	Sweep   = (*Sweeper).sweep
	Next    = (*Sweeper).next
	Each    = each
	Confirm = (*Dispatcher).confirm
	Count   = (*Counter).count
	Crowd   = (*window).crowd
	Know    = (*agenda).know
	Want    = (*agenda).want
	Again   = (*agenda).again
	Begin   = (*agenda).begin
	Quiet   = (*agenda).quiet
	Due     = (*agenda).due
)

// Plans are the operadores to look at now, and the time of the next look.
func Plans(b *Board) ([]string, time.Time) { return b.agenda.due(b.rt.Clock()) }

// IsDown reports whether the last publish failed.
func IsDown(b *Board) bool { return b.link.isDown() }

// Looked ends a look at an operador that found nothing.
func Looked(b *Board, operadorID string) { b.agenda.begin(operadorID, b.rt.Clock()) }

// Waits reports whether work of an operador is known to wait in the store.
func Waits(b *Board, operadorID string) bool {
	_, w := b.agenda.waits(operadorID)
	return w
}

package outbox

// For tests: the parts that decide fairness.
var (
	NewWindow = newWindow
	NewTurns  = newTurns
)

// The methods under test.
var (
	Take    = (*window).take
	Release = (*window).release
	Room    = (*window).room
	Round   = (*turns).round
	Share   = (*turns).share
	Spend   = (*turns).spend
	Sweep   = (*Sweeper).sweep
)

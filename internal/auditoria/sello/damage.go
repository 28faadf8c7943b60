package sello

import "fmt"

// Damage says that a log is not what it was: lost, changed or rolled back. The sealer
// stops; a person has to look. To seal on would make a fork.
type Damage struct{ reason string }

// Error implements error.
func (d *Damage) Error() string { return "sealed log is damaged: " + d.reason }

func refuse(format string, args ...any) error { return &Damage{fmt.Sprintf(format, args...)} }

// Broken is Damage that somebody else found: what the store says is not what was sealed.
func Broken(reason string) error { return &Damage{reason} }

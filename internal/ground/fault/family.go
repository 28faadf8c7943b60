package fault

// Family is the general code that a code is a case of; others are their own. Special codes tell causes apart for clients, and
// everybody else treats them alike.
func (c Code) Family() Code {
	switch c {
	case OtherOperador:
		return NotAllowed
	case SinCarpeta:
		return NotFound
	case FileMissing, FileDiffers, StillVerifying:
		return BadUserInput
	}
	_, refusal := refusals[c]
	_, delivery := deliveries[c]
	_, consent := consents[c]
	if refusal || delivery || consent {
		return NotAllowed
	}
	return c
}

package auth

import "github.com/carpeta-ciudadana/servidor/internal/ground/fault"

// Witness hears what the policy refuses a caller. It must not block.
type Witness interface {
	Negada(quien Principal, code fault.Code)
}

// Quiet is the same caller without a witness: for a question that is no attempt of theirs.
func (p Principal) Quiet() Principal {
	p.Witness = nil
	return p
}

// HiddenFrom is the answer to a caller who asks for what only others may see.
func HiddenFrom(p Principal) error { return p.hidden() }

// hidden refuses what the caller may not even know of.
func (p Principal) hidden() error { return p.refused(fault.NotFound) }

// forbidden refuses what the caller may know of.
func (p Principal) forbidden() error { return p.refused(fault.Forbidden) }

func (p Principal) refused(code fault.Code) error {
	if p.Witness != nil {
		p.Witness.Negada(p, code)
	}
	return fault.Plain(code)
}

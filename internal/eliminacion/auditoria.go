package eliminacion

// Auditoria names the persons of a deletion. auth.MayAudit decides about the permission to see it.
type Auditoria struct {
	CarpetaID     string
	OperadorID    string
	SolicitadaPor string
	DecididaPor   string // empty if nobody decided
}

// Auditoria is the answer to an auditor beside the history.
func (e Eliminacion) Auditoria() Auditoria {
	a := Auditoria{CarpetaID: e.CarpetaID, OperadorID: e.OperadorID, SolicitadaPor: e.SolicitadaPor}
	if e.Aprobacion != nil {
		a.DecididaPor = e.Aprobacion.DecididaPor
	}
	return a
}

package fault

// families are the general codes of special ones: causes that are told apart for clients, and treated
// alike by everybody else.
var families = map[Code]Code{
	OtherOperador: NotAllowed,
	SinCarpeta:    NotFound,

	DocumentoCertificado: NotAllowed,
	NotCertificado:       NotAllowed,
	DocumentoIncomplete:  NotAllowed,
	DocumentoIntact:      NotAllowed,
	DocumentoLocked:      NotAllowed,
	DocumentoChanged:     NotAllowed,
	UploadEnded:          NotAllowed,
	VentanaClosed:        NotAllowed,
	NotInPapelera:        NotAllowed,
	EliminacionNotFailed: NotAllowed,
	NoAprobacion:         NotAllowed,
	OwnAprobacion:        NotAllowed,
	AprobacionGiven:      NotAllowed,
	AprobacionRejected:   NotAllowed,
	AprobacionExpired:    NotAllowed,
	AprobacionWithdrawn:  NotAllowed,
	NoDestination:        NotAllowed,
	NoRoomForSessions:    NotAllowed,
	NotShowable:          NotAllowed,
	NoTitular:            NotAllowed,
	TooManyCodigos:       NotAllowed,
	FileMissing:          BadUserInput,
	FileDiffers:          BadUserInput,
	StillVerifying:       BadUserInput,
	FirmaInvalida:        NotAllowed, UnknownLlave: NotAllowed, LlaveVencida: NotAllowed,
	LlaveRevocada: NotAllowed, LlaveDeOtra: NotAllowed, NITDeOtra: NotAllowed, EntidadInactiva: NotAllowed, CiudadanoSinCarpeta: NotAllowed, CarpetaFull: NotAllowed,
	OtraDeclaracion: NotAllowed, EntregaPendiente: NotAllowed, EntregaRevocada: NotAllowed, EntregaReemplazada: NotAllowed,
}

// Family is the general code that a code is a case of; others are their own.
func (c Code) Family() Code {
	if f, ok := families[c]; ok {
		return f
	}
	return c
}

package carpeta

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Personal is the Tipo of a citizen's carpeta.
const Personal = "PERSONAL"

// Apertura says how carpetas begin. The zero value opens none.
type Apertura struct {
	NewID func() string // UUID v7
	// PrimerIngreso is the operadorId that serves a citizen whose first visit opens a
	// carpeta; empty if only operadores open carpetas.
	PrimerIngreso string
}

// Abierta is a citizen's carpeta after somebody asked to open it.
type Abierta struct {
	Carpeta
	Nueva bool // it was opened now
}

// Abrir opens the carpeta of a citizen whom the caller, an operador, serves from now on. The
// same again returns the same carpeta. CIUDADANO_DE_OTRO_OPERADOR if somebody else serves the citizen.
func (s *Servicio) Abrir(ctx context.Context, quien auth.Principal, ciudadanoID string) (Abierta, error) {
	if err := auth.MayOpenCarpeta(quien); err != nil {
		return Abierta{}, err
	}
	return s.AbrirPara(auditoria.ConAutor(ctx, quien, ""), quien.OperadorID, ciudadanoID)
}

// AbrirPara is Abrir for a command that works on the stores itself, in the name of an operador.
func (s *Servicio) AbrirPara(ctx context.Context, operadorID, ciudadanoID string) (Abierta, error) {
	if !auth.IsID(ciudadanoID) {
		return Abierta{}, fault.New(fault.BadUserInput, "Revise el ciudadano.").
			WithCampo("ciudadanoId", "De 1 a 128 letras, dígitos o signos ASCII, sin espacios.")
	}
	a, err := s.abrir(ctx, operadorID, ciudadanoID, ciudadanoID)
	if err == nil && a.OperadorID != operadorID { // without a name: who serves a citizen is between the two
		return Abierta{}, fault.Plain(fault.OtherOperador)
	}
	return a, err
}

// abrir opens for a citizen. enNombreDe is the citizen too, unless it is they who open.
func (s *Servicio) abrir(ctx context.Context, operadorID, ciudadanoID, enNombreDe string) (Abierta, error) {
	nueva := Carpeta{CarpetaID: s.Apertura.NewID(), CiudadanoID: ciudadanoID, OperadorID: operadorID, Tipo: Personal}
	h := nueva.Apertura()
	h.EnNombreDe = enNombreDe
	c, err := s.Store.AbrirCarpeta(ctx, nueva, s.Escribano.Levantar(ctx, h))
	return Abierta{c, err == nil && c.CarpetaID == nueva.CarpetaID}, err
}

// primerIngreso opens the carpeta of a citizen who comes for the first time, if visits open
// carpetas; SIN_CARPETA if not. An operador may be a moment faster: then it is the operador's.
func (s *Servicio) primerIngreso(ctx context.Context, quien auth.Principal) (Carpeta, error) {
	if s.Apertura.PrimerIngreso == "" {
		return Carpeta{}, fault.Plain(fault.SinCarpeta).WithRecuperacion("Pida a su operador que la abra.")
	}
	a, err := s.abrir(auditoria.ConAutor(ctx, quien, quien.Sub), s.Apertura.PrimerIngreso, quien.Sub, "")
	return a.Carpeta, err
}

// Apertura is what happened when the carpeta was opened.
func (c Carpeta) Apertura() auditoria.Evento { return c.Hecho(auditoria.CarpetaAbierta) }

// Hecho is something that happened to the carpeta itself.
func (c Carpeta) Hecho(t auditoria.Tipo) auditoria.Evento {
	return auditoria.Evento{Tipo: t, Recurso: auditoria.Recurso{Tipo: "carpeta", ID: c.CarpetaID}, OperadorID: c.OperadorID, CarpetaID: c.CarpetaID}
}

package auditoria

import (
	"context"
	"maps"
	"slices"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
)

// Personal are the kinds of actor that are somebody's staff.
var Personal = []string{string(auth.Operador), string(auth.Auditor), string(auth.Administrador)}

// AjenaA reports whether an event is what others' staff read, as seen by an operador. An auditor's inquiry is
// not shown to the person it is about, and neither is an order that hides one.
func (e Evento) AjenaA(operadorID string) bool {
	return (e.Tipo.EsAcceso() || e.Tipo.EsDeEmbargo()) && slices.Contains(Personal, e.Actor.Tipo) && e.Actor.OperadorID != operadorID
}

// EsConsulta reports whether an event is what staff read in the trail itself: an inquiry is not told to the citizen
// whose carpeta it is about either.
func (e Evento) EsConsulta() bool {
	return (e.Tipo == AuditoriaLeida || e.Tipo == AuditoriaExportada) && slices.Contains(Personal, e.Actor.Tipo)
}

// Oculta reports whether an event is kept from the reader: of another operador's trail, what others' staff
// read, or what an order hides. It is as if it were not there: in no page, in no count, in no price.
func (f Filtro) Oculta(e Evento) bool {
	return !same(f.OperadorID, e.OperadorID) || f.Lector != "" && (e.AjenaA(f.Lector) || e.Tipo.EsDeConsentimiento() && f.pregunta()) || f.Velo.oculta(e)
}

// pregunta reports whether the filter asks for more than an operador may know of an event of consent: that it passes would tell it.
func (f Filtro) pregunta() bool {
	return f.DocumentoID != "" || f.CorrelacionID != "" || f.Actor != "" || f.Servicio != "" || f.Resultado != "" || f.Gravedad != ""
}

// lectorDe is the operador for whom somebody reads, or "" for an auditor, who sees all.
func lectorDe(quien auth.Principal) string {
	if quien.Has(auth.Auditor) {
		return ""
	}
	return quien.OperadorID
}

// velar looks what is hidden from who asks: whoever has an office may be an owner too, of their own carpeta. The person
// decides, not the roles of the token: theirs may name the office alone.
func (l *lectura) velar(ctx context.Context) error {
	if l.s.Propia == nil {
		return nil
	}
	propia, err := l.s.Propia(ctx, l.quien.Sub)
	if err != nil || propia == "" {
		return err
	}
	es, err := l.s.Rastro.EmbargosDe(ctx, propia)
	l.filtro.Velo = &Velo{CarpetaID: propia, De: l.quien.Sub, Embargos: es, En: l.s.Clock()}
	return err
}

// huella is the hash of a file among the Datos. Only the owner sees it, and whoever verifies a proof: it tells
// who has the same file.
const huella = "sha256"

// mostrados, among the Datos of an inquiry, is how many events it showed. Whoever has a carpeta does not see it of others:
// it would tell how many are hidden from them.
const mostrados = "eventos"

// paraOficina is the event as operadores and auditors see it.
func (l *lectura) paraOficina(e Evento) Evento {
	if l.filtro.Lector != "" && e.Tipo.EsDeConsentimiento() {
		return e.sinPartes()
	}
	e = e.sin(huella)
	if l.filtro.Velo != nil && e.EsConsulta() && e.Actor.ID != l.quien.Sub {
		e = e.sin(mostrados)
	}
	return e
}

// sinPartes is an event of consent as an operador sees it: its kind, its time and its carpeta.
func (e Evento) sinPartes() Evento {
	return Evento{EventoID: e.EventoID, Momento: e.Momento, Tipo: e.Tipo, OperadorID: e.OperadorID, CarpetaID: e.CarpetaID}
}

func (e Evento) sin(dato string) Evento {
	if _, hay := e.Datos[dato]; hay {
		e.Datos = maps.Clone(e.Datos)
		delete(e.Datos, dato)
	}
	return e
}

// andar walks the trail as the caller may see it.
func (l *lectura) andar(ctx context.Context, after string, backward bool, limit int) ([]Evento, error) {
	defer quota.Walk(ctx)()
	if quota.Exhausted(ctx) {
		return nil, fault.New(fault.QueryTooComplex, "Los filtros de esta consulta ya hicieron leer demasiado.").
			WithRecuperacion("Pida menos listas en una consulta, o filtros por correlationId, carpetaId o un lapso corto.")
	}
	if ajena, err := l.carpetaAjena(ctx); err != nil || ajena {
		return nil, err
	}
	if err := l.velar(ctx); err != nil {
		return nil, err
	}
	es, err := l.leer(ctx, Consulta{
		Filtro: l.filtro, Descendente: (l.orden == Descendente) != backward, Despues: after, Limite: limit,
	})
	for i := range es {
		es[i] = l.paraOficina(es[i])
	}
	return es, err
}

// carpetaAjena: an operador asks for a carpeta that it does not keep, or that is not there. Nothing of it is looked at:
// a walk through what is foreign takes time, and one that ends early says that there is something.
func (l *lectura) carpetaAjena(ctx context.Context) (bool, error) {
	if l.filtro.Lector == "" || l.filtro.CarpetaID == "" || l.s.Guarda == nil {
		return false, nil
	}
	g, err := l.s.Guarda(ctx, l.filtro.CarpetaID)
	if fault.CodeOf(err) == fault.NotFound {
		return true, nil
	}
	return g.OperadorID != l.filtro.Lector, err
}

// acompasar waits until nobody can tell any more how long the list took.
func (l *lectura) acompasar(ctx context.Context) error {
	if l.filtro.Lector == "" || l.s.Pausa == nil || l.s.Compas <= 0 {
		return nil
	}
	return l.s.Pausa(ctx, l.s.Compas-l.s.Clock().Sub(l.desde)%l.s.Compas)
}

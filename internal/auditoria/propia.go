package auditoria

import (
	"cmp"
	"context"
	"slices"
	"strconv"
)

// anotar writes that the trail was read, before the answer leaves. A reader who follows the trail
// would find their own readings and nothing else, again and again: such a page is no event, and
// neither is an empty one behind a cursor.
func (l *lectura) anotar(ctx context.Context, tipo Tipo, es []Evento, sigue bool) error {
	if tipo == AuditoriaLeida && sigue && !slices.ContainsFunc(es, l.ajena) {
		return nil
	}
	datos := map[string]string{"filtros": l.pedido.nombres(), "orden": string(l.orden)}
	if tipo == AuditoriaLeida {
		datos[mostrados] = strconv.Itoa(len(es))
	}
	e := Evento{Tipo: tipo, Servicio: API, OperadorID: l.filtro.OperadorID, Recurso: Recurso{Tipo: "auditoria", ID: cmp.Or(l.filtro.OperadorID, SinOperador)}, Datos: datos}
	if len(es) > 0 { // what was asked for is there, so it is an id of the trail and nothing else
		l.nombrar(&e, es[0])
	}
	return l.s.Lecturas.Anotar(ConAutor(ctx, l.quien, ""), e)
}

// nombrar says what was asked for, as it stands in an event that was found.
func (l *lectura) nombrar(e *Evento, hallado Evento) {
	e.OperadorID, e.Recurso.ID = hallado.OperadorID, hallado.OperadorID
	switch {
	case l.pedido.CarpetaID != "":
		e.CarpetaID, e.DocumentoID = l.pedido.CarpetaID, l.pedido.DocumentoID
	case l.pedido.CorrelacionID != "": // whoever asks for a deletion has asked about its carpeta
		e.CarpetaID = hallado.CarpetaID
	}
	for nombre, id := range map[string]string{"correlationId": l.pedido.CorrelacionID, "actor": l.pedido.Actor} {
		if id != "" {
			e.Datos[nombre] = id
		}
	}
}

// ajena: not a reading of the trail by the person that reads it now.
func (l *lectura) ajena(e Evento) bool {
	return e.Tipo != AuditoriaLeida || e.Actor.ID != l.quien.Sub
}

// avisarSiLenta logs a slow query, also one that failed: which filters it had, and nothing of what they say.
func (l *lectura) avisarSiLenta() {
	if d := l.s.Clock().Sub(l.desde); d > l.s.Lenta {
		l.s.Log.Warn("slow audit query", "duration", d, "filtros", l.pedido.nombres(), "orden", l.orden, "eventos", l.hallados)
	}
}

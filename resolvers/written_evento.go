package resolvers

import (
	"time"

	"github.com/carpeta-ciudadana/servidor/graph/encode"
	"github.com/carpeta-ciudadana/servidor/graph/model"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

type (
	evento  = auditoria.Evento
	actor   = auditoria.Actor
	recurso = auditoria.Recurso
	dato    = model.DatoAuditoria
)

// eventos is a page of the trail, which knows how to count beside its rows.
var eventos = &encode.Type[auditoria.Pagina]{
	Name: "EventoAuditoriaConnection", Rest: []string{"total"},
	Fields: encode.Part(func(p *auditoria.Pagina) *relay.Connection[evento] { return &p.Connection }, encode.Connection("EventoAuditoria", eventoType, nil).Fields),
}

var eventoType = &encode.Type[evento]{Name: "EventoAuditoria", Fields: encode.Fields[evento]{
	"eventoId":      encode.Text(func(e *evento) string { return e.EventoID }),
	"tipo":          encode.Text(func(e *evento) string { return model.Word(e.Tipo) }),
	"servicio":      encode.Text(func(e *evento) string { return model.Word(e.Servicio) }),
	"correlationId": encode.Text(func(e *evento) string { return e.CorrelacionID }),
	"momento":       encode.Moment(func(e *evento) time.Time { return e.Momento }),
	"outcome":       encode.Text(func(e *evento) string { return model.Word(e.Resultado) }),
	"severity":      encode.Text(func(e *evento) string { return model.Word(e.Gravedad) }),
	"recurso":       encode.Object(recursoType, func(e *evento) *recurso { return &e.Recurso }),
	"actor":         encode.Object(actorType, func(e *evento) *actor { return &e.Actor }),
	"enNombreDe":    encode.TextIfAny(func(e *evento) string { return e.EnNombreDe }),
	"proposito":     encode.TextIfAny(func(e *evento) string { return e.Proposito }),
	"baseLegal":     encode.TextIfAny(func(e *evento) string { return e.BaseLegal }),
	"operadorId":    encode.Maybe(operadorDe, encode.Text(func(s *string) string { return *s })),
	"carpetaId":     encode.TextIfAny(func(e *evento) string { return e.CarpetaID }),
	"documentoId":   encode.TextIfAny(func(e *evento) string { return e.DocumentoID }),
	"datos":         encode.Elements(datoType, datosDe),
	"secuencia":     encode.Text(func(e *evento) string { return e.ClaveOrden() }),
}}

var recursoType = &encode.Type[recurso]{Name: "RecursoAuditoria", Fields: encode.Fields[recurso]{
	"tipo":      encode.Text(func(r *recurso) string { return r.Tipo }),
	"recursoId": encode.Text(func(r *recurso) string { return r.ID }),
}}

var actorType = &encode.Type[actor]{Name: "ActorAuditoria", Fields: encode.Fields[actor]{
	"tipo":       encode.Text(func(a *actor) string { return a.Tipo }),
	"actorId":    encode.Text(func(a *actor) string { return a.ID }),
	"operadorId": encode.TextIfAny(func(a *actor) string { return a.OperadorID }),
	"entidadId":  encode.TextIfAny(func(a *actor) string { return a.EntidadID }),
}}

var datoType = &encode.Type[dato]{Name: "DatoAuditoria", Fields: encode.Fields[dato]{
	"nombre": encode.Text(func(d *dato) string { return d.Nombre }),
	"valor":  encode.Text(func(d *dato) string { return d.Valor }),
}}

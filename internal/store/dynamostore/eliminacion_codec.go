package dynamostore

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// Attributes of an outbox item: the event of S-0004 and its saga. The names
// are the ADR's, so that an operator can read an item as it stands. The whole of
// an undisturbed deletion stays below 1 KB, the unit in which writes are paid: what
// is an attribute of the item is not repeated in its payload or its saga, and what
// follows from others is left out.
const (
	aEventoID     = "eventoId"
	aTipoEvento   = "tipoEvento"
	aRoutingKey   = "routingKey"
	aEstado       = "estado" // PENDING, PUBLISHED, …: derived, for readers
	aPayload      = "payload"
	aSaga         = "saga"
	aSecuencia    = "secuencia" // outside of saga for conditions and the index
	aArriendos    = "arriendos"
	aEntregas     = "entregas"
	aNotBefore    = "noAntesDe" // absent unless something is due
	aClaveCarpeta = "claveCarpeta"
	aClaveOper    = "claveOperador" // operadorId#estado: key of the index by operador
	aCambio       = "cambio"        // its end, or that it is under way: key of the index by change
	aRequestedAt  = "solicitadaEn"
	aTrace        = "traza"
	aLeasedBy     = "arrendadaPor"
	aSendFailure  = "falloEnvio"

	aObjeto        = "minioObjectName"
	aObjetoVersion = "minioVersion"
	aUser          = "usuarioId"

	aPaso        = "paso"
	aIntento     = "intento"
	aVentana     = "ventanaHasta"
	aRetryAt     = "proximoReintento"
	aCompletedAt = "completadaEn"
	aErrors      = "errores"
	aHistoria    = "historia"
	aCode        = "codigo"
	aMessage     = "mensaje"
	aAt          = "en"
	aErased      = "borradas" // versions of the file
	aInBin       = "papelera"
	aFileFrom    = "archivoDesde"
)

// operadorKey: one partition per state, so that a list of one state reads nothing else.
func operadorKey(operadorID string, status eliminacion.EstadoSaga) string {
	return operadorID + "#" + string(status)
}

const tipoEvento = "DOCUMENTO_DELETION_REQUESTED"

func eventoKey(eventoID string) item { return item{aEventoID: text(eventoID)} }

func sagaItem(e eliminacion.Eliminacion) item {
	i := eventoKey(e.EventoID)
	i[aTipoEvento], i[aEstado], i[aRoutingKey] = text(tipoEvento), text(string(e.EstadoEvento())), text(eliminacion.ClaveRuta(e))
	i[aPayload] = &types.AttributeValueMemberM{Value: payloadItem(e)}
	i[aSaga] = &types.AttributeValueMemberM{Value: sagaStateItem(e)}
	i[aSecuencia], i[aArriendos], i[aEntregas] = number(e.Secuencia), number(e.Arriendos), number(e.Entregas)
	setText(i, aCarpetaID, e.CarpetaID)
	setText(i, aClaveCarpeta, e.ClaveCarpeta())
	setText(i, aCambio, e.ClaveCambio())
	setText(i, aOperadorID, e.OperadorID)
	setText(i, aClaveOper, operadorKey(e.OperadorID, e.EstadoEnListas()))
	setText(i, aTrace, e.Traza)
	setText(i, aLeasedBy, e.ArrendadaPor)
	setText(i, aSendFailure, string(e.FalloEnvio))
	if !requestedAt(e.ClaveCarpeta()).Equal(e.SolicitadaEn) {
		setDate(i, aRequestedAt, e.SolicitadaEn, formatSaga)
	}
	setRecuerdo(i, e.Recuerdo)
	setDate(i, aNotBefore, e.NoAntesDe, formatOrder)
	setExpiry(i, e.ExpiraEn)
	return i
}

func payloadItem(e eliminacion.Eliminacion) item {
	p := item{}
	setText(p, aDocumentoID, e.DocumentoID)
	if e.StoragePath != documento.NombreObjeto(documentoKeyOf(e)) {
		setText(p, aObjeto, e.StoragePath)
	}
	setText(p, aObjetoVersion, e.VersionArchivo)
	setText(p, aUser, e.SolicitadaPor)
	setText(p, aTipoCarpeta, e.TipoCarpeta)
	if e.TamanoBytes != 0 {
		p[aSagaBytes] = number(e.TamanoBytes)
	}
	return p
}

func sagaStateItem(e eliminacion.Eliminacion) item {
	g := item{
		aEstado: text(string(e.Estado)), aPaso: text(string(e.Paso)), aIntento: number(e.Intento),
	}
	if e.VersionesBorradas != 0 {
		g[aErased] = number(e.VersionesBorradas)
	}
	if e.EnPapelera {
		g[aInBin] = boolean(true)
	}
	if e.Aprobacion != nil {
		g[aAprobacion] = &types.AttributeValueMemberM{Value: aprobacionItem(*e.Aprobacion)}
	}
	setDate(g, aFileFrom, e.ArchivoDesde, formatSaga)
	setDate(g, aVentana, e.VentanaHasta, formatSaga)
	setDate(g, aRetryAt, e.ProximoReintento, formatSaga)
	if n := len(e.Historia); n == 0 || !e.CompletadaEn.Equal(e.Historia[n-1].En) { // else the history has it
		setDate(g, aCompletedAt, e.CompletadaEn, formatSaga)
	}
	fallas, cambios := []types.AttributeValue{}, []types.AttributeValue{} // never null
	for _, f := range e.Errores {
		fallas = append(fallas, fallaItem(f))
	}
	for _, c := range e.Historia {
		cambios = append(cambios, text(cambioLine(c)))
	}
	if len(fallas) > 0 {
		g[aErrors] = &types.AttributeValueMemberL{Value: fallas}
	}
	g[aHistoria] = &types.AttributeValueMemberL{Value: cambios}
	return g
}

// requestedAt is the time in a saga's sort key, to the millisecond.
func requestedAt(claveCarpeta string) time.Time {
	at, _, _ := strings.Cut(claveCarpeta, "#")
	t, _ := time.Parse(eliminacion.FormatoClave, at)
	return t
}

func fallaItem(f eliminacion.Falla) types.AttributeValue {
	m := item{aPaso: text(string(f.Paso)), aCode: text(f.Codigo), aIntento: number(f.Intento)}
	setText(m, aMessage, f.Mensaje)
	setDate(m, aAt, f.En, formatSaga)
	return &types.AttributeValueMemberM{Value: m}
}

// cambioLine is one line of the history: secuencia, state, step, failed
// attempts, time. As a map it would be twice as long, and the last write of a
// deletion more than 1 KB.
func cambioLine(c eliminacion.Cambio) string {
	return fmt.Sprintf("%d %s %s %d %s", c.Secuencia, c.Estado, c.Paso, c.Intento, c.En.UTC().Format(formatSaga))
}

func cambioOf(line string) (c eliminacion.Cambio, err error) {
	var at string
	if _, err = fmt.Sscan(line, &c.Secuencia, &c.Estado, &c.Paso, &c.Intento, &at); err == nil {
		c.En, err = time.Parse(formatSaga, at)
	}
	return c, err
}

// sagaOf reads an item back. NOT_FOUND for the table's other item, the registry
// of operadores, which is nobody's saga.
func sagaOf(i item) (eliminacion.Eliminacion, error) {
	l := &reader{item: i}
	if l.text(aTipoEvento) != tipoEvento {
		return eliminacion.Eliminacion{}, notFound()
	}
	p, g := l.nested(aPayload), l.nested(aSaga)
	e := eliminacion.Eliminacion{
		EventoID: l.text(aEventoID), CarpetaID: l.text(aCarpetaID), OperadorID: l.text(aOperadorID),
		DocumentoID: p.text(aDocumentoID), SolicitadaPor: p.text(aUser), StoragePath: p.text(aObjeto), VersionArchivo: p.text(aObjetoVersion), TipoCarpeta: p.text(aTipoCarpeta),
		TamanoBytes: p.integer(aSagaBytes), VersionesBorradas: int(g.integer(aErased)), EnPapelera: g.boolean(aInBin),
		Estado: eliminacion.EstadoSaga(g.text(aEstado)), Paso: eliminacion.Paso(g.text(aPaso)), Intento: int(g.integer(aIntento)),
		Secuencia: l.integer(aSecuencia), Arriendos: l.integer(aArriendos), Entregas: int(l.integer(aEntregas)),
		ArchivoDesde: g.date(aFileFrom), VentanaHasta: g.date(aVentana), ProximoReintento: g.date(aRetryAt), CompletadaEn: g.date(aCompletedAt),
		SolicitadaEn: l.date(aRequestedAt), NoAntesDe: l.date(aNotBefore), Traza: l.text(aTrace), ExpiraEn: l.expires(),
		ArrendadaPor: l.text(aLeasedBy), FalloEnvio: eliminacion.FalloEnvio(l.text(aSendFailure)),
	}
	if e.StoragePath == "" {
		e.StoragePath = documento.NombreObjeto(documentoKeyOf(e))
	}
	if e.SolicitadaEn.IsZero() {
		e.SolicitadaEn = requestedAt(l.text(aClaveCarpeta))
	}
	var errFallas, errCambios, errAprobacion, errRecuerdo error
	e.Recuerdo, errRecuerdo = recuerdoOf(i)
	e.Aprobacion, errAprobacion = aprobacionOf(g)
	e.Errores, errFallas = fallasOf(g.list(aErrors))
	e.Historia, errCambios = cambiosOf(g.list(aHistoria))
	if n := len(e.Historia); n > 0 && e.Estado.Terminal() && e.CompletadaEn.IsZero() {
		e.CompletadaEn = e.Historia[n-1].En
	}
	return e, errors.Join(l.err, p.err, g.err, errFallas, errCambios, errAprobacion, errRecuerdo)
}

func fallasOf(vs []types.AttributeValue) (fs []eliminacion.Falla, err error) {
	for _, v := range vs {
		m, ok := v.(*types.AttributeValueMemberM)
		if !ok {
			return nil, fmt.Errorf("stored attribute %s: unexpected type", aErrors)
		}
		l := reader{item: m.Value}
		fs = append(fs, eliminacion.Falla{
			Paso: eliminacion.Paso(l.text(aPaso)), Codigo: l.text(aCode), Mensaje: l.text(aMessage),
			Intento: int(l.integer(aIntento)), En: l.date(aAt),
		})
		err = cmp.Or(err, l.err)
	}
	return fs, err
}

func cambiosOf(vs []types.AttributeValue) (cs []eliminacion.Cambio, err error) {
	for _, v := range vs {
		m, ok := v.(*types.AttributeValueMemberS)
		if !ok {
			return nil, fmt.Errorf("stored attribute %s: unexpected type", aHistoria)
		}
		c, err := cambioOf(m.Value)
		if err != nil {
			return nil, fmt.Errorf("stored attribute %s: %w", aHistoria, err)
		}
		cs = append(cs, c)
	}
	return cs, nil
}

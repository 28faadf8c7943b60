package dynamostore

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// Attributes of an outbox item: the event of S-0004 and its saga. The names
// are the ADR's, so that an operator can read an item as it stands. The whole of
// an undisturbed deletion stays below 1 KB, the unit in which writes are paid: what
// is an attribute of the item is not repeated in its payload or its saga.
const (
	aEventoID     = "eventoId"
	aTipoEvento   = "tipoEvento"
	aEstado       = "estado" // PENDING, PUBLISHED, …: derived, for readers
	aRoutingKey   = "routingKey"
	aPayload      = "payload"
	aSaga         = "saga"
	aSecuencia    = "secuencia" // outside of saga for conditions and the index
	aArriendos    = "arriendos"
	aEntregas     = "entregas"
	aNoAntesDe    = "noAntesDe" // absent unless something is due
	aClaveCarpeta = "claveCarpeta"
	aClaveOper    = "claveOperador" // operadorId#estado: key of the index by operador
	aSolicitadaEn = "solicitadaEn"
	aTraza        = "traza"
	aArrendadaPor = "arrendadaPor"
	aFalloEnvio   = "falloEnvio"

	aObjeto  = "minioObjectName"
	aUsuario = "usuarioId"

	aPaso       = "paso"
	aIntento    = "intento"
	aVentana    = "ventanaHasta"
	aReintento  = "proximoReintento"
	aCompletada = "completadaEn"
	aErrores    = "errores"
	aHistoria   = "historia"
	aCodigo     = "codigo"
	aMensaje    = "mensaje"
	aEn         = "en"
)

// claveOperador: one partition per state, so that a list of one state reads nothing else.
func claveOperador(operadorID string, estado eliminacion.EstadoSaga) string {
	return operadorID + "#" + string(estado)
}

const tipoEvento = "DOCUMENTO_DELETION_REQUESTED"

func claveEvento(eventoID string) item { return item{aEventoID: texto(eventoID)} }

func itemSaga(e eliminacion.Eliminacion) item {
	i := claveEvento(e.EventoID)
	i[aTipoEvento], i[aEstado], i[aRoutingKey] = texto(tipoEvento), texto(string(e.EstadoEvento())), texto(eliminacion.ClaveRuta(e))
	i[aPayload] = &types.AttributeValueMemberM{Value: itemPayload(e)}
	i[aSaga] = &types.AttributeValueMemberM{Value: itemEstado(e)}
	i[aSecuencia], i[aArriendos], i[aEntregas] = numero(e.Secuencia), numero(e.Arriendos), numero(e.Entregas)
	ponerTexto(i, aCarpetaID, e.CarpetaID)
	ponerTexto(i, aClaveCarpeta, e.ClaveCarpeta())
	ponerTexto(i, aOperadorID, e.OperadorID)
	ponerTexto(i, aClaveOper, claveOperador(e.OperadorID, e.Estado))
	ponerTexto(i, aTraza, e.Traza)
	ponerTexto(i, aArrendadaPor, e.ArrendadaPor)
	ponerTexto(i, aFalloEnvio, string(e.FalloEnvio))
	ponerFecha(i, aSolicitadaEn, e.SolicitadaEn, formatoSaga)
	ponerFecha(i, aNoAntesDe, e.NoAntesDe, formatoOrden)
	ponerExpira(i, e.ExpiraEn)
	return i
}

func itemPayload(e eliminacion.Eliminacion) item {
	p := item{}
	ponerTexto(p, aDocumentoID, e.DocumentoID)
	ponerTexto(p, aObjeto, e.StoragePath)
	ponerTexto(p, aUsuario, e.SolicitadaPor)
	ponerTexto(p, aTipoCarpeta, e.TipoCarpeta)
	return p
}

func itemEstado(e eliminacion.Eliminacion) item {
	g := item{
		aEstado: texto(string(e.Estado)), aPaso: texto(string(e.Paso)), aIntento: numero(e.Intento),
	}
	if e.Aprobacion != nil {
		g[aAprobacion] = &types.AttributeValueMemberM{Value: itemSolicitud(*e.Aprobacion)}
	}
	ponerFecha(g, aVentana, e.VentanaHasta, formatoSaga)
	ponerFecha(g, aReintento, e.ProximoReintento, formatoSaga)
	ponerFecha(g, aCompletada, e.CompletadaEn, formatoSaga)
	fallas, cambios := []types.AttributeValue{}, []types.AttributeValue{} // never null
	for _, f := range e.Errores {
		fallas = append(fallas, itemFalla(f))
	}
	for _, c := range e.Historia {
		cambios = append(cambios, texto(lineaCambio(c)))
	}
	g[aErrores], g[aHistoria] = &types.AttributeValueMemberL{Value: fallas}, &types.AttributeValueMemberL{Value: cambios}
	return g
}

func itemFalla(f eliminacion.Falla) types.AttributeValue {
	m := item{aPaso: texto(string(f.Paso)), aCodigo: texto(f.Codigo), aIntento: numero(f.Intento)}
	ponerTexto(m, aMensaje, f.Mensaje)
	ponerFecha(m, aEn, f.En, formatoSaga)
	return &types.AttributeValueMemberM{Value: m}
}

// lineaCambio is one line of the history: secuencia, state, step, failed
// attempts, time. As a map it would be twice as long, and the last write of a
// deletion more than 1 KB.
func lineaCambio(c eliminacion.Cambio) string {
	return fmt.Sprintf("%d %s %s %d %s", c.Secuencia, c.Estado, c.Paso, c.Intento, c.En.UTC().Format(formatoSaga))
}

func cambioDe(linea string) (c eliminacion.Cambio, err error) {
	var en string
	if _, err = fmt.Sscan(linea, &c.Secuencia, &c.Estado, &c.Paso, &c.Intento, &en); err == nil {
		c.En, err = time.Parse(formatoSaga, en)
	}
	return c, err
}

// sagaDe reads an item back. NOT_FOUND for the table's other item, the registry
// of operadores, which is nobody's saga.
func sagaDe(i item) (eliminacion.Eliminacion, error) {
	l := &lector{item: i}
	if l.texto(aTipoEvento) != tipoEvento {
		return eliminacion.Eliminacion{}, ausente()
	}
	p, g := l.mapa(aPayload), l.mapa(aSaga)
	e := eliminacion.Eliminacion{
		EventoID: l.texto(aEventoID), CarpetaID: l.texto(aCarpetaID), OperadorID: l.texto(aOperadorID),
		DocumentoID: p.texto(aDocumentoID), SolicitadaPor: p.texto(aUsuario), StoragePath: p.texto(aObjeto), TipoCarpeta: p.texto(aTipoCarpeta),
		Estado: eliminacion.EstadoSaga(g.texto(aEstado)), Paso: eliminacion.Paso(g.texto(aPaso)), Intento: int(g.entero(aIntento)),
		Secuencia: l.entero(aSecuencia), Arriendos: l.entero(aArriendos), Entregas: int(l.entero(aEntregas)),
		VentanaHasta: g.fecha(aVentana), ProximoReintento: g.fecha(aReintento), CompletadaEn: g.fecha(aCompletada),
		SolicitadaEn: l.fecha(aSolicitadaEn), NoAntesDe: l.fecha(aNoAntesDe), Traza: l.texto(aTraza), ExpiraEn: l.expira(),
		ArrendadaPor: l.texto(aArrendadaPor), FalloEnvio: eliminacion.FalloEnvio(l.texto(aFalloEnvio)),
	}
	var errFallas, errCambios, errSolicitud error
	e.Aprobacion, errSolicitud = solicitudDe(g)
	e.Errores, errFallas = fallasDe(g.lista(aErrores))
	e.Historia, errCambios = cambiosDe(g.lista(aHistoria))
	return e, errors.Join(l.err, p.err, g.err, errFallas, errCambios, errSolicitud)
}

func fallasDe(vs []types.AttributeValue) (fs []eliminacion.Falla, err error) {
	for _, v := range vs {
		m, ok := v.(*types.AttributeValueMemberM)
		if !ok {
			return nil, fmt.Errorf("stored attribute %s: unexpected type", aErrores)
		}
		l := lector{item: m.Value}
		fs = append(fs, eliminacion.Falla{
			Paso: eliminacion.Paso(l.texto(aPaso)), Codigo: l.texto(aCodigo), Mensaje: l.texto(aMensaje),
			Intento: int(l.entero(aIntento)), En: l.fecha(aEn),
		})
		err = cmp.Or(err, l.err)
	}
	return fs, err
}

func cambiosDe(vs []types.AttributeValue) (cs []eliminacion.Cambio, err error) {
	for _, v := range vs {
		m, ok := v.(*types.AttributeValueMemberS)
		if !ok {
			return nil, fmt.Errorf("stored attribute %s: unexpected type", aHistoria)
		}
		c, err := cambioDe(m.Value)
		if err != nil {
			return nil, fmt.Errorf("stored attribute %s: %w", aHistoria, err)
		}
		cs = append(cs, c)
	}
	return cs, nil
}

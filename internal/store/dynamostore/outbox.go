package dynamostore

import (
	"context"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// registro is the key of the one item of the outbox table that is no saga: the
// set of operadores, so that the sweeper knows where to look without a Scan.
const (
	registro    = "operadores"
	aOperadores = "operadores"
)

// registrarOperador adds an operador to what the sweeper looks at, before its first saga.
func (s *Store) registrarOperador(ctx context.Context, operadorID string) error {
	return s.registrarEn(ctx, s.tabla(tablaOutbox), claveEvento(registro), operadorID, &s.operadores)
}

// Operadores implements eliminacion.OutboxStore.
func (s *Store) Operadores(ctx context.Context) ([]string, error) {
	return s.leerRegistro(operacion(ctx, "Operadores"), s.tabla(tablaOutbox), claveEvento(registro))
}

// Vencidas implements eliminacion.OutboxStore: the index holds only what is due
// some time, so an idle sweep reads nothing.
func (s *Store) Vencidas(ctx context.Context, operadorID string, ahora time.Time, limite int) ([]eliminacion.Pendiente, error) {
	ctx = operacion(ctx, "Vencidas")
	in := &dynamodb.QueryInput{
		TableName: s.tabla(tablaOutbox), IndexName: aws.String(indicePendientes),
		KeyConditionExpression:    aws.String("#operadorId = :o AND #noAntesDe <= :ahora"),
		ExpressionAttributeNames:  nombres(aOperadorID, aNoAntesDe),
		ExpressionAttributeValues: item{":o": texto(operadorID), ":ahora": texto(ahora.UTC().Format(formatoOrden))},
	}
	var ps []eliminacion.Pendiente
	for len(ps) < limite {
		in.Limit = aws.Int32(int32(min(limite-len(ps), 1000)))
		out, err := s.db.Query(ctx, in)
		if err != nil {
			return nil, clasificar(err)
		}
		mas, err := convertir(out.Items, pendienteDe)
		if err != nil {
			return nil, err
		}
		ps = append(ps, mas...)
		if len(out.LastEvaluatedKey) == 0 {
			break
		}
		in.ExclusiveStartKey = out.LastEvaluatedKey
	}
	return ps, nil
}

func pendienteDe(i item) (eliminacion.Pendiente, error) {
	l := lector{item: i}
	p := eliminacion.Pendiente{
		EventoID: l.texto(aEventoID), OperadorID: l.texto(aOperadorID), NoAntesDe: l.fecha(aNoAntesDe),
		Secuencia: l.entero(aSecuencia), Arriendos: l.entero(aArriendos),
	}
	return p, l.err
}

// Arrendar implements eliminacion.OutboxStore. A saga at secuencia 1 counts as
// PUBLISHED from its first lease on; all later ones do already.
func (s *Store) Arrendar(ctx context.Context, p eliminacion.Pendiente, a eliminacion.Arriendo) (eliminacion.Eliminacion, error) {
	set := "SET #noAntesDe = :hasta, #escritura = :w, #arrendadaPor = :por"
	valores := item{":hasta": texto(a.Hasta.UTC().Format(formatoOrden)), ":w": texto(s.op.Token()), ":por": texto(a.Por), ":uno": numero(1),
		":antes": texto(p.NoAntesDe.UTC().Format(formatoOrden))}
	ns := nombres(aNoAntesDe, aEscritura, aArrendadaPor, aFalloEnvio, aArriendos, aEntregas)
	if p.Secuencia == 1 {
		set += ", #estado = :publicado"
		ns["#"+aEstado], valores[":publicado"] = aEstado, texto(string(eliminacion.Published))
	}
	i, err := s.actualizar(operacion(ctx, "Arrendar"), p, set+" REMOVE #falloEnvio ADD #arriendos :uno, #entregas :uno", " AND #noAntesDe = :antes", ns, valores)
	if err != nil {
		return eliminacion.Eliminacion{}, clasificar(err)
	}
	return sagaDe(i)
}

// Devolver implements eliminacion.OutboxStore. The condition on entregas keeps a
// repetition whose first answer was lost from counting back twice.
func (s *Store) Devolver(ctx context.Context, e eliminacion.Eliminacion, cuando time.Time, fallo eliminacion.FalloEnvio) error {
	p := eliminacion.Pendiente{EventoID: e.EventoID, Secuencia: e.Secuencia, Arriendos: e.Arriendos}
	antes := e.Entregas
	e.Entregas, e.NoAntesDe = max(0, e.Entregas-1), cuando
	valores := item{
		":antes": numero(antes), ":fallo": texto(string(fallo)), ":entregas": numero(e.Entregas), ":estado": texto(string(e.EstadoEvento())), ":w": texto(s.op.Token()),
	}
	expresion := "SET #entregas = :entregas, #estado = :estado, #escritura = :w, #falloEnvio = :fallo"
	if cuando.IsZero() {
		expresion += " REMOVE #noAntesDe"
	} else {
		expresion += ", #noAntesDe = :cuando"
		valores[":cuando"] = texto(cuando.UTC().Format(formatoOrden))
	}
	ns := nombres(aNoAntesDe, aEntregas, aEstado, aEscritura, aFalloEnvio)
	_, err := s.actualizar(operacion(ctx, "Devolver"), p, expresion, " AND #entregas = :antes", ns, valores)
	if esCondicion(err) {
		return nil
	}
	return clasificar(err)
}

// actualizar changes an outbox item that is still as p says, and returns it as
// written, also when an earlier attempt of this call wrote it and its answer was lost.
func (s *Store) actualizar(ctx context.Context, p eliminacion.Pendiente, expresion, ademas string, ns map[string]string, valores item) (item, error) {
	for _, n := range []string{aSecuencia, aArriendos, aExpira} {
		ns["#"+n] = n
	}
	valores[":secuencia"], valores[":arriendos"], valores[":ya"] = numero(p.Secuencia), numero(p.Arriendos), s.ahora()
	in := &dynamodb.UpdateItemInput{
		TableName: s.tabla(tablaOutbox), Key: claveEvento(p.EventoID), UpdateExpression: aws.String(expresion),
		ConditionExpression: aws.String("#secuencia = :secuencia AND #arriendos = :arriendos" +
			" AND (attribute_not_exists(#expiraEn) OR #expiraEn > :ya)" + ademas),
		ExpressionAttributeNames: ns, ExpressionAttributeValues: valores,
		ReturnValues:                        types.ReturnValueAllNew,
		ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
	}
	var out *dynamodb.UpdateItemOutput
	err := s.repetir(ctx, func(ctx context.Context) (err error) {
		out, err = s.db.UpdateItem(ctx, in)
		return err
	})
	if err == nil {
		return out.Attributes, nil
	}
	if previo := previoDe(err); esMia(previo, item{aEscritura: valores[":w"]}) {
		return previo, nil
	}
	return nil, err
}

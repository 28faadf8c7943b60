package dynamostore

import (
	"context"
	"errors"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/reconciliacion"
)

// Attributes of a mark, which stands beside the carpetas under an internal key.
const (
	aFicha = "ficha"
	aDueno = "dueno"
	aDatos = "datos"
)

func claveMarca(nombre string) item { return claveCarpeta(interno + nombre) }

// LeerMarca implements reconciliacion.Marcas.
func (s *Store) LeerMarca(ctx context.Context, nombre string) (reconciliacion.Marca, error) {
	m := reconciliacion.Marca{Nombre: nombre}
	i, err := s.leer(operacion(ctx, "LeerMarca"), s.tabla(tablaCarpeta), claveMarca(nombre))
	if errors.Is(err, fault.NotFound) {
		return m, nil
	}
	l := lector{item: i}
	m.Token, m.Dueno, m.Hasta = l.entero(aFicha), l.texto(aDueno), l.fecha(aHasta)
	if d := l.texto(aDatos); d != "" {
		m.Datos = []byte(d)
	}
	return m, errors.Join(err, l.err)
}

// EscribirMarca implements reconciliacion.Marcas.
func (s *Store) EscribirMarca(ctx context.Context, m reconciliacion.Marca) (reconciliacion.Marca, error) {
	nueva := m
	nueva.Token++
	i := claveMarca(m.Nombre)
	i[aFicha] = numero(nueva.Token)
	ponerTexto(i, aDueno, m.Dueno)
	ponerTexto(i, aDatos, string(m.Datos))
	ponerFecha(i, aHasta, m.Hasta, formatoSaga)
	in := &dynamodb.PutItemInput{
		TableName: s.tabla(tablaCarpeta), Item: i,
		ConditionExpression:       aws.String("#ficha = :f"),
		ExpressionAttributeNames:  nombres(aFicha),
		ExpressionAttributeValues: item{":f": numero(m.Token)},
	}
	if m.Token == 0 {
		in.ConditionExpression = aws.String("attribute_not_exists(#ficha)")
		in.ExpressionAttributeValues = nil
	}
	return nueva, clasificar(s.repetir(operacion(ctx, "EscribirMarca"), func(ctx context.Context) error {
		_, err := s.db.PutItem(ctx, in)
		return err
	}))
}

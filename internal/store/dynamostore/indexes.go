package dynamostore

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// esperaIndice bounds the wait for an index that is filled from a table in use.
const esperaIndice = 30 * time.Minute

// conIndices waits for a table, adds the indexes that it lacks, one at a time as
// the service wants it, and describes the result. Nothing is added to a table that
// differs in anything else: it may not be ours.
func (s *Store) conIndices(ctx context.Context, d definicion) (*types.TableDescription, error) {
	ctx, cancel := context.WithTimeout(ctx, esperaIndice)
	defer cancel()
	for {
		t, err := s.activa(ctx, d.nombre)
		if err != nil {
			return nil, err
		}
		falta, hay := d.falta(t)
		if !hay {
			return t, nil
		}
		if err := s.agregarIndice(ctx, d, falta); err != nil {
			return nil, err
		}
	}
}

// activa waits until a table and every index of it can be used.
func (s *Store) activa(ctx context.Context, nombre string) (*types.TableDescription, error) {
	waiter := dynamodb.NewTableExistsWaiter(s.paciente, func(o *dynamodb.TableExistsWaiterOptions) {
		o.MinDelay, o.MaxDelay = 100*time.Millisecond, 3*time.Second
	})
	for {
		out, err := waiter.WaitForOutput(ctx, &dynamodb.DescribeTableInput{TableName: aws.String(nombre)}, esperaTabla)
		if err != nil {
			return nil, err
		}
		n := slices.IndexFunc(out.Table.GlobalSecondaryIndexes, func(g types.GlobalSecondaryIndexDescription) bool {
			return g.IndexStatus == types.IndexStatusCreating
		})
		if n < 0 {
			return out.Table, nil
		}
		if err := s.pausa(ctx, maxVueltas); err != nil {
			return nil, fmt.Errorf("index %s is still being filled, which goes on by itself and takes hours for a large table: run `carpeta bootstrap` again later: %w",
				aws.ToString(out.Table.GlobalSecondaryIndexes[n].IndexName), err)
		}
	}
}

// falta is an index that the table lacks, if that is all that is wrong with it.
func (d definicion) falta(t *types.TableDescription) (falta indice, hay bool) {
	faltan := slices.DeleteFunc(slices.Clone(d.indices), func(i indice) bool { return tieneIndice(t, i) })
	if len(faltan) == 0 || len(diferencias(d, t)) > len(faltan) {
		return indice{}, false
	}
	return faltan[0], true
}

func (s *Store) agregarIndice(ctx context.Context, d definicion, i indice) error {
	_, err := s.paciente.UpdateTable(ctx, &dynamodb.UpdateTableInput{
		TableName: aws.String(d.nombre), AttributeDefinitions: d.atributos(),
		GlobalSecondaryIndexUpdates: []types.GlobalSecondaryIndexUpdate{{Create: &types.CreateGlobalSecondaryIndexAction{
			IndexName: aws.String(i.nombre), KeySchema: esquema(i.claves), Projection: i.proyeccion(),
		}}},
	})
	if err == nil {
		return nil
	}
	// Another process may be at it, which the service reports as a bad call: look
	// again before believing it.
	var enUso *types.ResourceInUseException
	var demasiadas *types.LimitExceededException
	if t, mirar := s.activa(ctx, d.nombre); mirar == nil && tieneIndice(t, i) {
		return nil
	}
	if errors.As(err, &enUso) || errors.As(err, &demasiadas) {
		return s.pausa(ctx, maxVueltas)
	}
	return err
}

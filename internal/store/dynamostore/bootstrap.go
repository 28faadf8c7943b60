package dynamostore

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// esperaTabla bounds the wait for a table and its indexes to become active.
const esperaTabla = 3 * time.Minute

// Bootstrap creates what is missing, waits until it can be used and turns expiry
// on. Calling it again, or twice at once, changes nothing. An index that a table of
// an earlier version lacks is added. A table that exists with other keys, or with
// an index of other keys, is left alone and described in the error.
func (s *Store) Bootstrap(ctx context.Context) error {
	ctx = operacion(ctx, "Bootstrap")
	for _, d := range s.tablas() { // creation takes a while: start all, then wait
		if err := s.crear(ctx, d); err != nil {
			return err
		}
	}
	var errs []error
	for _, d := range s.tablas() {
		errs = append(errs, s.verificar(ctx, d))
	}
	return errors.Join(errs...)
}

func (s *Store) crear(ctx context.Context, d definicion) error {
	var existe *types.ResourceInUseException
	if _, err := s.paciente.CreateTable(ctx, d.creacion()); err != nil && !errors.As(err, &existe) {
		return fmt.Errorf("table %s: %w", d.nombre, clasificar(err))
	}
	return nil
}

func (d definicion) creacion() *dynamodb.CreateTableInput {
	in := &dynamodb.CreateTableInput{
		TableName: aws.String(d.nombre), BillingMode: types.BillingModePayPerRequest,
		KeySchema: esquema(d.claves), AttributeDefinitions: d.atributos(),
	}
	for _, i := range d.indices {
		in.GlobalSecondaryIndexes = append(in.GlobalSecondaryIndexes, types.GlobalSecondaryIndex{
			IndexName: aws.String(i.nombre), KeySchema: esquema(i.claves), Projection: i.proyeccion(),
		})
	}
	return in
}

// atributos are all keys of table and indexes, each once.
func (d definicion) atributos() (as []types.AttributeDefinition) {
	vistos := map[string]bool{}
	agregar := func(claves []string) {
		for _, c := range claves {
			if !vistos[c] {
				vistos[c] = true
				as = append(as, types.AttributeDefinition{AttributeName: aws.String(c), AttributeType: types.ScalarAttributeTypeS})
			}
		}
	}
	agregar(d.claves)
	for _, i := range d.indices {
		agregar(i.claves)
	}
	return as
}

func (s *Store) verificar(ctx context.Context, d definicion) error {
	tabla, err := s.conIndices(ctx, d)
	if err != nil {
		return fmt.Errorf("table %s: %w", d.nombre, clasificar(err))
	}
	if dif := diferencias(d, tabla); len(dif) > 0 {
		return fault.Wrap(fault.Unavailable, fmt.Errorf("table %s is not as needed: %w", d.nombre, errors.Join(dif...)))
	}
	if d.ttl {
		return s.activarTTL(ctx, d.nombre)
	}
	return nil
}

// activarTTL turns expiry on, unless it is. Somebody else may do so at the same
// moment, which the service reports as a bad call: look again before believing it.
func (s *Store) activarTTL(ctx context.Context, tabla string) error {
	if ya, err := s.conTTL(ctx, tabla); ya || err != nil {
		return err
	}
	_, err := s.paciente.UpdateTimeToLive(ctx, &dynamodb.UpdateTimeToLiveInput{
		TableName:               aws.String(tabla),
		TimeToLiveSpecification: &types.TimeToLiveSpecification{AttributeName: aws.String(aExpira), Enabled: aws.Bool(true)},
	})
	if err == nil {
		return nil
	}
	if ya, _ := s.conTTL(ctx, tabla); ya {
		return nil
	}
	return fmt.Errorf("table %s: expiry: %w", tabla, clasificar(err))
}

// conTTL reports whether a table expires by our attribute.
func (s *Store) conTTL(ctx context.Context, tabla string) (bool, error) {
	out, err := s.paciente.DescribeTimeToLive(ctx, &dynamodb.DescribeTimeToLiveInput{TableName: aws.String(tabla)})
	if err != nil {
		return false, fmt.Errorf("table %s: %w", tabla, clasificar(err))
	}
	d := out.TimeToLiveDescription
	if d == nil || (d.TimeToLiveStatus != types.TimeToLiveStatusEnabled && d.TimeToLiveStatus != types.TimeToLiveStatusEnabling) {
		return false, nil
	}
	if a := aws.ToString(d.AttributeName); a != aExpira {
		return false, fault.Wrap(fault.Unavailable, fmt.Errorf("table %s expires by %q, needs %q", tabla, a, aExpira))
	}
	return true, nil
}

// Ready returns nil if every table and index is there and active.
func (s *Store) Ready(ctx context.Context) error {
	ctx = operacion(ctx, "Ready")
	for _, d := range s.tablas() {
		out, err := s.db.DescribeTable(ctx, &dynamodb.DescribeTableInput{TableName: aws.String(d.nombre)})
		if err != nil {
			return fmt.Errorf("table %s: %w", d.nombre, clasificar(err))
		}
		if dif := diferencias(d, out.Table); len(dif) > 0 {
			return fault.Wrap(fault.Unavailable, fmt.Errorf("table %s is not ready: %w", d.nombre, errors.Join(dif...)))
		}
	}
	return nil
}

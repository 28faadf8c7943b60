package dynamostore

import (
	"context"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
)

// The keys of the table Entidad. It has six kinds of partitions: the registry, what is of one entity for ever, the
// catalogue of kinds, the deliveries of an entity, the contents that were delivered to a carpeta, and those that its citizen announced lately.
const (
	aPartition = "particion"
	aSort      = "clave"

	registryOfEntidades = "#registro"
	owners              = "#propias" // entidad.Propia → the entity that has it
	ofEntidad           = "e#"
	ofCarpeta           = "c#"
	ofCargas            = "u#"
)

// Attributes of an entity.
const (
	aName         = "nombre"
	aLlaves       = "llaves"
	aLlavesURL    = "llavesUrl"
	aActive       = "activa"
	aRevocations  = "revocaciones"
	aSeenKeys     = "vistas"
	aThumbprint   = "huella"
	aSeenAt       = "vistaEn"
	aLlave        = "llave"
	aOwner        = "entidad"
	aRoles        = "roles"
	aNIT          = "nit"
	aSince        = "desde"
	aRevokedOn    = "hechaEn"
	aWalkedOn     = "recorridaEn"
	aRegisteredAt = "registradaEn"
	aChangedAt    = "modificadaEn"
)

func entidadKey(entidadID string) item {
	return item{aPartition: text(registryOfEntidades), aSort: text(entidadID)}
}

// Entidad implements entidad.Store.
func (s *Store) Entidad(ctx context.Context, entidadID string) (entidad.Entidad, error) {
	i, err := s.read(withOperation(ctx, "Entidad"), s.table(tableEntidad), entidadKey(entidadID))
	if err != nil {
		return entidad.Entidad{}, err
	}
	return entidadOf(i)
}

// GuardarEntidad implements entidad.Store.
func (s *Store) GuardarEntidad(ctx context.Context, e entidad.Entidad, h auditoria.Evento, propias ...entidad.Propia) error {
	i := entidadItem(e)
	i[aWrite] = text(s.cfg.NewToken())
	p := &types.Put{
		TableName: s.table(tableEntidad), Item: i, ConditionExpression: aws.String("#version = :previous"),
		ExpressionAttributeNames: names(aVersion), ExpressionAttributeValues: item{":previous": number(e.Version - 1)},
		ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
	}
	if e.Version == 1 {
		p.ConditionExpression, p.ExpressionAttributeValues = aws.String("attribute_not_exists(#version)"), nil
	}
	parts := []types.TransactWriteItem{{Put: p}}
	for _, p := range propias {
		parts = append(parts, types.TransactWriteItem{Put: &types.Put{
			TableName: s.table(tableEntidad), Item: propiaItem(p, e.EntidadID),
			ConditionExpression:       aws.String("attribute_not_exists(#clave) OR #entidad = :e"),
			ExpressionAttributeNames:  names(aSort, aOwner),
			ExpressionAttributeValues: item{":e": text(e.EntidadID)},
		}})
	}
	err := s.tell(withOperation(ctx, "GuardarEntidad"), h, parts...)
	rs := reasons(err)
	switch {
	case err != nil && isMine(previousOf(err), i):
		return nil
	case failed(rs, 0):
		return classify(err)
	}
	for n, p := range propias {
		if failed(rs, n+1) {
			return p.Ajena()
		}
	}
	return classify(err)
}

func propiaItem(p entidad.Propia, entidadID string) item {
	return item{aPartition: text(owners), aSort: text(string(p)), aOwner: text(entidadID)}
}

// Entidades implements entidad.Store.
func (s *Store) Entidades(ctx context.Context, c entidad.Consulta) ([]entidad.Entidad, error) {
	is, err := s.walkPartition(withOperation(ctx, "Entidades"), registryOfEntidades, c.Desde, c.Descendente, c.Limite, always)
	if err != nil {
		return nil, err
	}
	return convert(is, entidadOf)
}

func always(item) bool { return true }

// walkPartition reads up to limit items of a partition of the table Entidad, strongly
// consistent; fewer only at the end.
func (s *Store) walkPartition(ctx context.Context, partition, after string, descending bool, limit int, wanted func(item) bool) ([]item, error) {
	in := &dynamodb.QueryInput{
		TableName: s.table(tableEntidad), ConsistentRead: aws.Bool(true), ScanIndexForward: aws.Bool(!descending),
		KeyConditionExpression:    aws.String("#particion = :p"),
		ExpressionAttributeNames:  names(aPartition),
		ExpressionAttributeValues: item{":p": text(partition)},
	}
	if after != "" {
		in.ExclusiveStartKey = item{aPartition: text(partition), aSort: text(after)}
	}
	return s.walkUntil(ctx, in, limit, wanted)
}

// walkUntil asks again until there are so many items that are wanted, or no more.
func (s *Store) walkUntil(ctx context.Context, in *dynamodb.QueryInput, limit int, wanted func(item) bool) ([]item, error) {
	var all []item
	for len(all) < limit {
		in.Limit = aws.Int32(int32(limit - len(all)))
		out, err := s.query(ctx, in)
		if err != nil {
			return nil, classify(err)
		}
		for _, i := range out.rows {
			if wanted(i) {
				all = append(all, i)
			}
		}
		if len(out.next) == 0 {
			break
		}
		in.ExclusiveStartKey = out.next
	}
	return all, nil
}

func entidadItem(e entidad.Entidad) item {
	i := entidadKey(e.EntidadID)
	setText(i, aName, e.Nombre)
	setText(i, aLlaves, e.Llaves)
	setText(i, aLlavesURL, e.LlavesURL)
	setDate(i, aRegisteredAt, e.RegistradaEn, formatMs)
	setDate(i, aChangedAt, e.ModificadaEn, formatMs)
	setText(i, aNIT, e.NIT)
	setText(i, aRoles, entidad.TextoDeRoles(e.Roles))
	i[aActive], i[aVersion] = boolean(e.Activa), number(e.Version)
	var revoked []types.AttributeValue
	for _, r := range e.Revocaciones {
		m := item{aLlave: text(r.Llave)}
		setDate(m, aSince, r.Desde, formatMs)
		setDate(m, aRevokedOn, r.HechaEn, formatMs)
		setDate(m, aWalkedOn, r.RecorridaEn, formatMs)
		revoked = append(revoked, &types.AttributeValueMemberM{Value: m})
	}
	if revoked != nil {
		i[aRevocations] = &types.AttributeValueMemberL{Value: revoked}
	}
	var seen []types.AttributeValue
	for _, v := range e.Vistas {
		m := item{aLlave: text(v.Llave), aThumbprint: text(v.Huella), aJWK: text(v.JWK)}
		setDate(m, aSeenAt, v.VistaEn, formatMs)
		seen = append(seen, &types.AttributeValueMemberM{Value: m})
	}
	if seen != nil {
		i[aSeenKeys] = &types.AttributeValueMemberL{Value: seen}
	}
	return i
}

func entidadOf(i item) (entidad.Entidad, error) {
	l := reader{item: i}
	e := entidad.Entidad{
		EntidadID: l.text(aSort), Nombre: l.text(aName), Roles: entidad.RolesDe(l.text(aRoles)), NIT: l.text(aNIT), Llaves: l.text(aLlaves), LlavesURL: l.text(aLlavesURL),
		Activa: l.boolean(aActive), RegistradaEn: l.date(aRegisteredAt), ModificadaEn: l.date(aChangedAt), Version: l.integer(aVersion),
	}
	l.maps(aRevocations, func(r *reader) {
		e.Revocaciones = append(e.Revocaciones, entidad.Revocacion{
			Llave: r.text(aLlave), Desde: r.date(aSince), HechaEn: r.date(aRevokedOn), RecorridaEn: r.date(aWalkedOn),
		})
	})
	l.maps(aSeenKeys, func(r *reader) {
		e.Vistas = append(e.Vistas, entidad.LlaveVista{Llave: r.text(aLlave), Huella: r.text(aThumbprint), JWK: r.text(aJWK), VistaEn: r.date(aSeenAt)})
	})
	return e, l.err
}

// maps reads each map of a list.
func (l *reader) maps(name string, read func(*reader)) {
	for _, v := range l.list(name) {
		m, ok := v.(*types.AttributeValueMemberM)
		if !ok {
			l.missing(name)
			continue
		}
		r := reader{item: m.Value}
		read(&r)
		l.note(name, r.err)
	}
}

// lastPart is the text after the last '#' of a key.
func lastPart(key string) string { return key[strings.LastIndexByte(key, '#')+1:] }

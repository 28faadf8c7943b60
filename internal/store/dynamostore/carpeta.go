package dynamostore

import (
	"context"
	"slices"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Attributes of a carpeta.
const (
	aCarpetaID   = "carpetaId"
	aCiudadanoID = "ciudadanoId"
	aOperadorID  = "operadorId"
	aTipoCarpeta = "tipoCarpeta"
	aTotal       = "totalDocumentosAproximado"
	aVersion     = "version"
)

// Carpeta implements carpeta.Store.
func (s *Store) Carpeta(ctx context.Context, carpetaID string) (carpeta.Carpeta, error) {
	return s.carpeta(withOperation(ctx, "Carpeta"), carpetaID)
}

func (s *Store) carpeta(ctx context.Context, carpetaID string) (carpeta.Carpeta, error) {
	if isInternal(carpetaID) {
		return carpeta.Carpeta{}, notFound()
	}
	i, err := s.read(ctx, s.table(tableCarpeta), carpetaKey(carpetaID))
	if err != nil {
		return carpeta.Carpeta{}, err
	}
	return carpetaOf(i)
}

// Carpetas implements carpeta.Store.
func (s *Store) Carpetas(ctx context.Context, carpetaIDs []string) ([]carpeta.Carpeta, error) {
	carpetaIDs = slices.DeleteFunc(slices.Clone(carpetaIDs), isInternal)
	is, err := s.readBatch(withOperation(ctx, "Carpetas"), s.table(tableCarpeta), uniqueKeys(carpetaIDs, carpetaKey))
	if err != nil {
		return nil, err
	}
	return convert(is, carpetaOf)
}

// CarpetaDeCiudadano implements carpeta.Store.
func (s *Store) CarpetaDeCiudadano(ctx context.Context, ciudadanoID string) (carpeta.Carpeta, error) {
	if ciudadanoID == "" {
		return carpeta.Carpeta{}, notFound()
	}
	ctx = withOperation(ctx, "CarpetaDeCiudadano")
	out, err := s.db.Query(ctx, &dynamodb.QueryInput{
		TableName: s.table(tableCarpeta), IndexName: aws.String(indexByCiudadano), Limit: aws.Int32(1),
		KeyConditionExpression:    aws.String("#ciudadanoId = :c"),
		ExpressionAttributeNames:  names(aCiudadanoID),
		ExpressionAttributeValues: item{":c": text(ciudadanoID)},
	})
	if err != nil {
		return carpeta.Carpeta{}, classify(err)
	}
	if len(out.Items) == 0 {
		return carpeta.Carpeta{}, notFound()
	}
	l := reader{item: out.Items[0]}
	return s.carpeta(ctx, l.text(aCarpetaID))
}

// CrearCarpeta implements carpeta.Store.
func (s *Store) CrearCarpeta(ctx context.Context, c carpeta.Carpeta) error {
	ctx = withOperation(ctx, "CrearCarpeta")
	if err := s.registerInCenso(ctx, c.OperadorID); err != nil {
		return err
	}
	i := carpetaItem(c)
	i[aWrite] = text(s.cfg.NewToken())
	return classify(s.put(ctx, &types.Put{
		TableName: s.table(tableCarpeta), Item: i,
		ConditionExpression:      aws.String("attribute_not_exists(#carpetaId)"),
		ExpressionAttributeNames: names(aCarpetaID),
	}))
}

// countDocumento is the part of a transaction that counts a document in or out.
func (s *Store) countDocumento(carpetaID string, difference int) types.TransactWriteItem {
	return types.TransactWriteItem{Update: &types.Update{
		TableName: s.table(tableCarpeta), Key: carpetaKey(carpetaID),
		UpdateExpression:          aws.String("ADD #totalDocumentosAproximado :d, #version :one"),
		ConditionExpression:       aws.String("attribute_exists(#carpetaId)"),
		ExpressionAttributeNames:  names(aTotal, aVersion, aCarpetaID),
		ExpressionAttributeValues: item{":d": number(difference), ":one": number(1)},
	}}
}

func carpetaKey(carpetaID string) item { return item{aCarpetaID: text(carpetaID)} }

func carpetaItem(c carpeta.Carpeta) item {
	i := carpetaKey(c.CarpetaID)
	setText(i, aCiudadanoID, c.CiudadanoID)
	setText(i, aOperadorID, c.OperadorID)
	setText(i, aTipoCarpeta, c.Tipo)
	i[aTotal], i[aVersion] = number(c.TotalDocumentos), number(c.Version)
	return i
}

func carpetaOf(i item) (carpeta.Carpeta, error) {
	l := reader{item: i}
	c := carpeta.Carpeta{
		CarpetaID: l.text(aCarpetaID), CiudadanoID: l.text(aCiudadanoID), OperadorID: l.text(aOperadorID),
		Tipo: l.text(aTipoCarpeta), TotalDocumentos: l.integer(aTotal), Version: l.integer(aVersion),
	}
	return c, l.err
}

// notFound is NOT_FOUND, for every noun alike.
func notFound() error { return fault.Wrap(fault.NotFound, nil) }

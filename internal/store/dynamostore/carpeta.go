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
	return s.carpeta(operacion(ctx, "Carpeta"), carpetaID)
}

func (s *Store) carpeta(ctx context.Context, carpetaID string) (carpeta.Carpeta, error) {
	if esInterno(carpetaID) {
		return carpeta.Carpeta{}, ausente()
	}
	i, err := s.leer(ctx, s.tabla(tablaCarpeta), claveCarpeta(carpetaID))
	if err != nil {
		return carpeta.Carpeta{}, err
	}
	return carpetaDe(i)
}

// Carpetas implements carpeta.Store.
func (s *Store) Carpetas(ctx context.Context, carpetaIDs []string) ([]carpeta.Carpeta, error) {
	carpetaIDs = slices.DeleteFunc(slices.Clone(carpetaIDs), esInterno)
	is, err := s.leerLote(operacion(ctx, "Carpetas"), s.tabla(tablaCarpeta), clavesUnicas(carpetaIDs, claveCarpeta))
	if err != nil {
		return nil, err
	}
	return convertir(is, carpetaDe)
}

// CarpetaDeCiudadano implements carpeta.Store.
func (s *Store) CarpetaDeCiudadano(ctx context.Context, ciudadanoID string) (carpeta.Carpeta, error) {
	if ciudadanoID == "" {
		return carpeta.Carpeta{}, ausente()
	}
	ctx = operacion(ctx, "CarpetaDeCiudadano")
	out, err := s.db.Query(ctx, &dynamodb.QueryInput{
		TableName: s.tabla(tablaCarpeta), IndexName: aws.String(indicePorCiudadano), Limit: aws.Int32(1),
		KeyConditionExpression:    aws.String("#ciudadanoId = :c"),
		ExpressionAttributeNames:  nombres(aCiudadanoID),
		ExpressionAttributeValues: item{":c": texto(ciudadanoID)},
	})
	if err != nil {
		return carpeta.Carpeta{}, clasificar(err)
	}
	if len(out.Items) == 0 {
		return carpeta.Carpeta{}, ausente()
	}
	l := lector{item: out.Items[0]}
	return s.carpeta(ctx, l.texto(aCarpetaID))
}

// CrearCarpeta implements carpeta.Store.
func (s *Store) CrearCarpeta(ctx context.Context, c carpeta.Carpeta) error {
	ctx = operacion(ctx, "CrearCarpeta")
	if err := s.registrarEnCenso(ctx, c.OperadorID); err != nil {
		return err
	}
	i := itemCarpeta(c)
	i[aEscritura] = texto(s.op.Token())
	return clasificar(s.poner(ctx, &types.Put{
		TableName: s.tabla(tablaCarpeta), Item: i,
		ConditionExpression:      aws.String("attribute_not_exists(#carpetaId)"),
		ExpressionAttributeNames: nombres(aCarpetaID),
	}))
}

// contar is the part of a transaction that counts a document in or out.
func (s *Store) contar(carpetaID string, diferencia int) types.TransactWriteItem {
	return types.TransactWriteItem{Update: &types.Update{
		TableName: s.tabla(tablaCarpeta), Key: claveCarpeta(carpetaID),
		UpdateExpression:          aws.String("ADD #totalDocumentosAproximado :d, #version :uno"),
		ConditionExpression:       aws.String("attribute_exists(#carpetaId)"),
		ExpressionAttributeNames:  nombres(aTotal, aVersion, aCarpetaID),
		ExpressionAttributeValues: item{":d": numero(diferencia), ":uno": numero(1)},
	}}
}

func claveCarpeta(carpetaID string) item { return item{aCarpetaID: texto(carpetaID)} }

func itemCarpeta(c carpeta.Carpeta) item {
	i := claveCarpeta(c.CarpetaID)
	ponerTexto(i, aCiudadanoID, c.CiudadanoID)
	ponerTexto(i, aOperadorID, c.OperadorID)
	ponerTexto(i, aTipoCarpeta, c.Tipo)
	i[aTotal], i[aVersion] = numero(c.TotalDocumentos), numero(c.Version)
	return i
}

func carpetaDe(i item) (carpeta.Carpeta, error) {
	l := lector{item: i}
	c := carpeta.Carpeta{
		CarpetaID: l.texto(aCarpetaID), CiudadanoID: l.texto(aCiudadanoID), OperadorID: l.texto(aOperadorID),
		Tipo: l.texto(aTipoCarpeta), TotalDocumentos: l.entero(aTotal), Version: l.entero(aVersion),
	}
	return c, l.err
}

// ausente is NOT_FOUND, for every noun alike.
func ausente() error { return fault.Wrap(fault.NotFound, nil) }

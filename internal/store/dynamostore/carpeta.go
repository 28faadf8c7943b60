package dynamostore

import (
	"context"
	"errors"
	"slices"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
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
	aBinTotal    = "totalPapelera" // absent: none was ever there
	aVersion     = "version"
	aBytes       = "bytesOcupados"
	aDocumentos  = "documentosOcupados"
	aPendientes  = "cargasPendientes"
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
	return s.carpetaDe(withOperation(ctx, "CarpetaDeCiudadano"), ciudadanoID)
}

// AbrirCarpeta implements carpeta.Store.
func (s *Store) AbrirCarpeta(ctx context.Context, c carpeta.Carpeta, h auditoria.Evento) (carpeta.Carpeta, error) {
	ctx = withOperation(ctx, "AbrirCarpeta")
	if own, err := s.carpetaDe(ctx, c.CiudadanoID); !errors.Is(err, fault.NotFound) {
		return own, err
	}
	err := s.openCarpeta(ctx, c, h)
	if !errors.Is(err, fault.Conflict) {
		return c, err
	}
	if own, found := s.carpetaDe(ctx, c.CiudadanoID); !errors.Is(found, fault.NotFound) {
		return own, found // somebody else was first, or this very call, whose answer was lost
	}
	return carpeta.Carpeta{}, err
}

// countDocumento is the part of a transaction that counts documents in or out, each as a change.
func (s *Store) countDocumento(carpetaID string, difference int, uso carpeta.Uso) *types.Update {
	return s.countWithBin(carpetaID, difference, 0, uso)
}

// countWithBin is countDocumento for documents of the lists, and for those of the bin. One that moves is a change too.
func (s *Store) countWithBin(carpetaID string, difference, bin int, uso carpeta.Uso) *types.Update {
	u := s.countUso(carpetaID, uso)
	u.UpdateExpression = aws.String(*u.UpdateExpression + ", #totalDocumentosAproximado :d, #version :changes")
	u.ExpressionAttributeNames["#"+aTotal], u.ExpressionAttributeNames["#"+aVersion] = aTotal, aVersion
	changes := max(1, difference+bin, -difference-bin)
	u.ExpressionAttributeValues[":d"], u.ExpressionAttributeValues[":changes"] = number(difference), number(changes)
	if bin != 0 {
		u.UpdateExpression = aws.String(*u.UpdateExpression + ", #totalPapelera :bin")
		u.ExpressionAttributeNames["#"+aBinTotal], u.ExpressionAttributeValues[":bin"] = aBinTotal, number(bin)
	}
	return u
}

// countUso is the part that changes the usage alone.
func (s *Store) countUso(carpetaID string, uso carpeta.Uso) *types.Update {
	return &types.Update{
		TableName: s.table(tableCarpeta), Key: carpetaKey(carpetaID),
		UpdateExpression:         aws.String("ADD #bytesOcupados :bytes, #documentosOcupados :documentos, #cargasPendientes :pendientes"),
		ConditionExpression:      aws.String("attribute_exists(#carpetaId)"),
		ExpressionAttributeNames: names(aBytes, aDocumentos, aPendientes, aCarpetaID),
		ExpressionAttributeValues: item{
			":bytes": number(uso.Bytes), ":documentos": number(uso.Documentos), ":pendientes": number(uso.Pendientes),
		},
	}
}

// within adds the quota to such a part.
func within(u *types.Update, cuota carpeta.Cuota, bytes int64) *types.Update {
	u.ConditionExpression = aws.String(*u.ConditionExpression +
		" AND #bytesOcupados <= :maxBytes AND #documentosOcupados < :maxDocumentos AND #cargasPendientes < :maxPendientes")
	u.ExpressionAttributeValues[":maxBytes"], u.ExpressionAttributeValues[":maxDocumentos"] = number(cuota.Bytes-bytes), number(cuota.Documentos)
	u.ExpressionAttributeValues[":maxPendientes"] = number(cuota.Pendientes)
	u.ReturnValuesOnConditionCheckFailure = types.ReturnValuesOnConditionCheckFailureAllOld
	return u
}

func carpetaKey(carpetaID string) item { return item{aCarpetaID: text(carpetaID)} }

func carpetaItem(c carpeta.Carpeta) item {
	i := carpetaKey(c.CarpetaID)
	setText(i, aCiudadanoID, c.CiudadanoID)
	setText(i, aOperadorID, c.OperadorID)
	setText(i, aTipoCarpeta, c.Tipo)
	i[aTotal], i[aVersion] = number(c.TotalDocumentos), number(c.Version)
	setCount(i, aBinTotal, c.TotalPapelera)
	i[aBytes], i[aDocumentos], i[aPendientes] = number(c.Uso.Bytes), number(c.Uso.Documentos), number(c.Uso.Pendientes)
	return i
}

func carpetaOf(i item) (carpeta.Carpeta, error) {
	l := reader{item: i}
	c := carpeta.Carpeta{
		CarpetaID: l.text(aCarpetaID), CiudadanoID: l.text(aCiudadanoID), OperadorID: l.text(aOperadorID),
		Tipo: l.text(aTipoCarpeta), TotalDocumentos: l.integer(aTotal), TotalPapelera: l.integer(aBinTotal), Version: l.integer(aVersion),
		Uso: carpeta.Uso{
			Bytes: l.integer(aBytes), Documentos: l.integer(aDocumentos), Pendientes: l.integer(aPendientes),
		},
	}
	return c, l.err
}

// notFound is NOT_FOUND, for every noun alike.
func notFound() error { return fault.Wrap(fault.NotFound, nil) }

package dynamostore

import (
	"fmt"
	"slices"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// The tables, before the prefix.
const (
	tableCarpeta   = "Carpeta"
	tableDocumento = "Documento"
	tableOutbox    = "DocumentoEventosOutbox"
	tableEntidad   = "Entidad"
	tableNovedad   = "Novedad"
	tableEvento    = "EventosAuditoria"
	tableActa      = "ActaSello"

	tableConsentimiento = "Consentimiento"
)

// The indexes of Carpeta and of the outbox; both have one by operador. Documento has one per order but one.
const (
	indexByCiudadano = "porCiudadano"
	indexPending     = "pendientes"
	indexByCarpeta   = "porCarpeta"
	indexByOperador  = "porOperador"
	indexByCambio    = "porCambio"
	indexExpiring    = "cargasPorVencer"
	indexCargas      = "cargasDeCarpeta"
	indexBin         = "papelera"

	indexByCorrelacion = "porCorrelacion"
)

// IndexOf names the index of an order. An index cannot be changed, so one that carries more fields has another name:
// tables have both until bootstrap has filled it, and somebody takes the old one away. Together they may carry
// maxProjected fields, which is why a field comes into one list at a time.
func IndexOf(campo documento.CampoOrden) string {
	return fmt.Sprintf("lista_%s_%d", campo, len(listAttributes(campo)))
}

// listAttributes are what the index of an order carries: the fields of a row, and behind them those that are on their
// way into it (docs/cambiar.md).
func listAttributes(documento.CampoOrden) []string { return rowAttributes }

// maxProjected is how many attributes the indexes of a table may name, those of the version before among them: DynamoDB
// refuses one more. An index that carries everything names none.
const maxProjected = 100

// uploadAttributes are what the list of uploads shows: the fields of a row but those of which an issuer alone says
// something, which are the last ones.
var uploadAttributes = append([]string{aExpires}, rowAttributes[:9]...)

// orderOfTable is the order that the table Documento has by itself. It needs no index, which would take a unit of
// each write that lists, locks or erases a document (ADR 0033).
const orderOfTable = documento.PorDocumentoID

// tableSpec is a table as this program needs it.
type tableSpec struct {
	name    string
	keys    []string // partition key, then sort key; all are strings
	indexes []index
	ttl     bool
}

type index struct {
	name      string
	keys      []string
	projected []string // projected besides the keys
}

// everything is the projection of an index that carries whole items.
var everything = []string{"*"}

// primaryKeys are the partition key and the sort key of each table. All are strings.
var primaryKeys = map[string][]string{
	tableCarpeta: {aCarpetaID}, tableDocumento: {aCarpetaID, aDocumentoID}, tableOutbox: {aEventoID}, tableEntidad: {aPartition, aSort},
	tableNovedad: {aCarpetaID, aNovedad}, tableEvento: {aPartition, aSort}, tableActa: {aOperadorID, aSort},
	tableConsentimiento: {aPartition, aSort},
}

// tables are all definitions. An item is in an index only if it has both keys:
// an item that is not due has no noAntesDe, and one that is not listed has no sort key of a list.
func (s *Store) tables() []tableSpec {
	documentos := tableSpec{name: *s.table(tableDocumento), keys: primaryKeys[tableDocumento]}
	for _, campo := range documento.CamposOrden {
		if campo != orderOfTable {
			documentos.indexes = append(documentos.indexes,
				index{IndexOf(campo), []string{aCarpetaID, indexKeys[campo]}, listAttributes(campo)})
		}
	}
	documentos.indexes = append(documentos.indexes, index{indexExpiring, []string{aLote, aExpiryOrder},
		[]string{aSize, aHash, aEmisorID, aEstadoDoc, aStoragePath, aExpires, aReserved}},
		index{indexCargas, []string{aCarpetaID, aCarga}, uploadAttributes},
		index{indexBin, []string{aCarpetaID, aBin}, everything})
	return []tableSpec{
		{name: *s.table(tableCarpeta), keys: primaryKeys[tableCarpeta], indexes: []index{
			{indexByCiudadano, []string{aCiudadanoID}, nil},
			{indexByOperador, []string{aOperadorID, aCarpetaID}, nil},
		}},
		documentos,
		{name: *s.table(tableOutbox), keys: primaryKeys[tableOutbox], ttl: true, indexes: []index{
			{indexPending, []string{aOperadorID, aNotBefore}, []string{aSecuencia, aArriendos}},
			{indexByCarpeta, []string{aCarpetaID, aClaveCarpeta}, nil},
			{indexByOperador, []string{aClaveOper, aClaveCarpeta}, nil},
			{indexByCambio, []string{aCarpetaID, aCambio}, nil},
		}},
		{name: *s.table(tableEntidad), keys: primaryKeys[tableEntidad], ttl: true},
		{name: *s.table(tableNovedad), keys: primaryKeys[tableNovedad], ttl: true},
		// An entry costs a unit whatever it carries, and a page of whole ones needs no second read.
		{name: *s.table(tableEvento), keys: primaryKeys[tableEvento], ttl: true, indexes: []index{
			{indexByCarpeta, []string{aCarpetaID, aSort}, everything},
			{indexByCorrelacion, []string{aCorrelacion, aSort}, everything},
		}},
		{name: *s.table(tableActa), keys: primaryKeys[tableActa]},
		{name: *s.table(tableConsentimiento), keys: primaryKeys[tableConsentimiento], ttl: true},
	}
}

func (s *Store) table(name string) *string { return aws.String(s.cfg.Prefix + name) }

func (i index) projection() *types.Projection {
	switch {
	case slices.Equal(i.projected, everything):
		return &types.Projection{ProjectionType: types.ProjectionTypeAll}
	case len(i.projected) == 0:
		return &types.Projection{ProjectionType: types.ProjectionTypeKeysOnly}
	}
	return &types.Projection{ProjectionType: types.ProjectionTypeInclude, NonKeyAttributes: i.projected}
}

func schema(keys []string) []types.KeySchemaElement {
	roles := []types.KeyType{types.KeyTypeHash, types.KeyTypeRange}
	es := make([]types.KeySchemaElement, len(keys))
	for n, c := range keys {
		es[n] = types.KeySchemaElement{AttributeName: aws.String(c), KeyType: roles[n]}
	}
	return es
}

package dynamostore

import (
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// The tables, before the prefix.
const (
	tablaCarpeta   = "Carpeta"
	tablaDocumento = "Documento"
	tablaOutbox    = "DocumentoEventosOutbox"
)

// The indexes of Carpeta and of the outbox; both have one by operador. Documento has one per order.
const (
	indicePorCiudadano = "porCiudadano"
	indicePendientes   = "pendientes"
	indicePorCarpeta   = "porCarpeta"
	indicePorOperador  = "porOperador"
)

// indiceDe names the index of an order.
func indiceDe(campo documento.CampoOrden) string { return "por_" + string(campo) }

// definicion is a table as this program needs it.
type definicion struct {
	nombre  string
	claves  []string // partition key, then sort key; all are strings
	indices []indice
	ttl     bool
}

type indice struct {
	nombre string
	claves []string
	lleva  []string // projected besides the keys
}

// tablas are all definitions. An item is in an index only if it has both keys:
// what is not due has no noAntesDe, what is not listed no sort key of a list.
func (s *Store) tablas() []definicion {
	documentos := definicion{nombre: *s.tabla(tablaDocumento), claves: []string{aCarpetaID, aDocumentoID}, ttl: true}
	for _, campo := range documento.CamposOrden {
		documentos.indices = append(documentos.indices,
			indice{indiceDe(campo), []string{aCarpetaID, claveDeIndice[campo]}, atributosFila})
	}
	return []definicion{
		{nombre: *s.tabla(tablaCarpeta), claves: []string{aCarpetaID}, indices: []indice{
			{indicePorCiudadano, []string{aCiudadanoID}, nil},
			{indicePorOperador, []string{aOperadorID, aCarpetaID}, nil},
		}},
		documentos,
		{nombre: *s.tabla(tablaOutbox), claves: []string{aEventoID}, ttl: true, indices: []indice{
			{indicePendientes, []string{aOperadorID, aNoAntesDe}, []string{aSecuencia, aArriendos}},
			{indicePorCarpeta, []string{aCarpetaID, aClaveCarpeta}, nil},
			{indicePorOperador, []string{aClaveOper, aClaveCarpeta}, nil},
		}},
	}
}

func (s *Store) tabla(nombre string) *string { return aws.String(s.op.Prefijo + nombre) }

func (i indice) proyeccion() *types.Projection {
	if len(i.lleva) == 0 {
		return &types.Projection{ProjectionType: types.ProjectionTypeKeysOnly}
	}
	return &types.Projection{ProjectionType: types.ProjectionTypeInclude, NonKeyAttributes: i.lleva}
}

func esquema(claves []string) []types.KeySchemaElement {
	papeles := []types.KeyType{types.KeyTypeHash, types.KeyTypeRange}
	es := make([]types.KeySchemaElement, len(claves))
	for n, c := range claves {
		es[n] = types.KeySchemaElement{AttributeName: aws.String(c), KeyType: papeles[n]}
	}
	return es
}

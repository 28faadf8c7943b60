package rules

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/store/records"
)

func embargosKey(carpetaID string) records.Key {
	return records.Key{Partition: carpetaID + ofEmbargos, Sort: ofEmbargos}
}

// EmbargosDe implements auditoria.StoreEmbargos. The legal orders of a carpeta are one item beside the trail.
func (s *Store) EmbargosDe(ctx context.Context, carpetaID string) (auditoria.Embargos, error) {
	es := auditoria.Embargos{CarpetaID: carpetaID}
	var err error
	es.Version, err = s.versioned(op(ctx, "EmbargosDe"), Eventos, embargosKey(carpetaID), aOrdenes, &es.Ordenes)
	return es, err
}

// GuardarEmbargos implements auditoria.StoreEmbargos.
func (s *Store) GuardarEmbargos(ctx context.Context, es auditoria.Embargos, h auditoria.Evento) error {
	i, err := versionedItem(Eventos, embargosKey(es.CarpetaID), es.Version, aOrdenes, es.Ordenes)
	if err != nil {
		return err
	}
	return s.tell(op(ctx, "GuardarEmbargos"), h, records.Put(Eventos, i).When(next(es.Version)).Telling())
}

package rules

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/store/records"
)

func embargosKey(carpetaID string) records.Key {
	return records.Key{Partition: carpetaID + ofEmbargos, Sort: ofEmbargos}
}

// EmbargosDe implements auditoria.StoreEmbargos. The legal orders of a carpeta are one item beside the trail.
func (s *Store) EmbargosDe(ctx context.Context, carpetaID string) (auditoria.Embargos, error) {
	es := auditoria.Embargos{CarpetaID: carpetaID}
	i, err := s.item(op(ctx, "EmbargosDe"), Eventos, embargosKey(carpetaID))
	if errors.Is(err, fault.NotFound) {
		return es, nil
	}
	if err != nil {
		return es, err
	}
	l := records.Fields{Item: i}
	es.CarpetaID, es.Version = strings.TrimSuffix(l.Text(aPartition), ofEmbargos), l.Number(aVersion)
	l.Note(aOrdenes, json.Unmarshal([]byte(l.Text(aOrdenes)), &es.Ordenes))
	return es, l.Err
}

// GuardarEmbargos implements auditoria.StoreEmbargos.
func (s *Store) GuardarEmbargos(ctx context.Context, es auditoria.Embargos, h auditoria.Evento) error {
	j, err := json.Marshal(es.Ordenes)
	if err != nil {
		return err
	}
	i := Eventos.Keyed(embargosKey(es.CarpetaID)).With(aVersion, records.Number(es.Version)).With(aOrdenes, records.Text(string(j)))
	return s.tell(op(ctx, "GuardarEmbargos"), h, records.Put(Eventos, i).When(next(es.Version)).Telling())
}

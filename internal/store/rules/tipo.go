package rules

import (
	"context"
	"encoding/json"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/documento/tipo"
	"github.com/carpeta-ciudadana/servidor/internal/store/records"
)

// TiposCambiados implements tipo.Store. Every process reads them whole once a minute.
func (s *Store) TiposCambiados(ctx context.Context) ([]tipo.Tipo, error) {
	q := partitionQuery(catalogueOfTipos, "", false)
	return walk(op(ctx, "TiposCambiados"), s, q, everything, all(func(i records.Item) (t tipo.Tipo, err error) {
		return t, json.Unmarshal([]byte(i[aContent].Text), &t)
	}))
}

// GuardarTipo implements tipo.Store.
func (s *Store) GuardarTipo(ctx context.Context, t tipo.Tipo, h auditoria.Evento) error {
	j, err := json.Marshal(t)
	if err != nil {
		return err
	}
	i := Entidades.Keyed(records.Key{Partition: catalogueOfTipos, Sort: t.Codigo}).
		With(aVersion, records.Number(t.Version)).With(aContent, records.Text(string(j)))
	return s.tell(op(ctx, "GuardarTipo"), h, records.Put(Entidades, i).When(next(t.Version)).Telling())
}

package graph

import "github.com/carpeta-ciudadana/servidor/graph/model"

// Scalars tell of each scalar of the schema's own whether it reads a value. So a value
// is known to be wrong before anything runs.
func Scalars() map[string]func(v any) error {
	return map[string]func(v any) error{
		"DateTime": reads(model.UnmarshalDateTime),
		"Duracion": reads(model.UnmarshalDuracion),
		"Instante": reads(model.UnmarshalInstante),
		"Long":     reads(model.UnmarshalLong),
		"UUID":     reads(model.UnmarshalUUID),
	}
}

func reads[T any](unmarshal func(v any) (T, error)) func(v any) error {
	return func(v any) error {
		_, err := unmarshal(v)
		return err
	}
}

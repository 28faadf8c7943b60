package reconciliacion

import (
	"fmt"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// A share of findings above which the configuration is more likely to be wrong
// than the data, once enough was looked at to speak of a share.
const (
	minimoVisto  = 20
	parteMaxima  = 0.2
	consejoMesas = "check CARPETA_DYNAMODB_TABLE_PREFIX, AWS_REGION, CARPETA_S3_BUCKET and CARPETA_DATA_DIR; if this is really so, use --forzar"
)

// Plausible refuses what looks like the wrong tables or the wrong bucket: nothing
// may be repaired on its strength. The error is OPERACION_NO_PERMITIDA.
func (r Resumen) Plausible() error {
	if err := r.SinCarpetas(); err != nil {
		return err
	}
	if sin := r.PorTipo[ObjetoSinMetadatos]; r.Objetos >= minimoVisto && float64(sin) > parteMaxima*float64(r.Objetos) {
		return inverosimil("%d of %d objects have no metadata", sin, r.Objetos)
	}
	if sin := r.PorTipo[MetadatosSinObjeto]; r.Visibles >= minimoVisto && float64(sin) > parteMaxima*float64(r.Visibles) {
		return inverosimil("%d of %d documents have no file", sin, r.Visibles)
	}
	return nil
}

// SinCarpetas refuses tables without any carpeta beside a bucket that holds files.
func (r Resumen) SinCarpetas() error {
	if r.Carpetas == 0 && r.Objetos > 0 {
		return inverosimil("the tables hold no carpeta, the bucket holds %d objects", r.Objetos)
	}
	return nil
}

func inverosimil(formato string, args ...any) error {
	return fault.Wrap(fault.NotAllowed, fmt.Errorf("implausible: "+formato+". Nothing was changed: "+consejoMesas, args...))
}

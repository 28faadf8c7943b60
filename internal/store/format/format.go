package format

import (
	"errors"
	"fmt"
)

// ErrNewer says that a newer version of this program wrote the data.
var ErrNewer = errors.New("the data are of a newer version")

// ErrOlder refuses data that nobody has outside of this project, so no program reads them.
var ErrOlder = errors.New("a version of carpeta before 0.3.0 wrote these data, and no later one reads them; nothing was changed: " +
	"start with a new data folder (CARPETA_DATA_DIR) or with new tables (CARPETA_DYNAMODB_TABLE_PREFIX)\n" +
	"Una versión de carpeta anterior a la 0.3.0 escribió estos datos, y ninguna posterior los lee; no se cambió nada: " +
	"empiece con una carpeta de datos nueva (CARPETA_DATA_DIR) o con tablas nuevas (CARPETA_DYNAMODB_TABLE_PREFIX)")

// Check returns nil if a program whose own format is known may use data of a format.
func Check(of, known int) error {
	switch {
	case of > known:
		return fmt.Errorf("%w: they have format %d, this program knows up to %d. Nothing was changed. Start the newer version of carpeta that wrote them, "+
			"or restore what was backed up before the upgrade", ErrNewer, of, known)
	case of < known:
		return ErrOlder
	}
	return nil
}

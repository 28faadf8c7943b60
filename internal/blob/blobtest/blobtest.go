package blobtest

import (
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// Backend is one empty store and what the suite must know of it.
type Backend struct {
	// Objetos has been bootstrapped and holds nothing.
	Objetos interface {
		documento.Objetos
		documento.Inventario
	}
	// Leftovers names everything that is physically there: files, versions, markers,
	// half-written uploads.
	Leftovers func(t *testing.T) []string
	// Demolish makes the bucket or the folder of the empty store vanish.
	Demolish func(t *testing.T)
	// Rewrite stores one more version behind the adapter's back. Nil declares that
	// the store keeps one version; the suite then proves just that.
	Rewrite func(t *testing.T, name string, content []byte)
	// Hide puts a delete marker over an object; nil where there are none.
	Hide func(t *testing.T, name string)
	// Forget says that no document waits for the file any more; nil where uploads and files
	// have different names.
	Forget func(name string)
	// IgnoresIfRange declares a store that sends the part all the same (MinIO). It is a part of the
	// right file: a name has one content.
	IgnoresIfRange bool
}

// Factory makes a fresh backend; it registers its own clean-up.
type Factory func(t *testing.T) Backend

// Run runs every case on a backend of its own.
func Run(t *testing.T, next Factory) {
	cases := []struct {
		name     string
		testCase func(*testing.T, Backend)
	}{
		{"CargaFirmada", cargaSigned},
		{"CargaVacia", cargaEmpty},
		{"CargaRechazada", cargaRefused},
		{"CargaInterrumpida", cargaInterrupted},
		{"CargaSinLongitud", cargaWithoutLength},
		{"CargaNoSobrescribe", cargaDoesNotOverwrite},
		{"CargasSimultaneas", cargasAtTheSameTime},
		{"CargaRecibida", cargaReceived},
		{"CargaDeOtroArchivo", cargaOfAnotherFile},
		{"BorradoSigueBorrado", erasedStaysErased},
		{"CargaAlBorde", cargaWhileErased},
		{"Restos", restosByPages},
		{"Partes", partsJoined},
		{"PartesTerminadas", partsEnded},
		{"PartesRechazadas", partsRefused},
		{"PartesDeOtroArchivo", partsOfAnotherFile},
		{"PartesOlvidadas", partsLeftBehind},
		{"PartesGuardadas", partsSaved},
		{"EnlaceManipulado", linkManipulated},
		{"EnlaceVencido", linkExpired},
		{"Guardar", savePlain},
		{"GuardarRechazado", saveRefused},
		{"GuardarNoSobrescribe", saveDoesNotOverwrite},
		{"GuardarSimultaneo", saveAtTheSameTime},
		{"Descarga", descargaPlain},
		{"DescargaPorPartes", descargaInParts},
		{"Vista", viewPlain},
		{"Rangos", ranges},
		{"Comienzo", beginnings},
		{"NombresDeArchivo", namesOfFiles},
		{"Ausente", notFound},
		{"Borrar", deletePlain},
		{"BorrarVersiones", deleteVersions},
		{"BorrarVarios", deleteSeveral},
		{"BorrarVarios, known versions", deleteKnown},
		{"BorrarDejaVecinos", deleteLeavesNeighbours},
		{"InventarioPorPaginas", inventarioByPages},
		{"InventarioDeCarpetas", inventarioOfCarpetas},
		{"Rastro", rastroTrace},
		{"InventarioSinAlmacen", inventarioWithoutStore},
		{"DatosInvalidos", invalidData},
		{"BootstrapRepetido", bootstrapAgain},
		{"SinAlmacen", withoutStore},
		{"ContextoCancelado", contextCancelled},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) { c.testCase(t, next(t)) })
	}
}

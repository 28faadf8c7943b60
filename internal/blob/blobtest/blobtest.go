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
	// Restos names everything that is physically there: files, versions, markers,
	// half-written uploads.
	Restos func(t *testing.T) []string
	// Demoler makes the bucket or the folder of the empty store vanish.
	Demoler func(t *testing.T)
	// Reescribir stores one more version behind the adapter's back. Nil declares that
	// the store keeps one version; the suite then proves just that.
	Reescribir func(t *testing.T, nombre string, contenido []byte)
	// Ocultar puts a delete marker over an object; nil where there are none.
	Ocultar func(t *testing.T, nombre string)
}

// Factory makes a fresh backend; it registers its own clean-up.
type Factory func(t *testing.T) Backend

// Run runs every case on a backend of its own.
func Run(t *testing.T, nueva Factory) {
	casos := []struct {
		nombre string
		caso   func(*testing.T, Backend)
	}{
		{"CargaFirmada", cargaFirmada},
		{"CargaVacia", cargaVacia},
		{"CargaRechazada", cargaRechazada},
		{"CargaInterrumpida", cargaInterrumpida},
		{"CargaSinLongitud", cargaSinLongitud},
		{"CargaNoSobrescribe", cargaNoSobrescribe},
		{"CargasSimultaneas", cargasSimultaneas},
		{"EnlaceManipulado", enlaceManipulado},
		{"EnlaceVencido", enlaceVencido},
		{"Guardar", guardar},
		{"GuardarRechazado", guardarRechazado},
		{"GuardarNoSobrescribe", guardarNoSobrescribe},
		{"GuardarSimultaneo", guardarSimultaneo},
		{"Descarga", descarga},
		{"DescargaPorPartes", descargaPorPartes},
		{"NombresDeArchivo", nombresDeArchivo},
		{"Ausente", ausente},
		{"Borrar", borrar},
		{"BorrarVersiones", borrarVersiones},
		{"BorrarDejaVecinos", borrarDejaVecinos},
		{"InventarioPorPaginas", inventarioPorPaginas},
		{"InventarioDeCarpetas", inventarioDeCarpetas},
		{"Rastro", rastro},
		{"InventarioSinAlmacen", inventarioSinAlmacen},
		{"DatosInvalidos", datosInvalidos},
		{"BootstrapRepetido", bootstrapRepetido},
		{"SinAlmacen", sinAlmacen},
		{"ContextoCancelado", contextoCancelado},
	}
	for _, c := range casos {
		t.Run(c.nombre, func(t *testing.T) { c.caso(t, nueva(t)) })
	}
}

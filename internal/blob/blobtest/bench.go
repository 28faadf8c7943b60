package blobtest

import (
	"bytes"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// Benchmark measures signing and deleting on a store that has been bootstrapped.
func Benchmark(b *testing.B, objetos documento.Objetos) {
	contenido := Contenido(1000)
	b.Run("PrepararCarga", func(b *testing.B) {
		obj := ObjetoDe(Nombre(), contenido)
		for b.Loop() {
			if _, err := objetos.PrepararCarga(b.Context(), obj, vigencia); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("URLDescarga", func(b *testing.B) {
		nombre := Nombre()
		for b.Loop() {
			if _, err := objetos.URLDescarga(b.Context(), nombre, "Diploma de año.pdf", pdf, vigencia); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("Borrar", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			obj := ObjetoDe(Nombre(), contenido)
			if err := objetos.Guardar(b.Context(), obj, bytes.NewReader(contenido)); err != nil {
				b.Fatal(err)
			}
			b.StartTimer()
			if err := objetos.Borrar(b.Context(), obj.Nombre); err != nil {
				b.Fatal(err)
			}
		}
	})
}

package blobtest

import (
	"bytes"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// Benchmark measures signing and deleting on a store that has been bootstrapped.
func Benchmark(b *testing.B, objetos documento.Objetos) {
	content := NewContent(1000)
	b.Run("PrepararCarga", func(b *testing.B) {
		obj := ObjetoOf(NewName(), content)
		for b.Loop() {
			if _, err := objetos.PrepararCarga(b.Context(), obj, linkLifetime); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("URLDescarga", func(b *testing.B) {
		name := NewName()
		for b.Loop() {
			if _, err := objetos.URLDescarga(b.Context(), name, "Diploma de año.pdf", pdf, linkLifetime); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("Borrar", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			obj := ObjetoOf(NewName(), content)
			if err := objetos.Guardar(b.Context(), obj, bytes.NewReader(content)); err != nil {
				b.Fatal(err)
			}
			b.StartTimer()
			if err := Erase(b.Context(), objetos, obj.Nombre); err != nil {
				b.Fatal(err)
			}
		}
	})
}

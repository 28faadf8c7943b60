package auditoria_test

import (
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
)

// BenchmarkKnownToken is what every request pays for the trail of sessions; a refused one pays no more.
func BenchmarkKnownToken(b *testing.B) {
	l := newLobby(b)
	s, token := l.process(), strings.Repeat("x", 500)
	if err := s.Iniciada(b.Context(), with(token, l.citizen())); err != nil {
		b.Fatal(err)
	}
	quien := with(token, l.citizen())
	b.Run("known", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if err := s.Iniciada(b.Context(), quien); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("refused", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			s.Rechazado(b.Context(), token, auth.CauseSignature)
		}
	})
}

var _ auth.Witness = (*auditoria.Sesiones)(nil)

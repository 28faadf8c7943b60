package carpeta_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// TestAFullCarpetaSaysWhatToDo: each sentence has what is used, what is allowed, and a way to make room.
func TestAFullCarpetaSaysWhatToDo(t *testing.T) {
	quota := carpeta.Cuota{Bytes: 3 << 20, Documentos: 40, Pendientes: 5}
	for name, tc := range map[string]struct {
		used carpeta.Uso
		says []string
	}{
		"documents": {carpeta.Uso{Documentos: 40}, []string{"40 documentos", "de 40 permitidos", "elimine"}},
		"uploads":   {carpeta.Uso{Pendientes: 5}, []string{"5 cargas", "de 5 permitidas", "termínelas o cancélelas"}},
		"bytes":     {carpeta.Uso{Bytes: 2 << 20}, []string{"2.0 MiB no cabe", "2.0 MiB de 3.0 MiB", "Elimine", "más pequeño"}},
	} {
		t.Run(name, func(t *testing.T) {
			const size = 2 << 20
			if quota.Admite(tc.used, size) {
				t.Fatal("it is not full")
			}
			var refusal *fault.Error
			if err := quota.Excedida(tc.used, size); !errors.As(err, &refusal) || refusal.Code != fault.QuotaExceeded {
				t.Fatalf("refused with %v", err)
			}
			for _, part := range tc.says {
				if !strings.Contains(refusal.Mensaje, part) {
					t.Errorf("%q does not say %q", refusal.Mensaje, part)
				}
			}
		})
	}
}

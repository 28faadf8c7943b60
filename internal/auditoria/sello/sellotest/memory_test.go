package sellotest_test

import (
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/sellotest"
)

func TestContract(t *testing.T) {
	sellotest.Run(t, func(*testing.T) (sello.Objects, func() sello.Objects) {
		m := sellotest.NewMemory()
		return m, func() sello.Objects { return m }
	})
}

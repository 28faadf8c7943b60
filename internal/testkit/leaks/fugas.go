package leaks

import (
	"testing"
	"time"

	"go.uber.org/goleak"
)

// paciencia only bounds the wait for a goroutine that never ends.
const paciencia = 2 * time.Minute

// VerificarMain runs a package's tests, and fails if they leave a goroutine behind.
func VerificarMain(m *testing.M) { goleak.VerifyTestMain(paciente{m}) }

type paciente struct{ m *testing.M }

func (p paciente) Run() int {
	codigo := p.m.Run()
	if codigo == 0 { // a test that failed may have left anything
		_ = hastaQueAcaben()
	}
	return codigo
}

// Verificar is the look after one test; opciones name what it may leave behind.
func Verificar(t testing.TB, opciones ...goleak.Option) {
	t.Helper()
	if err := hastaQueAcaben(opciones...); err != nil {
		t.Error(err)
	}
}

func hastaQueAcaben(opciones ...goleak.Option) (err error) {
	for limite := time.Now().Add(paciencia); ; {
		if err = goleak.Find(opciones...); err == nil || time.Now().After(limite) {
			return err
		}
	}
}

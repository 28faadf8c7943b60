package eliminacion_test

import (
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// TestMessagesOfFailuresAreTrue: a store that answered is not said to be silent,
// and nobody is promised a try that does not come.
func TestMessagesOfFailuresAreTrue(t *testing.T) {
	for codigo := range fault.Table {
		for paso, almacen := range map[eliminacion.Paso]string{eliminacion.MinioCleanup: "archiv", eliminacion.MetadataCleanup: "metadatos"} {
			m := eliminacion.MensajeDe(paso, codigo)
			if strings.Contains(m, "de nuevo") != fault.Transient(fault.New(codigo, "")) {
				t.Errorf("%s %s: %s", paso, codigo, m)
			}
			silencio := codigo == fault.Unavailable || codigo == fault.RateLimited
			if strings.Contains(m, "no respondió") != silencio || silencio && !strings.Contains(m, almacen) {
				t.Errorf("%s %s: %s", paso, codigo, m)
			}
		}
	}
	if m := eliminacion.MensajeDe(eliminacion.MinioCleanup, fault.Conflict); m != "El archivo cambió mientras se borraba; se intentará de nuevo." {
		t.Error(m)
	}
}

// TestEachStepSaysItsMessagesAndTexts: a queue takes the command of each step, and the coordinators' queue its success.
func TestEachStepSaysItsMessagesAndTexts(t *testing.T) {
	end := len(eliminacion.Pasos) - 1
	for i, paso := range append(eliminacion.Pasos[:end:end], eliminacion.Aprobacion) {
		d := eliminacion.DatosDe(paso)
		if d.Objeto == "" || d.Almacen == "" {
			t.Errorf("%s says nothing of its failures: %+v", paso, d)
		}
		if _, taken := broker.QueueFor(d.Orden); !taken {
			t.Errorf("%s: no queue takes %q", paso, d.Orden)
		}
		q, taken := broker.QueueFor(d.Exito)
		if own := i == 0 || paso == eliminacion.Aprobacion; own != (d.Exito == "") || taken && q.Name != broker.DeletionQueue || !own && !taken {
			t.Errorf("%s: its success %q goes to %q", paso, d.Exito, q.Name)
		}
		e := eliminacion.Eliminacion{Estado: eliminacion.Fallida, Paso: paso}
		if e.FallidaSinArchivo() != (d.Resto != "") {
			t.Errorf("%s failed without its file: %v, and what is left is %q", paso, e.FallidaSinArchivo(), d.Resto)
		}
	}
}

package operacion_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

// atrasar writes n deletions of an operador that are due, and that nobody takes.
func (k *taller) atrasar(operadorID string, n int, desde time.Time) {
	k.t.Helper()
	c, ds := k.nuevaCarpeta(operadorID, n+1) // the last one is certified
	for _, d := range ds[:n] {
		exigir(k.t, k.Store.Iniciar(k.t.Context(), eliminacion.Eliminacion{
			EventoID: world.NewID(), CarpetaID: c.CarpetaID, DocumentoID: d.DocumentoID, OperadorID: operadorID, StoragePath: d.StoragePath,
			Estado: eliminacion.Iniciada, Paso: eliminacion.MinioCleanup, Secuencia: 1, SolicitadaEn: desde, NoAntesDe: desde,
		}, world.Hecho()))
	}
}

func TestTheBacklogIsShownToThemOnly(t *testing.T) {
	k := newWorkshop(t, 1, sinReintentos)
	largo := string(make([]byte, 129))
	for nombre, c := range map[string]struct {
		quien  auth.Principal
		pedido string
		quiere fault.Code
	}{
		"another operador":       {operador("op-b"), "op-a", fault.Forbidden},
		"an operador, all":       {auth.Principal{Sub: "f", Roles: []auth.Role{auth.Operador}}, "", fault.Forbidden},
		"a citizen":              {k.dueno, "", fault.Forbidden},
		"a citizen of theirs":    {k.dueno, "op-1", fault.Forbidden},
		"a name that is no name": {auditor, largo, fault.BadUserInput},
	} {
		_, err := k.Operacion.Atraso(t.Context(), c.quien, c.pedido)
		if fault.CodeOf(err) != c.quiere {
			t.Errorf("atraso, %s: %v, want %s", nombre, err, c.quiere)
		}
	}
	_, err := k.Operacion.Atraso(t.Context(), auditor, "")
	exigirCodigo(t, err, fault.BadUserInput) // one at a time
}

func TestBacklogByStateAndAge(t *testing.T) {
	k := newWorkshop(t, 31, sinReintentos)
	k.variadas(30)                                  // one a minute, the newest a minute old; of five: 1 COMPLETADA, 1 FALLIDA, 1 COMPENSANDO, 2 INICIADA
	k.atrasar("op-1", 1, time.Now().Add(time.Hour)) // a clock that is ahead
	antiguo := documento.Milisegundos(time.Now().Add(-8 * 24 * time.Hour))
	k.atrasar("op-1", 1, antiguo)
	k.atrasar("op-1", 2, time.Now().Add(-50*time.Hour))
	k.atrasar("op-2", 5, antiguo)
	as, err := k.Operacion.Atraso(t.Context(), operador("op-1"), "")
	exigir(t, err)
	got := map[eliminacion.EstadoSaga]string{}
	for _, a := range as {
		got[a.Estado] = fmt.Sprint(a.Total, a.Acotado, a.Edades)
	}
	want := map[eliminacion.EstadoSaga]string{
		eliminacion.Iniciada:    "16 false [{MINUTO 1} {HORA 12} {DIA 0} {SEMANA 2} {MAYOR 1}]",
		eliminacion.Compensando: "6 false [{MINUTO 0} {HORA 6} {DIA 0} {SEMANA 0} {MAYOR 0}]",
		eliminacion.Fallida:     "6 false [{MINUTO 0} {HORA 6} {DIA 0} {SEMANA 0} {MAYOR 0}]",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if en := as[0].MasAntigua; en == nil || !en.Equal(antiguo) {
		t.Errorf("the oldest was asked for at %v, want %s", en, antiguo)
	}
	if as, err := k.Operacion.Atraso(t.Context(), auditor, "op-3"); err != nil || as[0].Total != 0 || as[0].MasAntigua != nil {
		t.Errorf("of an operador without any: %v, %v", as, err)
	}
}

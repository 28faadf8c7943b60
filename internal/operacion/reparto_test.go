package operacion_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/operacion"
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

func (k *taller) reparto(quien auth.Principal, operadorID string) operacion.Reparto {
	k.t.Helper()
	r, err := k.Operacion.Reparto(k.t.Context(), quien, operadorID)
	exigir(k.t, err)
	return r
}

func TestSharesOfOperadores(t *testing.T) {
	k := newWorkshop(t, 1, sinReintentos)
	hace := documento.Milisegundos(time.Now().Add(-time.Hour))
	k.atrasar("op-a", 3, hace)
	k.atrasar("op-b", 1, hace)
	for range 4 {
		k.Board.Completada("op-a", world.NewID())
	}
	k.Board.Completada("op-b", world.NewID())
	k.Board.Completada("op-c", world.NewID()) // nothing of it waits
	a := operacion.Parte{OperadorID: "op-a", Peso: 1, EnEspera: 3, EnEsperaDesde: &hace, Completadas: 4}
	b := operacion.Parte{OperadorID: "op-b", Peso: 1, EnEspera: 1, EnEsperaDesde: &hace, Completadas: 1}
	casos := map[string]struct {
		quien  auth.Principal
		pedido string
		quiere []operacion.Parte
		indice *float64
	}{
		"an auditor, all":               {auditor, "", []operacion.Parte{a, b}, puntero(25.0 / 34)},
		"an auditor, one":               {auditor, "op-b", []operacion.Parte{b}, nil},
		"an auditor, one without work":  {auditor, "op-c", []operacion.Parte{{OperadorID: "op-c", Peso: 1, Completadas: 1}}, nil},
		"an auditor, one that is none":  {auditor, "nadie", []operacion.Parte{{OperadorID: "nadie", Peso: 1}}, nil},
		"an operador sees itself":       {operador("op-a"), "", []operacion.Parte{a}, nil},
		"an operador that names itself": {operador("op-a"), "op-a", []operacion.Parte{a}, nil},
	}
	for nombre, c := range casos {
		r := k.reparto(c.quien, c.pedido)
		if diff := cmp.Diff(c.quiere, r.Operadores); diff != "" {
			t.Errorf("%s (-want +got):\n%s", nombre, diff)
		}
		if diff := cmp.Diff(c.indice, r.Indice(), cmpopts.EquateApprox(0, 1e-9)); diff != "" {
			t.Errorf("%s: index (-want +got):\n%s", nombre, diff)
		}
		if r.Incompleto || r.Desde.IsZero() || r.Desde.After(time.Now()) {
			t.Errorf("%s: incompleto %t, desde %s", nombre, r.Incompleto, r.Desde)
		}
	}
}

func TestSharesAreShownToThemOnly(t *testing.T) {
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
		_, err := k.Operacion.Reparto(t.Context(), c.quien, c.pedido)
		if fault.CodeOf(err) != c.quiere {
			t.Errorf("reparto, %s: %v, want %s", nombre, err, c.quiere)
		}
		_, err = k.Operacion.Atraso(t.Context(), c.quien, c.pedido)
		if fault.CodeOf(err) != c.quiere {
			t.Errorf("atraso, %s: %v, want %s", nombre, err, c.quiere)
		}
	}
	_, err := k.Operacion.Atraso(t.Context(), auditor, "")
	exigirCodigo(t, err, fault.BadUserInput) // one at a time
}

func TestIndexOfShares(t *testing.T) {
	parte := func(peso, enEspera, completadas int) operacion.Parte {
		return operacion.Parte{Peso: peso, EnEspera: enEspera, Completadas: completadas}
	}
	for nombre, c := range map[string]struct {
		partes []operacion.Parte
		quiere *float64
	}{
		"nobody":                      {nil, nil},
		"one":                         {[]operacion.Parte{parte(1, 5, 9)}, nil},
		"equal":                       {[]operacion.Parte{parte(1, 5, 9), parte(1, 7, 9)}, puntero(1.0)},
		"one has everything":          {[]operacion.Parte{parte(1, 5, 9), parte(1, 7, 0)}, puntero(0.5)},
		"by weight":                   {[]operacion.Parte{parte(2, 5, 18), parte(1, 7, 9)}, puntero(1.0)},
		"who waits for nothing":       {[]operacion.Parte{parte(1, 5, 9), parte(1, 7, 9), parte(1, 0, 1)}, puntero(1.0)},
		"nothing was done":            {[]operacion.Parte{parte(1, 5, 0), parte(1, 7, 0)}, nil},
		"only one of two has to wait": {[]operacion.Parte{parte(1, 5, 1), parte(1, 0, 100)}, nil},
	} {
		got := operacion.Reparto{Operadores: c.partes}.Indice()
		if diff := cmp.Diff(c.quiere, got, cmpopts.EquateApprox(0, 1e-9)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", nombre, diff)
		}
	}
}

// A hundred operadores are shown; somebody is told that there are more.
func TestSharesAreBounded(t *testing.T) {
	k := newWorkshop(t, 1, sinReintentos)
	for i := range 101 {
		k.atrasar(fmt.Sprintf("op-%03d", i), 1, time.Now())
	}
	r := k.reparto(auditor, "")
	if len(r.Operadores) != 100 || !r.Incompleto || r.Operadores[0].OperadorID != "op-000" {
		t.Errorf("%d operadores from %q on, incompleto %t", len(r.Operadores), r.Operadores[0].OperadorID, r.Incompleto)
	}
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

// TestSharesArePaidByWhatIsCounted: a hundred operadores with long backlogs are a hundred thousand keys: 30 ms of the
// processor, or some 2,000 units of reading.
func TestSharesArePaidByWhatIsCounted(t *testing.T) {
	k := newWorkshop(t, 1, sinReintentos)
	k.atrasar("op-a", 60, documento.Milisegundos(time.Now().Add(-time.Hour)))
	for operadorID, quiere := range map[string]int{"op-a": 12, "op-b": 0} {
		ctx, tab := quota.WithTab(t.Context(), 1000)
		_, err := k.Operacion.Reparto(ctx, auditor, operadorID)
		exigir(t, err)
		if tab.Spent() != quiere {
			t.Errorf("%s was counted for %d, want %d", operadorID, tab.Spent(), quiere)
		}
	}
}

package e2e_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// lineaReconcile is any line of carpeta reconcile -o json.
type lineaReconcile struct {
	Linea, Tipo, Motivo, CarpetaID, DocumentoID, Accion, Modo string
	Inconsistencias, Documentos, Objetos                      int64
	Completo                                                  bool
}

// reconciliar runs the command and demands an exit code; it returns findings,
// repairs and the summary.
func reconciliar(t *testing.T, casa *serverkit.House, codigo int, args ...string) (hallazgos, reparaciones []lineaReconcile, resumen lineaReconcile) {
	t.Helper()
	s := casa.Run(t, append([]string{"reconcile", "-o", "json", "--rate", "0"}, args...)...)
	if s.Code != codigo {
		t.Fatalf("carpeta reconcile %v: exit code %d, want %d\n%s%s", args, s.Code, codigo, s.Out, s.Err)
	}
	for d := json.NewDecoder(strings.NewReader(s.Out)); d.More(); {
		var l lineaReconcile
		if err := d.Decode(&l); err != nil {
			t.Fatal(err)
		}
		switch l.Linea {
		case "hallazgo":
			hallazgos = append(hallazgos, l)
		case "reparacion":
			reparaciones = append(reparaciones, l)
		default:
			resumen = l
		}
	}
	return hallazgos, reparaciones, resumen
}

// TestReconciliar: what is missing or left over is found, repaired through sagas,
// and then there is nothing left to find.
func TestReconciliar(t *testing.T) {
	enAmbos(t, func(t *testing.T, p serverkit.Profile) {
		casa := serverkit.NewHouse(t, p)
		mia := casa.Seed(t, "--carpetas", "2", "--documentos", "30", "--archivos")[0]
		if h, _, r := reconciliar(t, casa, 0); len(h) > 0 || r.Documentos != 60 || r.Objetos != 60 || !r.Completo || r.Modo != "dry-run" {
			t.Fatalf("clean stores: %+v, %+v", h, r)
		}
		b := abrirBodega(t, casa)
		perdido, sobra := b.libre(t, mia), uuid.NewString()
		b.quitar(t, mia.CarpetaID, perdido)
		b.dejar(t, mia.CarpetaID, sobra)
		quiere := map[string]string{perdido: "METADATOS_SIN_OBJETO", sobra: "OBJETO_SIN_METADATOS"}
		exigirHallazgos(t, casa, quiere, "--dry-run")
		exigirHallazgos(t, casa, quiere, "--carpeta", mia.CarpetaID)
		exigirHallazgos(t, casa, quiere, "--repair", "--max-repairs", "0")

		if p == serverkit.Distributed { // a server carries the sagas out
			casa.With("CARPETA_SWEEP_INTERVAL=200ms").Start(t)
		}
		_, rs, r := reconciliar(t, casa, 0, "--repair")
		if len(rs) != 2 || rs[0].Accion != "SAGA_INICIADA" || rs[1].Accion != "SAGA_INICIADA" || r.Inconsistencias != 0 {
			t.Fatalf("repairs: %+v, %+v", rs, r)
		}
		serverkit.WaitFor(t, pronto, "a clean walk", func() bool {
			s := casa.Run(t, "reconcile", "--rate", "0")
			return s.Code == 0
		})
		if _, _, r := reconciliar(t, casa, 0); r.Documentos != 59 || r.Objetos != 59 {
			t.Errorf("after the repair: %+v", r)
		}
	})
}

func exigirHallazgos(t *testing.T, casa *serverkit.House, quiere map[string]string, args ...string) {
	t.Helper()
	h, _, r := reconciliar(t, casa, 3, args...)
	if len(h) != len(quiere) || r.Inconsistencias != int64(len(quiere)) {
		t.Fatalf("%v: %+v, %+v, want %v", args, h, r, quiere)
	}
	for _, l := range h {
		if quiere[l.DocumentoID] != l.Tipo {
			t.Errorf("%v: %+v, want %v", args, l, quiere)
		}
	}
}

// TestReconciliarConfiguracionEquivocada: the wrong tables or bucket are an error
// that says so, and nothing is touched.
func TestReconciliarConfiguracionEquivocada(t *testing.T) {
	t.Parallel()
	casa := serverkit.NewHouse(t, serverkit.Distributed)
	mia := casa.Seed(t, "--carpetas", "1", "--documentos", "25", "--archivos")[0]
	antes := objetos(t, casa, mia.CarpetaID)
	sinTablas := casa.With("CARPETA_DYNAMODB_TABLE_PREFIX=otro-" + casa.Bucket + "-")
	rechaza := func(c *serverkit.House, texto string, args ...string) {
		t.Helper()
		s := c.Run(t, append([]string{"reconcile", "-o", "json", "--rate", "0"}, args...)...)
		if s.Code != 1 || !strings.Contains(s.Err, texto) || strings.Contains(s.Out, `"reparacion"`) {
			t.Errorf("reconcile %v: want exit code 1 and %q: %+v", args, texto, s)
		}
	}
	sinAPI := casa.With("CARPETA_CURSOR_KEYS=", "CARPETA_AUTH_ISSUER=") // as a job has it that serves nobody
	sinAPI.MustRun(t, "bootstrap")
	sinAPI.With("CARPETA_AMQP_URL=").MustRun(t, "reconcile")
	rechaza(sinTablas, "carpeta bootstrap")
	rechaza(casa.With("CARPETA_S3_BUCKET=no-existe-"+casa.Bucket), "does not exist")
	otras := casa.With("CARPETA_DYNAMODB_TABLE_PREFIX=otro-" + casa.Bucket + "-")
	otras.MustRun(t, "bootstrap") // tables, but empty ones
	// The files are too young to be judged without a carpeta: still the tables are suspect.
	rechaza(otras, "the tables hold no carpeta", "--repair")
	rechaza(otras, "the tables hold no carpeta", "--dry-run")
	vacio := casa.With("CARPETA_S3_BUCKET=vacio-" + casa.Bucket)
	vacio.MustRun(t, "bootstrap")
	rechaza(vacio, "25 of 25 documents have no file", "--repair")
	if hay := objetos(t, casa, mia.CarpetaID); len(hay) != len(antes) || len(hay) != 25 {
		t.Errorf("%d objects, %d before", len(hay), len(antes))
	}
	if _, _, r := reconciliar(t, casa, 0); r.Documentos != 25 {
		t.Errorf("afterwards: %+v", r)
	}
}

// TestReconciliarConServidor: a server has the data folder; the command says what to do.
func TestReconciliarConServidor(t *testing.T) {
	t.Parallel()
	casa := serverkit.NewHouse(t, serverkit.Embedded)
	casa.Seed(t, "--carpetas", "1", "--documentos", "3", "--archivos")
	casa.Start(t)
	if s := casa.Run(t, "reconcile"); s.Code != 1 || !strings.Contains(s.Err, "CARPETA_RECONCILE_INTERVAL") {
		t.Errorf("%+v", s)
	}
}

// TestReconciliarDeFondo: the servers walk by themselves, tell what they find at
// /metrics, every one the same, and repair nothing.
func TestReconciliarDeFondo(t *testing.T) {
	enAmbos(t, func(t *testing.T, p serverkit.Profile) {
		casa := serverkit.NewHouse(t, p)
		mia := casa.Seed(t, "--carpetas", "1", "--documentos", "5", "--archivos")[0]
		sobra := uuid.NewString()
		abrirBodega(t, casa).dejar(t, mia.CarpetaID, sobra)
		seguida := casa.With("CARPETA_RECONCILE_INTERVAL=1s", "CARPETA_RECONCILE_RATE=1000")
		servidores := []*serverkit.Server{seguida.Start(t)}
		if p == serverkit.Distributed {
			servidores = append(servidores, seguida.Start(t))
		}
		for _, s := range servidores {
			serverkit.WaitFor(t, pronto, "the file is told of", func() bool {
				_, texto := s.Admin(t, "/metrics")
				return strings.Contains(texto, "carpeta_reconcile_inconsistencies{tipo=\"OBJETO_SIN_METADATOS\"} 1\n") &&
					strings.Contains(texto, "carpeta_reconcile_inconsistencies{tipo=\"CONTADOR_DESVIADO\"} 0\n") &&
					strings.Contains(texto, "carpeta_reconcile_last_completed_timestamp_seconds ")
			})
		}
		if hay := objetos(t, casa, mia.CarpetaID); len(hay) != 6 {
			t.Errorf("%d objects: the walk must not repair", len(hay))
		}
	})
}

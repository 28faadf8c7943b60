package e2e_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// TestMetricsAndLogAfterAnEliminacion: the figures and log lines after a deletion; and the data that operators must
// not see.
func TestMetricsAndLogAfterAnEliminacion(t *testing.T) {
	onBothWays(t, func(t *testing.T, house *serverkit.House) {
		house = house.With("CARPETA_LOG_LEVEL=debug")
		mine := house.Seed(t, "--carpetas", "1", "--documentos", "20", "--archivos")[0]
		s := house.Start(t)
		c := s.Client(t, mine.CiudadanoID, "ciudadano")
		if status, body := s.Admin(t, "/livez"); status != 200 || body != "ok" {
			t.Errorf("/livez: %d %s", status, body)
		}
		found := allFilas(t, c, mine.CarpetaID)
		for _, f := range found {
			downloadWell(t, f)
		}
		const count = 3
		for _, id := range deletable(found)[:count] {
			untilEstado(t, c, deleteDocumento(t, c, id, 0).EventoID, "COMPLETADA", soon)
		}
		c.MustPost(t, pageQuery, obj{"id": mine.CarpetaID, "after": "un-cursor-malo"})
		serverkit.Client{URL: s.URL, Token: "un.token.malo"}.MustPost(t, pageQuery, nil)
		uploadAndConfirmar(t, c, mine.CarpetaID, []byte("contenido privado"))
		found["subido"] = fila{Titulo: "Acta de matrimonio"}

		checkMetrics(t, s, count)
		keepsQuiet(t, s.Log(), c, mine, found)
	})
}

// checkMetrics are the four of S-0004, and this server's own. Some are counted a moment after what they count.
func checkMetrics(t *testing.T, s *serverkit.Server, count float64) {
	t.Helper()
	var wrong []string
	defer func() {
		if t.Failed() {
			t.Logf("metrics: %q", wrong)
		}
	}()
	serverkit.WaitFor(t, soon, "the metrics", func() bool {
		wrong = wrongMetrics(t, s, count)
		return len(wrong) == 0
	})
}

// wrongMetrics are those that are not there, or not as they should be after so many deletions.
func wrongMetrics(t *testing.T, s *serverkit.Server, count float64) (wrong []string) {
	t.Helper()
	status, text := s.Admin(t, "/metrics")
	if status != 200 {
		t.Fatalf("/metrics: %d %s", status, text)
	}
	ofItsWay := `documento_deletion_direct_total\{resultado="ejecutada"\}` // a slow one goes by the queues
	if s.House.Way() == serverkit.ByQueues {
		ofItsWay = `documento_deletion_events_published_total\{tipo="documento.deletion.requested"\}`
	}
	for pattern, valid := range map[string]func(float64) bool{
		ofItsWay: func(v float64) bool { return v >= 1 },
		`carpeta_outbox_dispatched_total\{operador="[^"]+"\}`:                   func(v float64) bool { return v >= count },
		`documento_deletion_sagas_completed_total\{estado="COMPLETADA"\}`:       func(v float64) bool { return v == count },
		`documento_deletion_saga_duration_seconds_count\{estado="COMPLETADA"\}`: func(v float64) bool { return v == count },
		`documento_deletion_saga_duration_seconds_sum\{estado="COMPLETADA"\}`:   func(v float64) bool { return v > 0 && v < recovery.Seconds() },
		`rabbitmq_dlq_messages\{queue="documento.deletion.dlq"\}`:               func(v float64) bool { return v == 0 },
		`rabbitmq_dlq_messages\{queue="minio.cleanup.dlq"\}`:                    func(v float64) bool { return v == 0 },
		`rabbitmq_dlq_messages\{queue="metadata.cleanup.dlq"\}`:                 func(v float64) bool { return v == 0 },
		`carpeta_requests_total\{codigo="OK",operacion="mutation"\}`:            func(v float64) bool { return v >= count },
		`carpeta_mutation_duration_seconds_count\{mutacion="deleteDocumento"\}`: func(v float64) bool { return v == count },
		`carpeta_query_duration_seconds_count\{consulta="Carpeta.documentos"\}`: func(v float64) bool { return v >= 1 },
		`carpeta_store_calls_total\{operacion="[^"]+"\}`:                        func(v float64) bool { return v > 0 },
	} {
		m := regexp.MustCompile(`(?m)^` + pattern + ` (\S+)$`).FindStringSubmatch(text)
		if m == nil {
			wrong = append(wrong, pattern)
			continue
		}
		if v, err := strconv.ParseFloat(m[1], 64); err != nil || !valid(v) {
			wrong = append(wrong, m[0])
		}
	}
	if s.House.Profile == serverkit.Distributed && !regexp.MustCompile(`(?m)^carpeta_store_consumed_capacity_units_total\{operacion="[^"]+"\} [1-9]`).MatchString(text) {
		wrong = append(wrong, "no consumed capacity")
	}
	return wrong
}

// keepsQuiet: the log has lines, and none of them says who, what, or how to be them.
func keepsQuiet(t *testing.T, log string, c serverkit.Client, mine serverkit.Seeded, found map[string]fila) {
	t.Helper()
	if !strings.Contains(log, `"msg":"request"`) {
		t.Errorf("the log at level debug has no requests:\n%s", log)
	}
	secrets := []string{c.Token, c.Token[:20], strings.Split(c.Token, ".")[2], "un.token.malo", "un-cursor-malo", mine.CiudadanoID, "X-Amz-Signature", "firma="}
	for _, f := range found {
		secrets = append(secrets, f.Titulo)
	}
	for _, secret := range secrets {
		if strings.Contains(log, secret) {
			t.Errorf("the log has %q", secret)
		}
	}
}

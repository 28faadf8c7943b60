package e2e_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// TestMetricasYRegistro: what operators see after a deletion, and what they must
// not see.
func TestMetricasYRegistro(t *testing.T) {
	enAmbos(t, func(t *testing.T, p serverkit.Profile) {
		casa := serverkit.NewHouse(t, p).With("CARPETA_LOG_LEVEL=debug")
		mia := casa.Seed(t, "--carpetas", "1", "--documentos", "20", "--archivos")[0]
		s := casa.Start(t)
		c := s.Client(t, mia.CiudadanoID, "ciudadano")
		if estado, cuerpo := s.Admin(t, "/livez"); estado != 200 || cuerpo != "ok" {
			t.Errorf("/livez: %d %s", estado, cuerpo)
		}
		hay := todos(t, c, mia.CarpetaID)
		for _, f := range hay {
			bajarBien(t, f)
		}
		const cuantos = 3
		for _, id := range borrables(hay)[:cuantos] {
			hastaEstado(t, c, borrar(t, c, id, 0).EventoID, "COMPLETADA", pronto)
		}
		c.MustPost(t, consultaPagina, obj{"id": mia.CarpetaID, "after": "un-cursor-malo"})
		serverkit.Client{URL: s.URL, Token: "un.token.malo"}.MustPost(t, consultaPagina, nil)
		subirYConfirmar(t, c, mia.CarpetaID, []byte("contenido privado"))
		hay["subido"] = fila{Titulo: "Acta de matrimonio"}

		metricas(t, s, cuantos)
		callado(t, s.Log(), c, mia, hay)
	})
}

// metricas are the four of S-0004, and what this server adds.
func metricas(t *testing.T, s *serverkit.Server, cuantos float64) {
	t.Helper()
	estado, texto := s.Admin(t, "/metrics")
	if estado != 200 {
		t.Fatalf("/metrics: %d %s", estado, texto)
	}
	for patron, valido := range map[string]func(float64) bool{
		`documento_deletion_events_published_total\{tipo="documento.minio.cleanup"\}`:        func(v float64) bool { return v >= cuantos },
		`documento_deletion_sagas_completed_total\{estado="COMPLETADA"\}`:                    func(v float64) bool { return v == cuantos },
		`documento_deletion_saga_duration_seconds_count\{estado="COMPLETADA"\}`:              func(v float64) bool { return v == cuantos },
		`documento_deletion_saga_duration_seconds_sum\{estado="COMPLETADA"\}`:                func(v float64) bool { return v > 0 && v < recuperacion.Seconds() },
		`rabbitmq_dlq_messages\{queue="documento.deletion.dlq"\}`:                            func(v float64) bool { return v == 0 },
		`rabbitmq_dlq_messages\{queue="minio.cleanup.dlq"\}`:                                 func(v float64) bool { return v == 0 },
		`rabbitmq_dlq_messages\{queue="metadata.cleanup.dlq"\}`:                              func(v float64) bool { return v == 0 },
		`carpeta_graphql_request_duration_seconds_count\{codigo="OK",operacion="mutation"\}`: func(v float64) bool { return v >= cuantos },
		`carpeta_store_calls_total\{operacion="[^"]+"\}`:                                     func(v float64) bool { return v > 0 },
	} {
		m := regexp.MustCompile(`(?m)^` + patron + ` (\S+)$`).FindStringSubmatch(texto)
		if m == nil {
			t.Errorf("no metric %s", patron)
			continue
		}
		if v, err := strconv.ParseFloat(m[1], 64); err != nil || !valido(v) {
			t.Errorf("%s is %s", patron, m[1])
		}
	}
	if s.House.Profile == serverkit.Distributed && !regexp.MustCompile(`(?m)^carpeta_store_consumed_capacity_units_total\{operacion="[^"]+"\} [1-9]`).MatchString(texto) {
		t.Error("no consumed capacity")
	}
}

// callado: the log has lines, and none of them says who, what, or how to be them.
func callado(t *testing.T, registro string, c serverkit.Client, mia serverkit.Seeded, hay map[string]fila) {
	t.Helper()
	if !strings.Contains(registro, `"msg":"request"`) {
		t.Errorf("the log at level debug has no requests:\n%s", registro)
	}
	secretos := []string{c.Token, c.Token[:20], strings.Split(c.Token, ".")[2], "un.token.malo", "un-cursor-malo", mia.CiudadanoID, "X-Amz-Signature", "firma="}
	for _, f := range hay {
		secretos = append(secretos, f.Titulo)
	}
	for _, secreto := range secretos {
		if strings.Contains(registro, secreto) {
			t.Errorf("the log has %q", secreto)
		}
	}
}

// TestTokenVence: a subscription lasts no longer than its token.
func TestTokenVence(t *testing.T) {
	enAmbos(t, func(t *testing.T, p serverkit.Profile) {
		casa := serverkit.NewHouse(t, p)
		mia := casa.Seed(t, "--carpetas", "1", "--documentos", "3")[0]
		s := casa.Start(t)
		largo := s.Client(t, mia.CiudadanoID, "ciudadano")
		b := borrar(t, largo, borrables(todos(t, largo, mia.CarpetaID))[0], 600)
		v := obj{"id": b.EventoID}
		corto := serverkit.Client{URL: s.URL, Token: casa.Token(t, mia.CiudadanoID, "ciudadano", "", 2*time.Second)} // and half a minute's grace
		ws, sse := serverkit.WebSocket(t, corto, suscripcionUna, v), serverkit.SSE(t, corto, suscripcionUna, v)
		if _, fin := ws.UntilEnd(t, pronto); fin.CloseCode != 4403 {
			t.Errorf("WebSocket: %+v", fin)
		}
		if _, fin := sse.UntilEnd(t, pronto); len(fin.Errors) != 1 || fin.Errors[0].Extensions.Code != "UNAUTHENTICATED" {
			t.Errorf("SSE: %+v", fin)
		}
	})
}

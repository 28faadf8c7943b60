package e2e_test

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

var otelcol = flag.String("otelcol", "", "a collector of OpenTelemetry (tools/collector) that takes the traces of a story; empty: the tests' own is enough")

const otelcolConfig = `yaml:{receivers: {otlp: {protocols: {http: {endpoint: "127.0.0.1:%d"}}}}, exporters: {debug: {verbosity: detailed}},
  service: {telemetry: {metrics: {level: none}}, pipelines: {traces: {receivers: [otlp], exporters: [debug]}}}}`

// TestARealCollectorTakesTheTraces: OpenTelemetry's own reads what this server sends, and finds nothing wrong with it.
func TestARealCollectorTakesTheTraces(t *testing.T) {
	if *otelcol == "" {
		t.Skip("no collector was given: make test-trazas builds one")
	}
	ports, err := services.FreePorts(1)
	must(t, err)
	out, err := os.Create(filepath.Join(t.TempDir(), "otelcol.log"))
	must(t, err)
	defer out.Close()
	cmd := exec.Command(*otelcol, "--config", fmt.Sprintf(otelcolConfig, ports[0]))
	cmd.Stdout, cmd.Stderr = out, out
	must(t, services.StartChild(cmd))
	defer func() { _ = cmd.Process.Kill(); _ = cmd.Wait() }()
	took := func() string {
		text, _ := os.ReadFile(out.Name())
		return string(text)
	}
	defer func() {
		if t.Failed() {
			t.Logf("the collector says:\n%.4000s", took())
		}
	}()
	serverkit.WaitFor(t, soon, "the collector", func() bool { return strings.Contains(took(), "Everything is ready") })

	house := serverkit.NewHouse(t, serverkit.Distributed)
	mine := house.Seed(t, "--carpetas", "1", "--documentos", "20", "--archivos")[0]
	s := house.With(fmt.Sprintf("CARPETA_TRAZAS_URL=http://127.0.0.1:%d/v1/traces", ports[0]), "OTEL_BSP_SCHEDULE_DELAY=100").Start(t)
	c := s.Client(t, mine.CiudadanoID, "ciudadano")
	free := deletable(allFilas(t, c, mine.CarpetaID))[0]
	c.Traceparent = traceparent
	untilEstado(t, c, deleteDocumento(t, c, free, 0).EventoID, "COMPLETADA", recovery)
	for _, want := range []string{browsersTrace, "Mutation.deleteDocumento", "DynamoDB.TransactWriteItems", "publish documento.events", "service.name: Str(carpeta)", "aws.dynamodb"} {
		serverkit.WaitFor(t, soon, want+" at the collector", func() bool { return strings.Contains(took(), want) })
	}
	if strings.Contains(s.Log(), "traces cannot be sent") {
		t.Error("the collector refused something")
	}
}

package config_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/config"
)

func TestReconcile(t *testing.T) {
	id := "0190a000-0000-7000-8000-000000000001"
	c := good(t, nil, "reconciliacion", "ejecutar")
	if diff := cmp.Diff(config.Reconcile{Output: "text", Rate: -1, MaxRepairs: 100}, c.Reconcile); diff != "" {
		t.Errorf("defaults: %s", diff)
	}
	if c.Name != config.CmdReconcile || c.Config.ReconcileRate != 20 {
		t.Errorf("command %s, rate %v", c.Name, c.Config.ReconcileRate)
	}
	c = good(t, []string{"CARPETA_RECONCILE_RATE=3", "CARPETA_RECONCILE_INTERVAL=0"}, "reconciliacion", "ejecutar", "--reparar", "-o", "json", "--carpeta", id, "--ritmo", "0", "--maximo=7", "--forzar")
	if diff := cmp.Diff(config.Reconcile{Repair: true, Output: "json", Carpeta: id, MaxRepairs: 7, Force: true}, c.Reconcile); diff != "" {
		t.Error(diff)
	}
	if c.Config.ReconcileRate != 3 || c.Config.ReconcileInterval != 0 {
		t.Errorf("rate %v, interval %v", c.Config.ReconcileRate, c.Config.ReconcileInterval)
	}
	good(t, distributed[:1], "reconciliacion", "ejecutar", "--s3-endpoint=https://s3.example.org", "--s3-access-key=a", "--s3-secret-key=b")
	for text, args := range map[string][]string{
		"exclude each other; give one":    {"--simular", "--reparar"},
		"--carpeta, --operador and":       {"--carpeta", id, "--operador", "op"},
		"--operador and --seguir exclude": {"--operador", "op", "--seguir"},
		"is not a UUID":                   {"--carpeta", "x"},
		"--maximo: -1":                    {"--maximo=-1"},
		"--ritmo: -3":                     {"--ritmo=-3"},
		"--salida must be one of":         {"-o", "xml"},
		"CARPETA_RECONCILE_RATE":          {"--reconcile-rate=0"},
		"CARPETA_RECONCILE_INTERVAL":      {"--reconcile-interval=-1s"},
	} {
		if _, _, err := parse(t, nil, append([]string{"reconciliacion", "ejecutar"}, args...)...); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%v: %v, want %q", args, err, text)
		}
	}
	if _, _, err := parse(t, distributed[:1], "reconciliacion", "ejecutar"); err == nil || !strings.Contains(err.Error(), "CARPETA_S3_ENDPOINT") {
		t.Errorf("without S3: %v", err)
	}
}

package config_test

import (
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/config"
)

func TestConfigPrints(t *testing.T) {
	c, output, err := parse(t, distributed, "config", "--addr", "127.0.0.1:9")
	if err != nil || c.Name != config.CmdConfig {
		t.Fatal(c.Name, err)
	}
	for _, want := range [][2]string{
		{"CARPETA_ADDR=127.0.0.1:9", "# flag"}, {"CARPETA_PROFILE=distributed", "# env"}, {"CARPETA_WINDOW=1024", "# default"},
		{"CARPETA_S3_SECRET_KEY='(hidden)'", "# env"}, {"CARPETA_AMQP_URL=amqp://carpeta:xxxxx@mq:5672/", "# env"}, {"CARPETA_RETRY_DELAYS=5s,10s,20s", "# default"},
	} {
		if !hasLine(output, want[0], want[1]) {
			t.Errorf("no line %q %q in\n%s", want[0], want[1], output)
		}
	}
	// It also says what serve would miss.
	if _, output, err := parse(t, distributed[:1], "config"); err == nil || !strings.Contains(output, "CARPETA_PROFILE=distributed") {
		t.Errorf("incomplete: %v\n%s", err, output)
	}
}

// TestConfigPrintsWhatFollowsTheMemoryLimit: a small process has small accounts; what is
// given stays.
func TestConfigPrintsWhatFollowsTheMemoryLimit(t *testing.T) {
	_, output, err := parse(t, distributed, "config", "--memory-limit-mib", "256", "--limit-cache-kib", "16384")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range [][2]string{
		{"CARPETA_MEMORY_LIMIT_MIB=256", "# flag"}, {"CARPETA_LIMIT_READ_ALL_KIB=4096", "# memory"}, {"CARPETA_LIMIT_KEPT_KIB=4096", "# memory"},
		{"CARPETA_LIMIT_CACHE_KIB=16384", "# flag"}, {"CARPETA_LIMIT_BODY=1048576", "# default"},
	} {
		if !hasLine(output, want[0], want[1]) {
			t.Errorf("no line %q %q in\n%s", want[0], want[1], output)
		}
	}
}

func hasLine(output, begin, end string) bool {
	for line := range strings.Lines(output) {
		if strings.HasPrefix(line, begin+" ") && strings.HasSuffix(strings.TrimSpace(line), end) {
			return true
		}
	}
	return false
}

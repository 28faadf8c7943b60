package cli_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/cli"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
)

func TestLogWritesDurations(t *testing.T) {
	var out bytes.Buffer
	cli.NewLog(config.Config{LogLevel: "info", LogFormat: "json"}, &out).Info("stopping", "plazo", 2500*time.Millisecond)
	if !strings.Contains(out.String(), `"plazo":"2.5s"`) {
		t.Error(out.String())
	}
}

// TestLogNamesTheTrace: of work that belongs to one that is recorded.
func TestLogNamesTheTrace(t *testing.T) {
	var out bytes.Buffer
	log := cli.NewLog(config.Config{LogLevel: "info", LogFormat: "json"}, &out).With("a", 1).WithGroup("g")
	const trace = "0af7651916cd43dd8448eb211c80319c"
	for flags, want := range map[string]bool{"01": true, "00": false, "03": true, "zz": false} {
		out.Reset()
		log.InfoContext(caller.WithTrace(t.Context(), "00-"+trace+"-b7ad6b7169203331-"+flags), "x")
		if strings.Contains(out.String(), `"trace_id":"`+trace+`"`) != want {
			t.Errorf("%s: %s", flags, out.String())
		}
	}
}

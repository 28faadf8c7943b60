package app_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/app"
	"github.com/carpeta-ciudadana/servidor/internal/config"
)

func TestLogWritesDurations(t *testing.T) {
	var out bytes.Buffer
	app.NewLog(config.Config{LogLevel: "info", LogFormat: "json"}, &out).Info("stopping", "plazo", 2500*time.Millisecond)
	if !strings.Contains(out.String(), `"plazo":"2.5s"`) {
		t.Error(out.String())
	}
}

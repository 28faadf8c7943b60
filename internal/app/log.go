package app

import (
	"io"
	"log/slog"
	"os"

	"github.com/carpeta-ciudadana/servidor/internal/config"
)

// NewLog makes the log that the configuration asks for: readable in a
// terminal, JSON elsewhere.
func NewLog(cfg config.Config, w io.Writer) *slog.Logger {
	var level slog.Level
	_ = level.UnmarshalText([]byte(cfg.LogLevel)) // validated by config
	o := &slog.HandlerOptions{Level: level, ReplaceAttr: legible}
	if cfg.LogFormat == "text" || (cfg.LogFormat == "auto" && isTerminal(w)) {
		return slog.New(slog.NewTextHandler(w, o))
	}
	return slog.New(slog.NewJSONHandler(w, o))
}

// legible writes durations as people do, 2.5s: JSON would count nanoseconds.
func legible(_ []string, a slog.Attr) slog.Attr {
	if a.Value.Kind() == slog.KindDuration {
		a.Value = slog.StringValue(a.Value.Duration().String())
	}
	return a
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

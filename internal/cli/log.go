package cli

import (
	"context"
	"io"
	"log/slog"
	"os"

	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
)

// NewLog makes the log that the configuration asks for: readable in a
// terminal, JSON elsewhere.
func NewLog(cfg config.Config, w io.Writer) *slog.Logger {
	var level slog.Level
	_ = level.UnmarshalText([]byte(cfg.LogLevel)) // validated by config
	o := &slog.HandlerOptions{Level: level, ReplaceAttr: legible}
	if cfg.LogFormat == "text" || (cfg.LogFormat == "auto" && isTerminal(w)) {
		return slog.New(inTrace{slog.NewTextHandler(w, o)})
	}
	return slog.New(inTrace{slog.NewJSONHandler(w, o)})
}

// inTrace adds the id of the trace that a line's work belongs to, if it is recorded.
type inTrace struct{ slog.Handler }

// Handle implements slog.Handler.
func (h inTrace) Handle(ctx context.Context, r slog.Record) error {
	if id := caller.TraceID(ctx); id != "" {
		r = r.Clone()
		r.AddAttrs(slog.String("trace_id", id))
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (h inTrace) WithAttrs(as []slog.Attr) slog.Handler { return inTrace{h.Handler.WithAttrs(as)} }

// WithGroup implements slog.Handler.
func (h inTrace) WithGroup(name string) slog.Handler { return inTrace{h.Handler.WithGroup(name)} }

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

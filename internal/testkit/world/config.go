package world

import (
	"log/slog"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/operacion"
	"github.com/carpeta-ciudadana/servidor/internal/outbox"
)

// Config says what is special about a world. Zero values get the defaults named below.
type Config struct {
	Dir     string                            // of the stores; a new folder of the test
	Clock   func() time.Time                  // time.Now
	Observe func(op string, capacity float64) // called for each of the store's calls; nil
	BaseURL func() string                     // of signed URLs; an empty one

	Retry       broker.RetryPolicy // of failed messages; broker.DefaultRetry
	Outbox      outbox.Config      // outbox.DefaultConfig
	SagaDirecta bool               // the setting of that name
	Metrics     Metrics            // NoMetrics
	NewID       func() string      // NewID
	// Entregas is the budget of each entity; as many as it likes.
	Entregas quota.Config
	Log      *slog.Logger  // nothing is kept
	Internal auth.Internal // where of our own network entities may publish keys; nowhere
}

func (c Config) withDefaults() Config {
	if c.Clock == nil {
		c.Clock = time.Now
	}
	if c.BaseURL == nil {
		c.BaseURL = func() string { return "" }
	}
	if c.Retry.MaxAttempts == 0 {
		c.Retry = broker.DefaultRetry
	}
	if c.Outbox.Publishers == 0 {
		c.Outbox = outbox.DefaultConfig
	}
	if c.Metrics == nil {
		c.Metrics = NoMetrics{}
	}
	if c.NewID == nil {
		c.NewID = NewID
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return c
}

// Metrics counts for every part of a process.
type Metrics interface {
	eliminacion.Metrics
	operacion.Metrics
	outbox.Metrics
}

// NoMetrics counts nothing. A test that counts something embeds it.
type NoMetrics struct{}

func (NoMetrics) Published(string, string)                    {}
func (NoMetrics) PublishFailed(string)                        {}
func (NoMetrics) PublishRefused(string)                       {}
func (NoMetrics) Swept(int)                                   {}
func (NoMetrics) Directa(outbox.Desenlace, string)            {}
func (NoMetrics) SagaTerminada(string, time.Duration, string) {}
func (NoMetrics) AccionDeOperador(string, string)             {}
func (NoMetrics) MensajesReencolados(string, int)             {}

package metrics_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/app/metrics"
	"github.com/carpeta-ciudadana/servidor/internal/broker"
)

// A broker that does not answer a scrape leaves the last number of dead letters: a gap would look like none. One that has
// not answered for long leaves nothing: by that people are told that it is away.
func TestDeadLettersOfABrokerThatIsSilent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, messages, silent := metrics.New(), 3, false
		m.DeadLetters(func(ctx context.Context) ([]broker.QueueStats, error) {
			if silent {
				<-ctx.Done()
				return nil, errors.New("no answer")
			}
			return []broker.QueueStats{{Name: "minio.cleanup.dlq", Messages: messages}}, nil
		})
		for _, step := range []struct {
			after    time.Duration
			silent   bool
			messages int
			want     string
		}{
			{0, true, 0, ""}, // nobody knows yet
			{time.Minute, false, 3, "3"},
			{time.Minute, true, 3, "3"},
			{time.Minute, true, 3, ""},
			{time.Minute, false, 5, "5"},
			{10 * time.Second, true, 0, "5"},
			{10 * time.Second, false, 0, "0"},
		} {
			time.Sleep(step.after)
			silent, messages = step.silent, step.messages
			_, tail, _ := strings.Cut(scrape(m), `rabbitmq_dlq_messages{queue="minio.cleanup.dlq"} `)
			if got, _, _ := strings.Cut(tail, "\n"); got != step.want {
				t.Errorf("silent %t: %q, want %q", step.silent, got, step.want)
			}
		}
	})
}

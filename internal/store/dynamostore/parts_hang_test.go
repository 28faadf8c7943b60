package dynamostore_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/store/dynamostore"
)

// silent is a service that answers nothing until the test ends.
type silent struct{ asked, end chan struct{} }

func (s silent) Do(*http.Request) (*http.Response, error) {
	select {
	case s.asked <- struct{}{}:
	case <-s.end:
	}
	<-s.end
	return nil, context.Canceled
}

// TestNobodyWaitsForAnothersReading: while the divisions are being read and the store does not answer, whoever has no
// time left leaves, and does not stand in line behind the reading.
func TestNobodyWaitsForAnothersReading(t *testing.T) {
	service := silent{asked: make(chan struct{}), end: make(chan struct{})}
	s, err := dynamostore.New(t.Context(), dynamostore.Config{Endpoint: "http://127.0.0.1:1", HTTP: service})
	if err != nil {
		t.Fatal(err)
	}
	look := func(ctx context.Context) error {
		_, err := s.Vencidas(ctx, "op-1", time.Now(), 1)
		return err
	}
	first := make(chan error)
	go func() { first <- look(t.Context()) }()
	<-service.asked
	over, cancel := context.WithCancel(t.Context())
	cancel()
	requireCode(t, look(over), fault.Unavailable) // a test that waits here never ends
	close(service.end)
	requireCode(t, <-first, fault.Unavailable)
}

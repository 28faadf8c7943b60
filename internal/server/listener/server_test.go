package listener_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
)

func TestServerLifecycle(t *testing.T) {
	s := listener.New(listener.Config{Name: "x", Addr: "127.0.0.1:0", Handler: http.NotFoundHandler()})
	if s.Addr() != "" || s.Stop(t.Context()) != nil {
		t.Error("Stop before Start")
	}
	if s.Start(t.Context()) == nil {
		t.Error("Start after Stop")
	}
	s = listener.New(listener.Config{Name: "x", Addr: "127.0.0.1:0", Handler: http.NotFoundHandler()})
	if err := s.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	busy := listener.New(listener.Config{Name: "y", Addr: s.Addr(), Handler: http.NotFoundHandler()})
	if err := busy.Start(t.Context()); err == nil || !strings.Contains(err.Error(), s.Addr()) {
		t.Error(err)
	}
	foreign := listener.New(listener.Config{Name: "y", Addr: "192.0.2.1:8080", Handler: http.NotFoundHandler()})
	if err := foreign.Start(t.Context()); err == nil || !strings.Contains(err.Error(), "does not have it. Choose another") {
		t.Error(err)
	}
	if s.Start(t.Context()) == nil {
		t.Error("Start twice")
	}
	for range 2 {
		if err := s.Stop(t.Context()); err != nil {
			t.Error(err)
		}
	}
}

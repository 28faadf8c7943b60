package listener_test

import (
	"context"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
)

// TestStopEndsHTTP2: a request under way is answered, and its connection told to go; an idle one keeps nobody waiting.
func TestStopEndsHTTP2(t *testing.T) {
	begun, over := make(chan struct{}), make(chan struct{})
	s := serve(t, withTLS(t, listener.Config{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/busy" {
			begun <- struct{}{}
			<-over
		}
		_, _ = io.WriteString(w, r.Proto)
	})}))
	idle, busy := http2Client(t), http2Client(t)
	if got := fetch(t, idle, s.URL()); got != "HTTP/2.0" {
		t.Fatal(got)
	}
	answered := make(chan string, 1)
	go func() { answered <- fetch(t, busy, s.URL()+"/busy") }()
	<-begun
	stopped := make(chan error, 1)
	go func() { stopped <- s.Stop(t.Context()) }()
	time.AfterFunc(300*time.Millisecond, func() { close(over) })
	if got := <-answered; got != "HTTP/2.0" {
		t.Errorf("a request under way: %q", got)
	}
	if err := <-stopped; err != nil {
		t.Error(err)
	}
}

// TestStopAnswersWhoHasAsked: connections that the system had accepted, and the server had not yet, were reset.
func TestStopAnswersWhoHasAsked(t *testing.T) {
	const many = 200
	s := serve(t, listener.Config{Handler: answer("yes")})
	var answered, ended atomic.Int32
	var all sync.WaitGroup
	for range many {
		c := dial(t, s, "127.0.0.2")
		all.Go(func() {
			if ask(t, c) {
				answered.Add(1)
			} else {
				ended.Add(1)
			}
		})
	}
	mute := dial(t, s, "127.0.0.3")
	begun := time.Now()
	if err := s.Stop(t.Context()); err != nil {
		t.Error(err)
	}
	t.Log("stopped after", time.Since(begun))
	all.Wait()
	if n := ended.Load(); n > 0 || !isEnded(mute) {
		t.Errorf("%d of %d that had asked were not answered", n, many)
	}
}

// TestStopTellsKeptConnections: the answers that a stopping server still gives are the last of their connections, so clients
// connect elsewhere. A client that uses a kept connection again and again sees no failure.
func TestStopTellsKeptConnections(t *testing.T) {
	draining, over := make(chan struct{}), make(chan struct{})
	s := serve(t, listener.Config{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/busy" {
			draining <- struct{}{}
			<-over
		}
		_, _ = io.WriteString(w, "yes")
	})})
	client := &http.Client{Transport: &http.Transport{}}
	last := make(chan bool, 1)
	go func() {
		res, err := client.Get(s.URL() + "/busy") //nolint:noctx // the test ends it
		if err != nil {
			t.Error(err)
			last <- false
			return
		}
		_ = res.Body.Close()
		last <- res.Close
	}()
	<-draining
	stopped := make(chan error, 1)
	go func() { stopped <- s.Stop(t.Context()) }()
	time.AfterFunc(200*time.Millisecond, func() { close(over) })
	if !<-last {
		t.Error("the answer does not end its connection")
	}
	if err := <-stopped; err != nil {
		t.Error(err)
	}
}

// TestStopEndsInTime: what goes on for ever is cut when the time is over, and Stop says so.
func TestStopEndsInTime(t *testing.T) {
	begun := make(chan struct{})
	s := serve(t, listener.Config{Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		close(begun)
		<-r.Context().Done()
	})})
	c := dial(t, s, "127.0.0.1")
	if _, err := io.WriteString(c, request); err != nil {
		t.Fatal(err)
	}
	<-begun
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if err := s.Stop(ctx); err == nil || !isEnded(c) {
		t.Error("the request goes on:", err)
	}
}

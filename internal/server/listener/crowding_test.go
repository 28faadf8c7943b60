package listener_test

import (
	"fmt"
	"net"
	"sync/atomic"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
)

// TestCrowdsBeginOneAfterTheOther: an address that opens many connections waits with the next ones, and nobody else does.
// A thousand that came at once took every processor. They end with the server.
func TestCrowdsBeginOneAfterTheOther(t *testing.T) {
	const unhurried, more = 100, 60
	s := serve(t, listener.Config{Handler: answer("yes"), Crowding: 1})
	for range unhurried {
		if !ask(t, dial(t, s, "127.0.0.2")) {
			t.Fatal("one of the first is not answered")
		}
	}
	var answered, ended atomic.Int32
	for range more {
		go count(t, dial(t, s, "127.0.0.2"), &answered, &ended)
	}
	waitFor(t, "some begin", func() bool { return answered.Load() > 0 })
	if !ask(t, dial(t, s, "127.0.0.3")) {
		t.Error("another address is not answered")
	}
	if n := answered.Load(); n == more {
		t.Error("all have begun")
	}
	if err := s.Stop(t.Context()); err != nil {
		t.Error(err)
	}
	waitFor(t, "the others end with the server", func() bool { return answered.Load()+ended.Load() == more })
}

// TestStrangersBeginOneAfterTheOther: sixty addresses that open one connection each are a crowd too, and who is known
// does not wait for them.
func TestStrangersBeginOneAfterTheOther(t *testing.T) {
	const strangers = 60
	s := serve(t, listener.Config{Handler: answer("yes"), Crowding: 1, Known: func(client string) bool { return client == "127.0.0.3" }})
	var answered, ended atomic.Int32
	for n := range strangers {
		go count(t, dial(t, s, fmt.Sprint("127.0.1.", 1+n)), &answered, &ended)
	}
	waitFor(t, "some begin", func() bool { return answered.Load() > 0 })
	for range 20 {
		if !ask(t, dial(t, s, "127.0.0.3")) {
			t.Error("who is known is not answered")
		}
	}
	if n := answered.Load(); n == strangers {
		t.Error("all have begun")
	}
	if err := s.Stop(t.Context()); err != nil {
		t.Error(err)
	}
	waitFor(t, "the others end with the server", func() bool { return answered.Load()+ended.Load() == strangers })
}

// count asks on a connection, and counts whether it is answered or ended.
func count(t *testing.T, c net.Conn, answered, ended *atomic.Int32) {
	if ask(t, c) {
		answered.Add(1)
	} else {
		ended.Add(1)
	}
}

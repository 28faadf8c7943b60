package auth_test

import (
	"context"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// The keys that an entity publishes: remembered, asked for again when one is unknown, and
// good over an outage.
func TestPublishedKeys(t *testing.T) {
	p := newProvider(t)
	p.publish(edKey(t, "uno"))
	current := now
	published := auth.NewPublished(auth.RemoteConfig{Clock: func() time.Time { return current }})
	ids := func(asked string) (all []string, err error) {
		keys, err := published.Llaves(context.Background(), p.URL+"/llaves", asked)
		for _, k := range keys {
			all = append(all, k.ID)
		}
		return all, err
	}
	expectKeys := func(what, asked string, want ...string) {
		t.Helper()
		got, err := ids(asked)
		if err != nil || len(got) != len(want) || len(got) > 0 && got[0] != want[0] {
			t.Errorf("%s: %q, %v; want %q", what, got, err, want)
		}
	}
	expectKeys("first", "uno", "uno")
	expectKeys("remembered", "uno", "uno")
	if p.requests != 1 {
		t.Errorf("%d requests, want 1", p.requests)
	}
	p.publish(edKey(t, "dos"))
	expectKeys("a made-up id asks for nothing so soon", "dos", "uno")
	current = current.Add(10 * time.Second)
	expectKeys("a new key", "dos", "dos")
	p.status = 500
	current = current.Add(time.Hour)
	expectKeys("in an outage", "dos", "dos")
	if _, err := ids("tres"); fault.CodeOf(err) != fault.Unavailable {
		t.Errorf("an unknown key in an outage: %v", err)
	}
	if _, err := published.Llaves(context.Background(), "http://127.0.0.1:1/", "uno"); fault.CodeOf(err) != fault.Unavailable {
		t.Errorf("nobody publishes there: %v", err)
	}
}

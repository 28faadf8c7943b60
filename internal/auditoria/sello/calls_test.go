package sello_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello"
)

// What a seal costs in calls of the object store (ADR 0023).
func TestCallsOfASeal(t *testing.T) {
	for size, want := range map[int]string{0: "Delete:1 Get:1 Load:3 Put:3 Swap:2", 300: "Delete:1 Get:4 Load:3 Put:3 Swap:2", 500: "Delete:1 Get:4 Load:3 Put:6 Swap:2"} {
		w := newWorld(t, size)
		for i := range 20 {
			w.events.add(fmt.Sprint("new-", i), begin)
		}
		objects := &counting{Objects: w, counts: map[string]int{}}
		if _, err := w.sealer(objects, w.events).Step(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := strings.Trim(fmt.Sprint(objects.counts), "map[]"); got != want {
			t.Errorf("at %d entries: %s, want %s", size, got, want)
		}
	}
}

type counting struct {
	sello.Objects
	mu     sync.Mutex
	counts map[string]int
}

func (c *counting) count(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.counts[name]++
}

func (c *counting) Get(ctx context.Context, key string) ([]byte, error) {
	c.count("Get")
	return c.Objects.Get(ctx, key)
}

func (c *counting) Put(ctx context.Context, key string, data []byte) error {
	c.count("Put")
	return c.Objects.Put(ctx, key, data)
}

func (c *counting) Delete(ctx context.Context, key string) error {
	c.count("Delete")
	return c.Objects.Delete(ctx, key)
}

func (c *counting) Load(ctx context.Context, key string) ([]byte, string, error) {
	c.count("Load")
	return c.Objects.Load(ctx, key)
}

func (c *counting) Swap(ctx context.Context, key, version string, data []byte) error {
	c.count("Swap")
	return c.Objects.Swap(ctx, key, version, data)
}

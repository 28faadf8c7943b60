package broker_test

import (
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
)

func TestRouting(t *testing.T) {
	cases := []struct {
		key   string
		queue string // "" for none
		pure  bool
	}{
		{broker.DeletionRequested, broker.DeletionQueue, false},
		{broker.MinioCleanupSuccess, broker.DeletionQueue, false},
		{broker.MetadataCleanupSuccess, broker.DeletionQueue, false},
		{broker.MinioCleanup, broker.MinioCleanupQueue, false},
		{broker.MetadataCleanup, broker.MetadataCleanupQueue, false},
		{broker.DeletionProgress, "", true},
		{broker.DeletionCompleted, "", true},
		{broker.DeletionFailed, "", true},
		{broker.DeletionCancelled, "", true},
		{"documento.deletion", "", false},
		{"otra.cosa", "", false},
	}
	for _, c := range cases {
		got := ""
		for _, q := range broker.Queues {
			if q.Takes(c.key) {
				got += q.Name
			}
		}
		if got != c.queue || broker.IsPureEvent(c.key) != c.pure {
			t.Errorf("%s: queue %q, pure event %v", c.key, got, broker.IsPureEvent(c.key))
		}
	}
}

func TestFindQueue(t *testing.T) {
	for _, q := range broker.Queues {
		if got, ok := broker.FindQueue(q.Name); !ok || got.DLQ != q.DLQ {
			t.Errorf("%s not found", q.Name)
		}
	}
	if _, ok := broker.FindQueue("nada"); ok {
		t.Error("found a queue that is not there")
	}
}

func TestMatches(t *testing.T) {
	for _, c := range []struct {
		pattern, key string
		want         bool
	}{
		{"a.b", "a.b", true}, {"a.*", "a.b", true}, {"a.*", "a", false}, {"a.*", "a.b.c", false},
		{"a.#", "a", true}, {"a.#", "a.b.c", true}, {"#", "", true}, {"#.c", "a.b.c", true}, {"#.c", "a.b", false},
		{"a.b", "a.c", false}, {"*", "a", true},
	} {
		if got := broker.Matches(c.pattern, c.key); got != c.want {
			t.Errorf("%q covers %q: %v", c.pattern, c.key, got)
		}
	}
}

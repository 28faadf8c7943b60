package rabbitbroker_test

import (
	"path"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/broker/brokertest"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// A quorum queue whose leader does not answer makes RabbitMQ stop reading from the
// connections that publish to it. Messages to all others are confirmed as ever.
func TestAQueueThatDoesNotAnswer(t *testing.T) {
	r := services.FragileRabbit(t)
	url := newOwn(t, r).url
	b := openAt(t, url, brokertest.Config{Name: "t", Retry: policy, ConfirmTimeout: 30 * time.Second})
	t.Cleanup(func() { check(t, b.Close()) })
	check(t, b.Bootstrap(ctx(t)))
	leader := func(what string) {
		out, err := r.Ctl(ctx(t), "eval", "sys:"+what+"('"+path.Base(url)+"_"+broker.MinioCleanupQueue+"').")
		if err != nil || strings.TrimSpace(out) != "ok" {
			t.Fatalf("%s: %v, %s", what, err, out)
		}
	}
	leader("suspend")
	var waiting sync.WaitGroup
	for range 64 {
		waiting.Go(func() { _ = b.Publish(ctx(t), complete) })
	}
	t.Cleanup(waiting.Wait)
	t.Cleanup(func() { leader("resume") }) // first
	for _, key := range []string{broker.MetadataCleanup, broker.DeletionRequested, broker.DeletionCompleted} {
		m := complete
		m.Type = key
		for i := range 1000 {
			if err := b.Publish(ctx(t), m); err != nil {
				t.Fatalf("%s, message %d: %v", key, i, err)
			}
		}
	}
}

package brokertest

import (
	"fmt"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
)

func (p *process) publishKey(id, key string) {
	p.Helper()
	if err := p.Publish(p.ctx(), message(id, key)); err != nil {
		p.Fatalf("publish %s as %s: %v", id, key, err)
	}
}

func testListeners(t *testing.T, venue Venue) {
	other := options
	other.Name = "b"
	a, b := open(t, venue, options), open(t, venue, other)
	heardA, heardB := a.listen(broker.EventKeys), b.listen(broker.EventKeys)
	for i := range 20 {
		a.publishKey(fmt.Sprint("a", i), broker.DeletionProgress)
		b.publishKey(fmt.Sprint("b", i), broker.MinioCleanupSuccess)
	}
	for i := range 20 {
		for _, heard := range []*ears{heardA, heardB} {
			heard.waitFor(t, fmt.Sprint("a", i), fmt.Sprint("b", i))
		}
	}
	for _, heard := range []*ears{heardA, heardB} {
		if n := len(heard.messages()); n != 40 {
			t.Errorf("heard %d events, want 40", n)
		}
	}
}

func testPatterns(t *testing.T, venue Venue) {
	p := open(t, venue, options)
	heard := p.listen([]string{"documento.deletion.*", broker.MetadataCleanupSuccess, "*.deletion.completed"})
	p.publishKey("progress", broker.DeletionProgress)
	p.publishKey("minio", broker.MinioCleanup)
	p.publishKey("requested", broker.DeletionRequested)
	p.publishKey("minio.success", broker.MinioCleanupSuccess)
	p.publishKey("metadata.success", broker.MetadataCleanupSuccess)
	p.publishKey("completed", broker.DeletionCompleted)
	heard.waitFor(t, "progress", "requested", "metadata.success", "completed")
	if n := len(heard.messages()); n != 4 {
		t.Errorf("heard %d events, want 4: %+v", n, heard.messages())
	}
}

func testListenersHearNoRetries(t *testing.T, venue Venue) {
	p := open(t, venue, options)
	heard := p.listen([]string{"#"})
	a := &attempts{until: 3, fail: fails(transient)}
	p.consume(a.handle)
	p.mustPublish("1")
	wait(t, "three attempts", func() bool { return len(a.messages()) == 3 })
	p.mustPublish("end")
	heard.waitFor(t, "end")
	if n := heard.count("1"); n != 1 {
		t.Errorf("heard the message %d times", n)
	}
}

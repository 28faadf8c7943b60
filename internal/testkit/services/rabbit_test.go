package services_test

import (
	"net"
	"os"
	"strings"
	"testing"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

func channel(t *testing.T, url string) *amqp.Channel {
	t.Helper()
	c, err := amqp.DialConfig(url, amqp.Config{Dial: amqp.DefaultDial(time.Minute)})
	must(t, err)
	t.Cleanup(func() { _ = c.Close() })
	ch, err := c.Channel()
	must(t, err)
	return ch
}

func declare(t *testing.T, url, tail string) {
	t.Helper()
	_, err := channel(t, url).QueueDeclare(tail, true, false, false, false, amqp.Table{"x-queue-type": "quorum"})
	must(t, err)
}

func hasQueue(t *testing.T, url, tail string) bool {
	t.Helper()
	_, err := channel(t, url).QueueDeclarePassive(tail, true, false, false, false, amqp.Table{"x-queue-type": "quorum"})
	return err == nil
}

func TestRabbit_lifeFromStartToClose(t *testing.T) {
	t.Parallel()
	services.Night(t, "the contract suite of RabbitMQ, which restarts and wipes one")
	r, dir := own(t, services.NewRabbit)
	url := r.URL()
	declare(t, url, "durable")
	if n := len(processesOf(t, dir)); n < 2 {
		t.Fatalf("found %d processes, want at least the broker and epmd: the count below would prove nothing", n)
	}
	time.Sleep(time.Second) // see Rabbit: a quorum queue needs a moment before it survives a kill

	must(t, r.Restart(t.Context()))
	if r.URL() != url {
		t.Fatalf("restart moved the broker from %s to %s", url, r.URL())
	}
	if !hasQueue(t, url, "durable") {
		t.Error("a restart lost a durable queue")
	}

	must(t, r.Kill())
	if _, err := amqp.Dial(url); err == nil {
		t.Error("a killed broker still answers")
	}
	if r.Running() {
		t.Error("a killed broker is said to run")
	}
	must(t, r.Start(t.Context()))
	if !hasQueue(t, url, "durable") {
		t.Error("kill and start lost a durable queue")
	}

	must(t, r.Wipe(t.Context()))
	if hasQueue(t, url, "durable") {
		t.Error("a wiped broker still knows the queue")
	}
	declare(t, url, "durable") // and takes it anew

	must(t, r.Close())
	must(t, r.Close())
	nothingIsLeft(t, dir)
	if err := r.Start(t.Context()); err == nil {
		t.Error("a broker that was ended for good started again")
	}
}

func TestRabbit_pausedAnswersNothing(t *testing.T) {
	t.Parallel()
	services.Night(t, "the contract suite of RabbitMQ, which freezes one")
	r := services.OwnRabbit(t)
	address := strings.TrimSuffix(strings.TrimPrefix(r.URL(), "amqp://guest:guest@"), "/")
	must(t, r.Pause())

	c, err := net.Dial("tcp", address) // the kernel accepts on its behalf
	must(t, err)
	defer c.Close()
	_, err = c.Write([]byte("AMQP\x00\x00\x09\x01"))
	must(t, err)
	must(t, c.SetReadDeadline(time.Now().Add(300*time.Millisecond)))
	var b [1]byte
	if _, err := c.Read(b[:]); err == nil {
		t.Fatal("a paused broker answered")
	}

	must(t, r.Resume())
	must(t, c.SetReadDeadline(time.Now().Add(3*time.Minute)))
	if _, err := c.Read(b[:]); err != nil || b[0] != 1 {
		t.Fatalf("after Continuar: byte %#x, %v", b[0], err)
	}

	must(t, r.Pause()) // must not keep it from ending
	must(t, r.Close())
	if r.Running() {
		t.Error("a paused broker outlived Detener")
	}
}

func TestRabbit_virtualHostsShareNothing(t *testing.T) {
	t.Parallel()
	declare(t, services.AMQP(t), "de-todos")
	one, other := services.Vhost(t), services.Vhost(t)
	declare(t, one, "documento.events")
	if hasQueue(t, other, "documento.events") || hasQueue(t, one, "de-todos") {
		t.Error("virtual hosts share a queue")
	}
}

func TestRabbit_ctlRunsAgainstThisBroker(t *testing.T) {
	t.Parallel()
	r := services.OwnRabbit(t)
	declare(t, r.URL(), "contada")
	output, err := r.Ctl(soon(t), "list_queues", "--quiet", "name")
	must(t, err)
	if !strings.Contains(output, "contada") {
		t.Errorf("list_queues: %s", output)
	}
	if _, err := r.Ctl(soon(t), "no-such-command"); err == nil {
		t.Error("a failing rabbitmqctl went unnoticed")
	}
}

// The broker of another distribution's /usr is the one that runs (make test-rabbitmq).
func TestRabbit_versionOfTheUsr(t *testing.T) {
	t.Parallel()
	services.Night(t, "every test of RabbitMQ")
	c, err := amqp.DialConfig(services.AMQP(t), amqp.Config{Dial: amqp.DefaultDial(time.Minute)})
	must(t, err)
	defer c.Close()
	version, _ := c.Properties["version"].(string)
	t.Logf("RabbitMQ %s", version)
	if os.Getenv("CARPETA_TEST_RABBITMQ_USR") != "" && !strings.HasPrefix(version, "4.") {
		t.Errorf("RabbitMQ %s runs, and that of another /usr was asked for", version)
	}
}

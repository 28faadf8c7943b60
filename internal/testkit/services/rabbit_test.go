package services_test

import (
	"net"
	"strings"
	"testing"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

func canal(t *testing.T, url string) *amqp.Channel {
	t.Helper()
	c, err := amqp.DialConfig(url, amqp.Config{Dial: amqp.DefaultDial(time.Minute)})
	debe(t, err)
	t.Cleanup(func() { _ = c.Close() })
	ch, err := c.Channel()
	debe(t, err)
	return ch
}

func declarar(t *testing.T, url, cola string) {
	t.Helper()
	_, err := canal(t, url).QueueDeclare(cola, true, false, false, false, amqp.Table{"x-queue-type": "quorum"})
	debe(t, err)
}

func existe(t *testing.T, url, cola string) bool {
	t.Helper()
	_, err := canal(t, url).QueueDeclarePassive(cola, true, false, false, false, amqp.Table{"x-queue-type": "quorum"})
	return err == nil
}

func TestRabbit_life(t *testing.T) {
	dir := enMiTMPDIR(t)
	r := services.RabbitPropio(t)
	url := r.URL()
	declarar(t, url, "durable")
	if n := len(procesosDe(t, dir)); n < 2 {
		t.Fatalf("found %d processes, want at least the broker and epmd: the count below would prove nothing", n)
	}
	time.Sleep(time.Second) // see Rabbit: a quorum queue needs a moment before it survives a kill

	debe(t, r.Reiniciar(t.Context()))
	if r.URL() != url {
		t.Fatalf("restart moved the broker from %s to %s", url, r.URL())
	}
	if !existe(t, url, "durable") {
		t.Error("a restart lost a durable queue")
	}

	debe(t, r.Matar())
	if _, err := amqp.Dial(url); err == nil {
		t.Error("a killed broker still answers")
	}
	if r.Corre() {
		t.Error("a killed broker is said to run")
	}
	debe(t, r.Iniciar(t.Context()))
	if !existe(t, url, "durable") {
		t.Error("kill and start lost a durable queue")
	}

	debe(t, r.Vaciar(t.Context()))
	if existe(t, url, "durable") {
		t.Error("a wiped broker still knows the queue")
	}
	declarar(t, url, "durable") // and takes it anew

	debe(t, r.Detener())
	debe(t, r.Detener())
	nadaQueda(t, dir)
	if err := r.Iniciar(t.Context()); err == nil {
		t.Error("a broker that was ended for good started again")
	}
}

func TestRabbit_paused(t *testing.T) {
	r := services.RabbitPropio(t)
	direccion := strings.TrimSuffix(strings.TrimPrefix(r.URL(), "amqp://guest:guest@"), "/")
	debe(t, r.Pausar())

	c, err := net.Dial("tcp", direccion) // the kernel accepts on its behalf
	debe(t, err)
	defer c.Close()
	_, err = c.Write([]byte("AMQP\x00\x00\x09\x01"))
	debe(t, err)
	debe(t, c.SetReadDeadline(time.Now().Add(300*time.Millisecond)))
	var b [1]byte
	if _, err := c.Read(b[:]); err == nil {
		t.Fatal("a paused broker answered")
	}

	debe(t, r.Continuar())
	debe(t, c.SetReadDeadline(time.Now().Add(3*time.Minute)))
	if _, err := c.Read(b[:]); err != nil || b[0] != 1 {
		t.Fatalf("after Continuar: byte %#x, %v", b[0], err)
	}

	debe(t, r.Pausar()) // must not keep it from ending
	debe(t, r.Detener())
	if r.Corre() {
		t.Error("a paused broker outlived Detener")
	}
}

func TestRabbit_sharedAndVirtualHosts(t *testing.T) {
	declarar(t, services.AMQP(t), "de-todos")
	uno, otro := services.Vhost(t), services.Vhost(t)
	declarar(t, uno, "documento.events")
	if existe(t, otro, "documento.events") || existe(t, uno, "de-todos") {
		t.Error("virtual hosts share a queue")
	}
}

func TestRabbit_ctl(t *testing.T) {
	r := services.RabbitPropio(t)
	declarar(t, r.URL(), "contada")
	salida, err := r.Ctl(pronto(t), "list_queues", "--quiet", "name")
	debe(t, err)
	if !strings.Contains(salida, "contada") {
		t.Errorf("list_queues: %s", salida)
	}
	if _, err := r.Ctl(pronto(t), "no-such-command"); err == nil {
		t.Error("a failing rabbitmqctl went unnoticed")
	}
}

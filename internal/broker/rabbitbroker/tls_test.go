package rabbitbroker_test

import (
	"net"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/broker/rabbitbroker"
	"github.com/carpeta-ciudadana/servidor/internal/ground/trust"
	"github.com/carpeta-ciudadana/servidor/internal/ground/trust/trusttest"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/certs"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

func TestCertificates(t *testing.T) {
	t.Parallel()
	trusttest.Run(t, &withTLS{})
}

// withTLS is a broker that takes nobody without a certificate.
type withTLS struct {
	rabbit *services.Rabbit
	shown  certs.Pair // the files that the broker reads
}

// Show starts the broker, or has it read another certificate.
func (s *withTLS) Show(t testing.TB, own certs.Pair, clients certs.CA) {
	t.Helper()
	if s.rabbit == nil {
		s.shown = own
		s.rabbit = services.OwnRabbitWithTLS(t, services.TLS{Cert: own.Cert, Key: own.Key, Clients: clients.File})
		return
	}
	own.Replace(t, s.shown)
	out, err := s.rabbit.Ctl(ctx(t), "eval", "ssl:clear_pem_cache().")
	if err != nil || strings.TrimSpace(out) != "ok" {
		t.Fatalf("clear_pem_cache: %v, %s", err, out)
	}
}

func (s *withTLS) Ask(t testing.TB, host string, peer *trust.Peer) error {
	t.Helper()
	_, port, err := net.SplitHostPort(s.rabbit.TLSAddress())
	check(t, err)
	b, err := rabbitbroker.New(rabbitbroker.Config{URLs: []string{"amqps://guest:guest@" + net.JoinHostPort(host, port) + "/"}, Peer: peer, CallTimeout: time.Minute})
	check(t, err)
	defer func() { check(t, b.Close()) }()
	return b.Bootstrap(ctx(t))
}

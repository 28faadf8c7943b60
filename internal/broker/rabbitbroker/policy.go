package rabbitbroker

import (
	"fmt"
	"regexp"
	"strings"

	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
)

// PolicyName is the policy that bounds the work queues and their retry queues.
const PolicyName = "carpeta-colas"

// Policy is the command that sets it, as arguments of rabbitmqctl: a program cannot do so
// over AMQP, and RabbitMQ takes no other arguments for a queue that exists (ADR 0025).
func Policy(vhost string, most int) []string {
	return []string{
		"set_policy", "-p", vhost, "--apply-to", "queues", "--priority", "10",
		PolicyName, policyPattern(), fmt.Sprintf(`{"max-length":%d}`, most),
	}
}

// PolicyCommand is the same for an operator's shell.
func (b *Broker) PolicyCommand(most int) string {
	vhost := "/"
	if uri, err := amqp.ParseURI(b.cfg.URLs[0]); err == nil {
		vhost = uri.Vhost
	}
	args := Policy(vhost, most)
	for i, a := range args {
		if strings.ContainsAny(a, "^{/ ") {
			args[i] = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
	}
	return "rabbitmqctl " + strings.Join(args, " ")
}

// policyPattern covers the work queues and their retry queues. Dead letters have no bound:
// they wait for a person, and nothing else keeps them.
func policyPattern() string {
	var names []string
	for _, q := range broker.Queues {
		names = append(names, regexp.QuoteMeta(q.Name))
	}
	return "^(" + strings.Join(names, "|") + `)(\.retry\..+)?$`
}

package rabbitbroker

import (
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// retry addresses the next attempt to the tier queue of its delay, by name
// through the default exchange: listeners do not hear of it.
func (s *subscription) retry(m broker.Message, delay time.Duration) parcel {
	return parcel{"", tierName(s.queue.Name, delay), true, encode(m)}
}

// dead addresses the message to the dead letters, with the code of the reason,
// the queue it comes from and the time.
func (s *subscription) dead(m broker.Message, motivo fault.Code) parcel {
	content := encode(m)
	content.Headers[headerMotivo] = string(motivo)
	content.Headers[headerQueue] = s.queue.Name
	content.Headers[headerMuerto] = s.b.cfg.Clock().UTC().Format(time.RFC3339Nano)
	return parcel{broker.DeadLetterExchange, s.queue.DLQ, true, content}
}

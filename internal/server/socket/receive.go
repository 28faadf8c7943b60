package socket

import (
	"bytes"
	"context"
	"errors"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/shed"
)

// receive handles one message; not nil is how the socket ends.
func (s *socket) receive(data []byte) *closing {
	m, ok := parseMessage(data, s.Limits.Values)
	if !ok {
		return &invalidMessage
	}
	switch m.kind {
	case "connection_init":
		return s.init(m)
	case "ping", "pong":
		return s.heartbeat(m)
	case "subscribe":
		return s.subscribe(m)
	case "complete":
		if m.id == "" {
			return &invalidMessage
		}
		s.ops.complete(m.id)
		return nil
	default:
		return &invalidMessage
	}
}

// receivePart handles a message that there was no room for. A subscribe is answered under
// its id; there is no other way to say it than to end the socket.
func (s *socket) receiveTruncated(data []byte) *closing {
	if m := parseBeginning(data); m.kind == "subscribe" {
		return s.subscribe(m)
	}
	if s.full.Code == fault.RateLimited {
		return &tooManyBytes
	}
	return &tryAgainLater
}

// heartbeat answers a ping with what it carries; the payload of either kind may be an
// object, which is not looked at.
func (s *socket) heartbeat(m message) *closing {
	p := m.payload
	if len(p) > 0 && p[0] != '{' && !bytes.Equal(p, []byte("null")) {
		return &invalidMessage
	}
	if m.kind == "ping" {
		s.write(pong(p))
	}
	return nil
}

// init proves the caller and acknowledges. A bad token ends the socket; no token
// is nobody.
func (s *socket) init(m message) *closing {
	if s.acknowledged {
		return &tooManyInits
	}
	if wrong := s.identify(m); wrong != nil {
		return wrong
	}
	if err := s.Budget.CheckRefusals(s.who); err != nil {
		if s.authenticated.Load() != nil { // nobody has waited already, for the address, before the handshake
			s.Budget.DelayRefusal(s.who, string(err.Code))
		}
		return &tooManyRefusals
	}
	leave, tooMany := s.Budget.Connect(s.who)
	if tooMany != nil {
		return &tooManySockets
	}
	s.leave = leave
	s.acknowledged = true
	s.startExpiry()
	s.write([]byte(`{"type":"connection_ack"}`))
	return nil
}

// identify takes the token of connection_init, or else that of the upgrade request.
func (s *socket) identify(m message) *closing {
	header, said, ok := credentials(m.payload, s.Limits.Values)
	if !ok {
		return &invalidMessage
	}
	if header == "" {
		header = s.header
	}
	if said == nil {
		said = s.stated
	}
	s.header, s.stated = "", nil
	if header == "" {
		return nil
	}
	ctx, err := s.Verifier.Identify(s.who, header, said)
	if err != nil {
		return closingOfRefusal(err)
	}
	s.who = context.WithoutCancel(ctx) // it never ends, and says so at once
	return s.publishIdentity()
}

// prove tells those who end sockets whose this is. A token that is denied in the same
// moment is found here or there.
func (s *socket) publishIdentity() *closing {
	who := s.who
	if s.authenticated.Store(&who); s.Verifier.Denied(who) {
		return &forbidden
	}
	return nil
}

// subscribe starts an operation of any kind.
func (s *socket) subscribe(m message) *closing {
	if !s.acknowledged {
		return &unauthorized
	}
	if err := s.Budget.CheckRefusals(s.who); err != nil {
		return s.refuseUnread(m, err)
	}
	if !m.hasID() || len(m.payload) == 0 {
		return &invalidMessage
	}
	if short := s.Budget.CheckMemory(shed.Operation); short != nil {
		s.sendError(m.id, short)
		return nil
	}
	op := newOperation(s, m.id)
	added, err := s.ops.add(op, s.Limits.PerSocket)
	switch {
	case errors.Is(err, fault.Conflict):
		return duplicateID(m.id)
	case err != nil:
		s.Budget.ChargeRefusal(s.who, budget.Socket, len(m.payload))
		s.sendError(m.id, err)
	case added:
		s.atWork.Add(1)
		s.start(op, m.payload)
	}
	return nil
}

// start has the operation worked on, now or when its turn comes.
func (s *socket) start(op *operation, payload []byte) {
	if s.full != nil {
		op.finish(op.fail(s.who, s.full))
		return
	}
	go op.run(payload, s.takeIncoming())
}

// unreadable answers an operation that is not read. After some of them the socket ends.
// They are charged then: a client that is told to wait, and does not, waits longer.
func (s *socket) refuseUnread(m message, err *fault.Error) *closing {
	if s.unreadCount++; s.unreadCount > s.Limits.Unread || !m.hasID() {
		s.Budget.ChargeRefusal(s.who, budget.Socket, s.unreadCount*budget.RefusalBytes)
		return &tooManyRefusals
	}
	s.sendError(m.id, err)
	return nil
}

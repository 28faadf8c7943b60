package socket

import (
	"bytes"
	"cmp"
	"context"
	"errors"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/shed"
)

// receive handles a message; a result that is not nil ends the socket.
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

// receiveTruncated handles a message for which there was no room. A subscribe is answered under its id; after another
// message the socket ends, because the protocol has no answer to it.
func (s *socket) receiveTruncated(data []byte) *closing {
	if m := parseBeginning(data); m.kind == "subscribe" {
		return s.subscribe(m)
	}
	if s.full.Code == fault.RateLimited {
		return &tooManyBytes
	}
	return &tryAgainLater
}

// heartbeat answers a ping with its payload, which may be any object.
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

// init verifies the caller and acknowledges. A bad token ends the socket; a client without a token is anonymous.
func (s *socket) init(m message) *closing {
	if s.acknowledged {
		return &tooManyInits
	}
	if wrong := s.identify(m); wrong != nil {
		return wrong
	}
	if err := s.Budget.CheckRefusals(s.who); err != nil {
		if s.authenticated.Load() != nil { // an anonymous client was delayed before the handshake
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

// identify verifies the token of connection_init, or else that of the upgrade request.
func (s *socket) identify(m message) *closing {
	in, ok := introductionOf(m.payload, s.Limits.Values)
	if !ok {
		return &invalidMessage
	}
	header, stated := cmp.Or(in.authorization, s.header), cmp.Or(in.stated, s.stated)
	s.header, s.stated = "", nil
	s.who = fault.WithLanguage(s.who, in.language)
	if header == "" {
		return nil
	}
	ctx, err := s.Verifier.Identify(s.who, header, stated)
	if err != nil {
		return closingOfRefusal(err)
	}
	s.who = context.WithoutCancel(ctx) // the context of the verification must not end the socket
	return s.publishIdentity()
}

// publishIdentity lets Deny see the caller. If the token is revoked at the same moment, either Deny or this method finds it.
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

// start runs an operation in a goroutine, or refuses it if there was no room for its message.
func (s *socket) start(op *operation, payload []byte) {
	if s.full != nil {
		op.finish(op.fail(s.who, s.full))
		return
	}
	go op.run(payload, s.takeIncoming())
}

// refuseUnread answers an operation of a subject that was refused too often, without reading it. After some of them the
// socket ends, and they are charged: a client that does not wait as it should, waits longer.
func (s *socket) refuseUnread(m message, err *fault.Error) *closing {
	if s.unreadCount++; s.unreadCount > s.Limits.Unread || !m.hasID() {
		s.Budget.ChargeRefusal(s.who, budget.Socket, s.unreadCount*budget.RefusalBytes)
		return &tooManyRefusals
	}
	s.sendError(m.id, err)
	return nil
}

// takeIncoming hands the count of the message that was read to the caller, who releases it.
func (s *socket) takeIncoming() *budget.Incoming {
	taken := s.incoming
	s.incoming = nil
	return taken
}

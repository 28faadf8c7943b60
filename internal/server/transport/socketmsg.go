package transport

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

const maxOperationID = 128 // bytes of a subscribe's id

// message is a message of graphql-transport-ws.
type message struct {
	kind    string
	id      string
	payload json.RawMessage
}

// parseMessage is strict: an object with a type, text where text belongs. That it
// is UTF-8 the connection has seen to.
func parseMessage(data []byte) (m message, ok bool) {
	members, err := readObject(data)
	if err != nil {
		return m, false
	}
	ok = readMember(members["type"], &m.kind) && readMember(members["id"], &m.id)
	m.payload = members["payload"]
	return m, ok
}

// receive handles one message; not nil is how the socket ends.
func (s *socket) receive(data []byte) *closing {
	m, ok := parseMessage(data)
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
		s.forget(m.id)
		return nil
	default:
		return &invalidMessage
	}
}

// heartbeat answers a ping; the payload of either kind may be an object, which is
// not looked at.
func (s *socket) heartbeat(m message) *closing {
	if p := m.payload; len(p) > 0 && p[0] != '{' && !bytes.Equal(p, []byte("null")) {
		return &invalidMessage
	}
	if m.kind == "ping" {
		s.write([]byte(`{"type":"pong"}`))
	}
	return nil
}

// init proves who is asking and acknowledges. A bad token ends the socket; none
// is nobody.
func (s *socket) init(m message) *closing {
	if s.acknowledged {
		return &tooManyInits
	}
	header, ok := authorization(m.payload)
	if !ok {
		return &invalidMessage
	}
	if header == "" {
		header = s.header
	}
	s.header = ""
	if header != "" {
		ctx, err := s.api.identify(s.who, header)
		if err != nil {
			return refusal(err)
		}
		s.who = ctx
	}
	if err := s.api.spent(s.who); err != nil {
		s.api.hold(s.who, string(err.Code))
		return &tooManyRefusals
	}
	leave, ok := s.api.places.Enter(subject(s.who))
	if !ok {
		return &tooManySockets
	}
	s.leave = leave
	s.working = make(chan struct{}, s.api.cfg.Limits.Working)
	s.acknowledged = true
	s.api.silent.leave(s)
	s.untilExpiry()
	s.write([]byte(`{"type":"connection_ack"}`))
	return nil
}

func refusal(err *fault.Error) *closing {
	if err.Code == fault.Unauthenticated {
		return &forbidden
	}
	return &tryAgainLater
}

// untilExpiry turns the deadline of connection_init into the token's.
func (s *socket) untilExpiry() {
	s.disarm(&s.due)
	if left, ends := tokenLeft(s.who, s.api.cfg.Clock()); ends {
		s.arm(&s.due, left, (*socket).expired)
	}
}

// emptyToken stands for a member that is there and says nothing: it is refused as
// a bad token, as an empty header is, and never taken for nobody.
const emptyToken = "-"

// authorization finds the header in connection_init's payload: under its own
// name in any case, or as the bare authToken. null is nobody; two that differ in
// case are refused, because which one counts would be chance. Other members are
// not our business.
func authorization(payload json.RawMessage) (header string, ok bool) {
	if len(payload) == 0 || bytes.Equal(payload, []byte("null")) {
		return "", true
	}
	members, err := readObject(payload)
	if err != nil {
		return "", false
	}
	var given []json.RawMessage
	for name, raw := range members {
		if strings.EqualFold(name, "authorization") {
			given = append(given, raw)
		}
	}
	switch len(given) {
	case 0:
		return readToken(members["authToken"], "Bearer ")
	case 1:
		return readToken(given[0], "")
	default:
		return "", false
	}
}

// readToken reads one of the members; scheme is put before a bare token.
func readToken(raw json.RawMessage, scheme string) (header string, ok bool) {
	var token *string
	if !readMember(raw, &token) {
		return "", false
	}
	switch {
	case token == nil:
		return "", true
	case *token == "":
		return emptyToken, true
	default:
		return scheme + strings.TrimPrefix(*token, scheme), true
	}
}

// subscribe starts an operation of any kind.
func (s *socket) subscribe(m message) *closing {
	if !s.acknowledged {
		return &unauthorized
	}
	if err := s.api.spent(s.who); err != nil {
		return s.unreadable(m.id, err)
	}
	params, wrong := decodeParams(m.payload)
	if m.id == "" || len(m.id) > maxOperationID || wrong != nil {
		return &invalidMessage
	}
	op, err := s.register(m.id)
	switch {
	case errors.Is(err, fault.Conflict):
		return &closing{4409, "Subscriber for " + printable(m.id) + " already exists"}
	case err != nil:
		s.api.strike(s.who, refusedSocket, len(m.payload))
		s.refuse(m.id, err)
	case op != nil:
		go op.run(params)
	}
	return nil
}

// unreadable answers an operation that is not read; so many, and the socket ends.
// They are charged then: a client that is told to wait, and does not, waits longer.
func (s *socket) unreadable(id string, err *fault.Error) *closing {
	if s.unread++; int(s.unread) > s.api.cfg.Limits.Unread || id == "" || len(id) > maxOperationID {
		s.api.strike(s.who, refusedSocket, int(s.unread)*refusalBytes)
		return &tooManyRefusals
	}
	s.refuse(id, err)
	return nil
}

func (s *socket) refuse(id string, err error) {
	s.write(frame(id, "error", marshalErrors(s.api.errorsOf(s.who, err))))
}

// register takes an id. While the socket is ending it returns neither an
// operation nor an error: the client will ask again, elsewhere.
func (s *socket) register(id string) (*socketOp, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.ending:
		return nil, nil
	case s.find(id) >= 0:
		return nil, fault.Conflict
	case len(s.ops) >= s.api.cfg.Limits.PerSocket:
		return nil, fault.Newf(fault.RateLimited, "Hay más de %d operaciones en esta conexión.", s.api.cfg.Limits.PerSocket).
			ConEspera(time.Second)
	}
	op := &socketOp{socket: s, id: id}
	op.turn.Store(working)
	s.ops = append(s.ops, op)
	s.running.Add(1)
	s.all.Add(1)
	return op, nil
}

// forget ends the operation with an id; its id is free at once.
func (s *socket) forget(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := s.find(id); i >= 0 {
		s.ops[i].stop()
		s.remove(i)
	}
}

// remove forgets an operation; the caller holds the lock.
func (s *socket) remove(i int) {
	last := len(s.ops) - 1
	s.ops[i], s.ops[last] = s.ops[last], nil
	s.ops = s.ops[:last]
}

// printable keeps an id out of the reason if it is anything else than visible ASCII.
func printable(id string) string {
	if len(id) > 64 || strings.ContainsFunc(id, func(c rune) bool { return c <= ' ' || c > '~' }) {
		return "this id"
	}
	return id
}

// frame is a message to the client; payload is JSON.
func frame(id, kind string, payload []byte) []byte {
	name, _ := json.Marshal(id) // a valid string always marshals
	b := make([]byte, 0, len(payload)+len(name)+len(kind)+32)
	b = append(append(b, `{"id":`...), name...)
	b = append(append(append(b, `,"type":"`...), kind...), '"')
	if payload != nil {
		b = append(append(b, `,"payload":`...), payload...)
	}
	return append(b, '}')
}

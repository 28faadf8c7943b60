package transport_test

import (
	"strings"
	"testing"

	"github.com/coder/websocket"
)

// TestSubscribeWithoutMeaning: a subscribe that has the form of the protocol and asks for
// nothing that could run gets an error for its id, and the socket lives on.
func TestSubscribeWithoutMeaning(t *testing.T) {
	b := start(t)
	c := b.connect()
	for payload, code := range map[string]string{
		`{"query":""}`:  "BAD_USER_INPUT",
		`{"query":" "}`: "GRAPHQL_PARSE_FAILED",
		`{"query":"","operationName":"A","variables":{}}`:                                   "BAD_USER_INPUT",
		`{"query":"{ __typename }","operationName":"A"}`:                                    "GRAPHQL_VALIDATION_FAILED",
		`{"query":"{ __typename }","documentId":"x"}`:                                       "BAD_USER_INPUT",
		`{"query":"{ __typename }","documentId":7}`:                                         "BAD_USER_INPUT",
		`{"documentId":"x","extensions":{"persistedQuery":{"version":1,"sha256Hash":"x"}}}`: "BAD_USER_INPUT",
		`{"documentId":"x"}`: "PERSISTED_QUERY_NOT_FOUND",
		`{"query":"{ __typename }","extensions":{"persistedQuery":7}}`:                                                                        "BAD_USER_INPUT",
		`{"query":"query($a: Int!) { carpeta(carpetaId: \"x\") { id } nodes(ids: []) { id } x: node(id: $a) { id } }","variables":{"a":"x"}}`: "GRAPHQL_VALIDATION_FAILED",
	} {
		c.send(`{"type":"subscribe","id":"1","payload":` + payload + `}`)
		c.expectError("1", code)
	}
	c.subscribe("1", good, nil) // the id is free, and the socket lives
	c.expect("1", "next")
	c.expect("1", "complete")
}

// TestSubscribeWithoutForm: a message that is not the protocol's ends the socket.
func TestSubscribeWithoutForm(t *testing.T) {
	b := start(t)
	for _, payload := range []string{
		`null`, `7`, `"{ __typename }"`, `[]`, `{}`, `{"query":null}`, `{"query":7}`, `{"query":["{ __typename }"]}`, `{"operationName":"A"}`,
		`{"query":"{ __typename }","operationName":7}`, `{"query":"{ __typename }","variables":[]}`, `{"query":"{ __typename }","variables":"x"}`,
		`{"query":"{ __typename }","extensions":7}`, `{"query":"","variables":[]}`, `{"query":"","query":""}`,
	} {
		c := b.connect()
		c.send(`{"type":"subscribe","id":"1","payload":` + payload + `}`)
		if m, err := c.read(); websocket.CloseStatus(err) != 4400 {
			t.Errorf("%s: %v %s", payload, err, m.Payload)
		}
	}
	c := b.connect()
	c.send(`{"type":"subscribe","id":"` + strings.Repeat("a", 129) + `","payload":{"query":""}}`)
	c.expectClose(4400, "Invalid message")
}

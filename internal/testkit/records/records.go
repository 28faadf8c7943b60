package records

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"crypto/sha512"
	"crypto/tls"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"net"
	"strings"
)

// The types of records.
const (
	Handshake   = 22
	Application = 23
)

// The types of messages.
const (
	Certificate = 11
	keyUpdate   = 24
)

// Conn is a connection of TLS 1.3 after its handshake. What comes is read as ever; what goes is written here only.
type Conn struct {
	net.Conn

	raw    net.Conn
	suite  suite
	secret []byte
	seal   cipher.AEAD
	nonce  []byte
	number uint64 // of the next record
}

// suite is a cipher suite with AES, which Go's server chooses where both processors have instructions for it.
type suite struct {
	hash func() hash.Hash
	key  int // bytes
}

var suites = map[uint16]suite{
	tls.TLS_AES_128_GCM_SHA256: {sha256.New, 16},
	tls.TLS_AES_256_GCM_SHA384: {sha512.New384, 32},
}

// Client shakes hands on a connection. It does not look at the certificate.
func Client(raw net.Conn) (*Conn, error) {
	var log bytes.Buffer
	c := tls.Client(raw, &tls.Config{InsecureSkipVerify: true, MinVersion: tls.VersionTLS13, KeyLogWriter: &log}) //nolint:gosec // the server is a test's
	if err := c.Handshake(); err != nil {
		return nil, err
	}
	chosen, known := suites[c.ConnectionState().CipherSuite]
	if !known {
		return nil, fmt.Errorf("records: of AES only, and the server chose %#x", c.ConnectionState().CipherSuite)
	}
	secret, err := secretIn(log.String())
	if err != nil {
		return nil, err
	}
	r := &Conn{Conn: c, raw: raw, suite: chosen, secret: secret}
	return r, r.rekey()
}

// secretIn is the client's first secret of content, in a key log of NSS.
func secretIn(log string) ([]byte, error) {
	for line := range strings.Lines(log) {
		if words := strings.Fields(line); len(words) == 3 && words[0] == "CLIENT_TRAFFIC_SECRET_0" {
			return hex.DecodeString(words[2])
		}
	}
	return nil, fmt.Errorf("records: no secret of the client")
}

// expand is HKDF-Expand-Label without a context (RFC 8446 §7.1).
func (c *Conn) expand(label string, length int) ([]byte, error) {
	label = "tls13 " + label
	info := append(binary.BigEndian.AppendUint16(nil, uint16(length)), byte(len(label)))
	return hkdf.Expand(c.suite.hash, c.secret, string(append(append(info, label...), 0)), length)
}

func (c *Conn) rekey() error {
	key, err := c.expand("key", c.suite.key)
	if err != nil {
		return err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return err
	}
	if c.seal, err = cipher.NewGCM(block); err != nil {
		return err
	}
	c.number = 0
	c.nonce, err = c.expand("iv", c.seal.NonceSize())
	return err
}

// Send writes a record of a type, with up to 16 KiB of content.
func (c *Conn) Send(kind byte, content []byte) error {
	_, err := c.raw.Write(c.record(kind, content))
	return err
}

// SendEach writes a record of content for each byte, all at once.
func (c *Conn) SendEach(content []byte) error {
	var all []byte
	for i := range content {
		all = append(all, c.record(Application, content[i:i+1])...)
	}
	_, err := c.raw.Write(all)
	return err
}

func (c *Conn) record(kind byte, content []byte) []byte {
	head := binary.BigEndian.AppendUint16([]byte{Application, 3, 3}, uint16(len(content)+1+c.seal.Overhead()))
	nonce := bytes.Clone(c.nonce)
	last := nonce[len(nonce)-8:]
	binary.BigEndian.PutUint64(last, binary.BigEndian.Uint64(last)^c.number)
	c.number++
	return c.seal.Seal(head, nonce, append(bytes.Clone(content), kind), head)
}

// Update changes the keys of what follows.
func (c *Conn) Update() error {
	if err := c.Send(Handshake, []byte{keyUpdate, 0, 0, 1, 0}); err != nil {
		return err
	}
	var err error
	if c.secret, err = c.expand("traffic upd", c.suite.hash().Size()); err != nil {
		return err
	}
	return c.rekey()
}

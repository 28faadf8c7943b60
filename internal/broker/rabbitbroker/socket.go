package rabbitbroker

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"
)

const secureScheme = "amqps"

// open opens the socket to a node. Its TLS is ours: the library would keep no word of why a node ended a handshake.
func open(ctx context.Context, cfg Config, url string) (net.Conn, error) {
	uri, err := amqp.ParseURI(url)
	if err != nil {
		return nil, err
	}
	socket, err := (&net.Dialer{}).DialContext(ctx, "tcp", net.JoinHostPort(uri.Host, strconv.Itoa(uri.Port)))
	if err != nil || uri.Scheme != secureScheme {
		return socket, err
	}
	how := cfg.Peer.TLS()
	how.ServerName = cmp.Or(uri.ServerName, uri.Host)
	secure := tls.Client(socket, how)
	if err := secure.HandshakeContext(ctx); err != nil {
		_ = socket.Close()
		return nil, err
	}
	return secure, nil
}

// withoutTLS is the URL for the library, whose socket is open already.
func withoutTLS(url string) string {
	if rest, secure := strings.CutPrefix(url, secureScheme); secure {
		return "amqp" + rest
	}
	return url
}

// withAlert adds what a node said when it ended the connection. With TLS 1.3 it refuses a certificate after the
// handshake; the alert stays with the socket, where the library does not look.
func withAlert(err error, socket net.Conn) error {
	secure, is := socket.(*tls.Conn)
	if !is {
		return err
	}
	_ = secure.SetReadDeadline(time.Unix(1, 0)) // what was read, and nothing more
	if _, alert := secure.Read(make([]byte, 1)); alert != nil && !errors.Is(alert, os.ErrDeadlineExceeded) {
		return fmt.Errorf("%w: %w", err, alert)
	}
	return err
}

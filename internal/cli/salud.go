package cli

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"
)

// healthWithin is longer than the server's own checks take (site.checkWithin).
const healthWithin = 5 * time.Second

// health asks the server of this machine whether it is ready. An image without a shell or curl has nothing else to ask with.
func health(ctx context.Context, admin string, out io.Writer) error {
	ctx, cancel := context.WithTimeout(ctx, healthWithin)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+fromHere(admin)+"/readyz", nil)
	if err != nil {
		return err
	}
	direct := http.Client{Transport: &http.Transport{}} // a proxy of the surroundings knows nothing of this machine
	res, err := direct.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(res.Body, 1<<10))
	if err != nil {
		return err
	}
	state := strings.TrimSpace(string(text))
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("not ready: %s", state)
	}
	_, err = fmt.Fprintln(out, state)
	return err
}

// fromHere is where a server on this machine answers. One that listens on every address is asked by loopback.
func fromHere(address string) string {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return address // validated by config
	}
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port)
}

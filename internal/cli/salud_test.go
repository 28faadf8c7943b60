package cli_test

import (
	"bytes"
	"io"
	"net"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/cli"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/server/site"
)

// TestHealth: a server that is ready, also one that listens on every address; one that is not; and none.
func TestHealth(t *testing.T) {
	absence := site.Present
	server := httptest.NewServer(site.NewAdmin(site.AdminConfig{Absent: func() site.Absence { return absence }}))
	t.Cleanup(server.Close)
	address := server.Listener.Addr().String()
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		t.Fatal(err)
	}
	ask := func(address string) (string, error) {
		var out bytes.Buffer
		c, err := config.Parse([]string{config.CmdHealth}, []string{"CARPETA_ADMIN_ADDR=" + address}, io.Discard, io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		err = cli.Run(t.Context(), c, &out, io.Discard)
		return out.String(), err
	}
	t.Setenv("HTTP_PROXY", "http://127.0.0.1:1")
	for _, address := range []string{address, ":" + port, "0.0.0.0:" + port, "[::]:" + port, "localhost:" + port} {
		if said, err := ask(address); err != nil || said != "ok\n" {
			t.Errorf("%s: %q %v", address, said, err)
		}
	}
	absence = site.Stopping
	if said, err := ask(address); err == nil || err.Error() != "not ready: stopping" || said != "" {
		t.Errorf("it stops: %q %v", said, err)
	}
	server.Close()
	if said, err := ask(address); err == nil || !strings.Contains(err.Error(), address) || said != "" {
		t.Errorf("nobody is there: %q %v", said, err)
	}
}

package e2e_test

import (
	"crypto/tls"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/certs"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// proxied is a server behind HAProxy, which runs deploy/proxy/haproxy.cfg as it is.
type proxied struct {
	house  *serverkit.House
	server *serverkit.Server
	seeded []serverkit.Seeded // three carpetas
	url    string             // of the proxy
	ca     certs.CA
}

func newProxied(t *testing.T, settings ...string) proxied {
	t.Helper()
	program, err := exec.LookPath("haproxy")
	if err != nil || os.Getuid() != 0 {
		services.NotRun(t, "HAProxy (Debian: haproxy) is missing, or this is not root: it gives up root itself")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer listener.Close() // HAProxy has it
	p := proxied{url: "https://" + listener.Addr().String(), ca: certs.NewCA(t, "proxy")}
	p.house = serverkit.NewHouse(t, serverkit.Embedded).With(append(settings, "CARPETA_PUBLIC_URL="+p.url, "CARPETA_TRUSTED_PROXIES=127.0.0.1/32")...)
	p.seeded = p.house.Seed(t, "--carpetas", "3", "--documentos", "20")
	p.server = p.house.Start(t)
	p.run(t, program, listener.(*net.TCPListener))
	return p
}

// run starts HAProxy on an address that is taken already, and waits until it has found the server.
func (p proxied) run(t *testing.T, program string, listener *net.TCPListener) {
	t.Helper()
	address, err := listener.File()
	must(t, err)
	defer address.Close()
	log, err := os.Create(filepath.Join(t.TempDir(), "haproxy.log"))
	must(t, err)
	defer log.Close()
	cmd := exec.Command(program, "-W", "-db", "-f", "../deploy/proxy/haproxy.cfg") // with a master, as Debian's unit has it
	cmd.Env = []string{
		"PROXY_BIND=fd@3", "PROXY_CERT=" + p.certificate(t),
		"CARPETA_ADDR=" + hostOf(p.server.URL), "CARPETA_ADMIN_ADDR=" + hostOf(p.server.AdminURL),
	}
	cmd.ExtraFiles, cmd.Stdout, cmd.Stderr = []*os.File{address}, log, log
	must(t, services.StartChild(cmd))
	ended := make(chan struct{})
	go func() { defer close(ended); _ = cmd.Wait() }() // it says 143
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM) // to the master, which ends its worker; it may be gone
		<-ended
		if text, err := os.ReadFile(log.Name()); t.Failed() {
			t.Logf("HAProxy: %v\n%s", err, text)
		}
	})
	anybody := p.from(t, "127.0.0.1")
	serverkit.WaitFor(t, soon, "an answer through HAProxy", func() bool {
		select {
		case <-ended:
			t.Fatal("HAProxy does not start")
		default:
		}
		r, err := anybody.Post(t.Context(), "{ __typename }", nil)
		return err == nil && r.Status == http.StatusOK
	})
}

// certificate is one file with the proxy's certificate and key.
func (p proxied) certificate(t *testing.T) string {
	t.Helper()
	pair := p.ca.Issue(t, certs.For(time.Hour))
	var both []byte
	for _, file := range []string{pair.Cert, pair.Key} {
		text, err := os.ReadFile(file)
		must(t, err)
		both = append(both, text...)
	}
	file := filepath.Join(t.TempDir(), "both.pem")
	must(t, os.WriteFile(file, both, 0o600))
	return file
}

// dialer connects from an address of loopback.
func (p proxied) dialer(from string) *tls.Dialer {
	return &tls.Dialer{NetDialer: &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}, Config: &tls.Config{RootCAs: p.ca.Pool()}}
}

// transport connects from an address of loopback, with HTTP/2 if both sides speak it.
func (p proxied) transport(t *testing.T, from string) *http.Transport {
	t.Helper()
	dialer := p.dialer(from)
	tr := &http.Transport{DialContext: dialer.NetDialer.DialContext, TLSClientConfig: dialer.Config, ForceAttemptHTTP2: true}
	t.Cleanup(tr.CloseIdleConnections)
	return tr
}

// http1 speaks HTTP/1.1 only.
func (p proxied) http1(t *testing.T) *http.Transport {
	t.Helper()
	tr := p.transport(t, "127.0.0.1")
	tr.ForceAttemptHTTP2 = false
	return tr
}

// from is a client without a token.
func (p proxied) from(t *testing.T, address string) serverkit.Client {
	t.Helper()
	return serverkit.Client{URL: p.url, Through: p.transport(t, address)}
}

// citizen is a client with a carpeta of its own.
func (p proxied) citizen(t *testing.T, mine serverkit.Seeded, through *http.Transport) serverkit.Client {
	t.Helper()
	return serverkit.Client{URL: p.url, Through: through, Token: p.house.Token(t, mine.CiudadanoID, "ciudadano", "", time.Hour)}
}

var openConnections = regexp.MustCompile(`(?m)^carpeta_connections\{servidor="api"\} (\d+)$`)

// connections are those that the server has open.
func (p proxied) connections(t *testing.T) int {
	t.Helper()
	_, text := p.server.Admin(t, "/metrics")
	m := openConnections.FindStringSubmatch(text)
	if m == nil {
		t.Fatalf("no carpeta_connections:\n%s", text)
	}
	n, err := strconv.Atoi(m[1])
	must(t, err)
	return n
}

func hostOf(url string) string {
	_, host, _ := strings.Cut(url, "://")
	return host
}

package services

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"
)

// Main runs a package's tests and then ends their services. Its result is
// for os.Exit. A package without it leaks nothing either, on Linux; its folders
// then wait for the next run to sweep them.
func Main(m interface{ Run() int }) int {
	return closeAndSum(m.Run())
}

// Exit is Main's end for packages that run their tests under goleak:
//
//	goleak.VerifyTestMain(m, append(services.LeakOptions(), goleak.Cleanup(services.Exit))...)
func Exit(code int) { os.Exit(closeAndSum(code)) }

func closeAndSum(code int) int {
	if err := closeShared(); err != nil {
		fmt.Fprintln(os.Stderr, "servicios:", err)
		return max(code, 1)
	}
	return code
}

// AMQP returns the URL of a broker that all tests share. Names of queues and
// exchanges are shared too: see Vhost.
func AMQP(t testing.TB) string {
	t.Helper()
	if url := os.Getenv(envAMQP); url != "" {
		return url
	}
	return sharedRabbit.get(t).URL()
}

// Vhost returns the URL of a new virtual host, so that a test that declares
// queues by their real names has them to itself. It costs a tenth of a second,
// against five for OwnRabbit.
func Vhost(t testing.TB) string {
	t.Helper()
	url, dir := os.Getenv(envAMQP), os.Getenv(envBrokerDir)
	switch {
	case url == "":
		r := sharedRabbit.get(t)
		url, dir = r.URL(), r.Dir()
	case dir == "": // a broker somebody else runs: we have no say in it
		return OwnRabbit(t).URL()
	}
	vhost, err := vhosts.take(t.Context(), url, dir)
	if err != nil {
		t.Fatalf("virtual host: %v", err)
	}
	return vhost
}

// RabbitCtl runs rabbitmqctl against the broker of Vhost.
func RabbitCtl(t testing.TB, args ...string) (output string) {
	t.Helper()
	dir := os.Getenv(envBrokerDir)
	switch {
	case os.Getenv(envAMQP) == "":
		dir = sharedRabbit.get(t).Dir()
	case dir == "":
		NotRun(t, "the broker is somebody else's: rabbitmqctl cannot reach it")
	}
	output, err := ctl(t.Context(), "rabbitmqctl", dir, nil, args...)
	if err != nil {
		t.Fatal(err)
	}
	return output
}

// DynamoDB returns the endpoint, http://host:port, of an emulator that all tests
// share: use a table prefix of your own.
func DynamoDB(t testing.TB) string {
	t.Helper()
	if endpoint := os.Getenv(envDynamo); endpoint != "" {
		return endpoint
	}
	return sharedDynamo.get(t).Endpoint()
}

// S3 returns the shared object store: use a bucket of your own.
func S3(t testing.TB) S3Connection {
	t.Helper()
	if endpoint := os.Getenv(envS3); endpoint != "" {
		return S3Connection{endpoint, os.Getenv(envS3User), os.Getenv(envS3Key)}
	}
	return sharedMinio.get(t).Connection()
}

// OwnRabbit, OwnMinio and OwnDynamo start a service that belongs to
// this test alone: it may be killed, paused and wiped, and ends with the test.
func OwnRabbit(t testing.TB) *Rabbit { t.Helper(); return own(t, NewRabbit) }

// OwnMinio: see OwnRabbit.
func OwnMinio(t testing.TB) *Minio { t.Helper(); return own(t, NewMinio) }

// OwnDynamo: see OwnRabbit.
func OwnDynamo(t testing.TB) *Dynamo { t.Helper(); return own(t, NewDynamo) }

// FragileRabbit returns a broker that the tests of this process may stop, freeze and
// wipe, one test after the other: take a virtual host of it, as the others do, and
// leave it running. OwnRabbit costs a start.
func FragileRabbit(t testing.TB) *Rabbit { t.Helper(); return fragileRabbit.get(t) }

// Require is for a test that starts the services by other means: it runs only
// where their programs are at hand.
func Require(t testing.TB) {
	t.Helper()
	config := testConfig()
	for _, f := range NewSet(config).each(func(one *Service) error {
		_, err := one.recipe.program(t.Context(), config)
		return err
	}) {
		NotRun(t, f.Error())
	}
}

func (s *Service) service() *Service { return s }

func own[T handle](t testing.TB, newService func(Config) T) T {
	t.Helper()
	s := newService(testConfig())
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("end %s: %v", s.service().Name, err)
		}
	})
	if err := startForTest(s); err != nil {
		NotRun(t, err.Error())
	}
	return s
}

// testConfig: a test changes nobody's laptop; a CI machine is there for it.
func testConfig() Config {
	return Config{
		Install: InCI(),
		Report:  func(line string) { fmt.Fprintln(os.Stderr, "servicios:", line) },
	}
}

func startForTest(s handle) error {
	name := s.service().Name
	if cause := os.Getenv(envMissing + strings.ToUpper(name)); cause != "" {
		return errors.New(cause)
	}
	// Not the context of the test: a shared service outlives it.
	return s.Start(context.Background())
}

// shared starts one service on the first request of the process.
type shared[T handle] struct {
	open func(Config) T

	mu      sync.Mutex
	started bool
	s       T
	err     error
}

var (
	sharedRabbit = &shared[*Rabbit]{open: NewRabbit}
	// fragileRabbit is this process's own, also where sharedRabbit is the one of
	// all processes.
	fragileRabbit = &shared[*Rabbit]{open: NewRabbit}
	sharedMinio   = &shared[*Minio]{open: NewMinio}
	sharedDynamo  = &shared[*Dynamo]{open: NewDynamo}
)

func (c *shared[T]) get(t testing.TB) T {
	t.Helper()
	c.mu.Lock()
	if !c.started {
		c.s = c.open(testConfig())
		c.err = startForTest(c.s)
		c.started = true
	}
	s, err := c.s, c.err
	c.mu.Unlock()
	if err != nil {
		NotRun(t, err.Error())
	}
	return s
}

func (c *shared[T]) close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.started {
		return nil
	}
	return c.s.Close()
}

func closeShared() error {
	return errors.Join(sharedRabbit.close(), fragileRabbit.close(), sharedMinio.close(), sharedDynamo.close())
}

// LeakOptions are options for goleak: the goroutines that watch over services
// live as long as the services do, which may be longer than a test.
func LeakOptions() []goleak.Option {
	const here = "github.com/carpeta-ciudadana/servidor/internal/testkit/services."
	return []goleak.Option{
		goleak.IgnoreAnyFunction(here + "serveThread"),
		goleak.IgnoreAnyFunction(here + "(*process).watch"),
	}
}

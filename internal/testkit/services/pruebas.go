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

// Main runs a package's tests and then ends what they started. Its result is
// for os.Exit. A package without it leaks nothing either, on Linux; its folders
// then wait for the next run to sweep them.
func Main(m interface{ Run() int }) int {
	return cerrarYSumar(m.Run())
}

// Salir is Main's end for who runs the tests under goleak:
//
//	goleak.VerifyTestMain(m, append(services.SinFugas(), goleak.Cleanup(services.Salir))...)
func Salir(codigo int) { os.Exit(cerrarYSumar(codigo)) }

func cerrarYSumar(codigo int) int {
	if err := cerrarCompartidos(); err != nil {
		fmt.Fprintln(os.Stderr, "servicios:", err)
		return max(codigo, 1)
	}
	return codigo
}

// AMQP returns the URL of a broker that all tests share. Names of queues and
// exchanges are shared too: see Vhost.
func AMQP(t testing.TB) string {
	t.Helper()
	if url := os.Getenv(envAMQP); url != "" {
		return url
	}
	return rabbitCompartido.pedir(t).URL()
}

// Vhost returns the URL of a new virtual host, so that a test that declares
// queues by their real names has them to itself. It costs half a second, against
// five for RabbitPropio.
func Vhost(t testing.TB) string {
	t.Helper()
	url, casa := os.Getenv(envAMQP), os.Getenv(envCasa)
	switch {
	case url == "":
		r := rabbitCompartido.pedir(t)
		url, casa = r.URL(), r.Casa()
	case casa == "": // a broker somebody else runs: we have no say in it
		return RabbitPropio(t).URL()
	}
	vhost, err := nuevoVhost(t.Context(), url, casa)
	if err != nil {
		t.Fatalf("virtual host: %v", err)
	}
	return vhost
}

// DynamoDB returns the endpoint, http://host:port, of an emulator that all tests
// share: use a table prefix of your own.
func DynamoDB(t testing.TB) string {
	t.Helper()
	if endpoint := os.Getenv(envDynamo); endpoint != "" {
		return endpoint
	}
	return dynamoCompartido.pedir(t).Endpoint()
}

// S3 returns the shared object store: use a bucket of your own.
func S3(t testing.TB) ConexionS3 {
	t.Helper()
	if endpoint := os.Getenv(envS3); endpoint != "" {
		return ConexionS3{endpoint, os.Getenv(envS3User), os.Getenv(envS3Key)}
	}
	return minioCompartido.pedir(t).Conexion()
}

// RabbitPropio, MinioPropio and DynamoPropio start a service that belongs to
// this test alone: it may be killed, paused and wiped, and ends with the test.
func RabbitPropio(t testing.TB) *Rabbit { t.Helper(); return propio(t, NuevoRabbit) }

// MinioPropio: see RabbitPropio.
func MinioPropio(t testing.TB) *Minio { t.Helper(); return propio(t, NuevoMinio) }

// DynamoPropio: see RabbitPropio.
func DynamoPropio(t testing.TB) *Dynamo { t.Helper(); return propio(t, NuevoDynamo) }

// Requiere is for a test that starts the services by other means: it runs only
// where their programs are at hand.
func Requiere(t testing.TB) {
	t.Helper()
	op := opcionesDePrueba()
	for _, f := range Nuevos(op).cadaUno(func(uno *Servicio) error {
		_, err := uno.receta.programa(t.Context(), op)
		return err
	}) {
		NoEjecutada(t, f.Error())
	}
}

// manejo is what all three handles do.
type manejo interface {
	Iniciar(context.Context) error
	Detener() error
	comun() *Servicio
}

func (s *Servicio) comun() *Servicio { return s }

func propio[T manejo](t testing.TB, nuevo func(Opciones) T) T {
	t.Helper()
	s := nuevo(opcionesDePrueba())
	t.Cleanup(func() {
		if err := s.Detener(); err != nil {
			t.Errorf("end %s: %v", s.comun().Nombre, err)
		}
	})
	if err := arrancarParaPrueba(s); err != nil {
		NoEjecutada(t, err.Error())
	}
	return s
}

// opcionesDePrueba: a test changes nobody's laptop; a CI machine is there for it.
func opcionesDePrueba() Opciones {
	return Opciones{
		Instalar: EnCI(),
		Avisar:   func(linea string) { fmt.Fprintln(os.Stderr, "servicios:", linea) },
	}
}

func arrancarParaPrueba(s manejo) error {
	nombre := s.comun().Nombre
	if causa := os.Getenv(envFalta + strings.ToUpper(nombre)); causa != "" {
		return errors.New(causa)
	}
	// Not the context of the test: a shared service outlives it.
	return s.Iniciar(context.Background())
}

// compartido starts one service on the first request of the process.
type compartido[T manejo] struct {
	nuevo func(Opciones) T

	mu  sync.Mutex
	hay bool
	s   T
	err error
}

var (
	rabbitCompartido = &compartido[*Rabbit]{nuevo: NuevoRabbit}
	minioCompartido  = &compartido[*Minio]{nuevo: NuevoMinio}
	dynamoCompartido = &compartido[*Dynamo]{nuevo: NuevoDynamo}
)

func (c *compartido[T]) pedir(t testing.TB) T {
	t.Helper()
	c.mu.Lock()
	if !c.hay {
		c.s = c.nuevo(opcionesDePrueba())
		c.err = arrancarParaPrueba(c.s)
		c.hay = true
	}
	s, err := c.s, c.err
	c.mu.Unlock()
	if err != nil {
		NoEjecutada(t, err.Error())
	}
	return s
}

func (c *compartido[T]) cerrar() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.hay {
		return nil
	}
	return c.s.Detener()
}

func cerrarCompartidos() error {
	return errors.Join(rabbitCompartido.cerrar(), minioCompartido.cerrar(), dynamoCompartido.cerrar())
}

// SinFugas are options for goleak: the goroutines that watch over services
// live as long as the services do, which may be longer than a test.
func SinFugas() []goleak.Option {
	const aqui = "github.com/carpeta-ciudadana/servidor/internal/testkit/services."
	return []goleak.Option{
		goleak.IgnoreAnyFunction(aqui + "atenderHilo"),
		goleak.IgnoreAnyFunction(aqui + "(*proceso).vigilar"),
	}
}

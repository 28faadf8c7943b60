// Command servicios starts RabbitMQ, MinIO and a DynamoDB emulator as plain
// processes: for a test run, or, with an issuer of tokens (tools/issuer), for a
// day of development.
//
//	servicios ejecutar -- CMD ARGS…   start, run CMD with CARPETA_TEST_* set, stop; CMD's exit code
//	servicios up   --dir DIR          start detached; prints export lines (also in DIR/env)
//	servicios down --dir DIR          stop what up started; the data stays
//	servicios instalar                bring the programs that are missing, start nothing
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

const uso = `usage: servicios ejecutar -- CMD ARGS...
       servicios up   [--dir DIR]
       servicios down [--dir DIR] [--borrar]
       servicios instalar
`

// Exit codes: those of the server, see its command line.
const (
	falloUso = 2
	fallo    = 1
)

func main() { os.Exit(mandar(os.Args[1:])) }

func mandar(args []string) int {
	if len(args) == 0 {
		fmt.Fprint(os.Stderr, uso)
		return falloUso
	}
	senales := make(chan os.Signal, 8)
	signal.Notify(senales, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer signal.Stop(senales)

	banderas := flag.NewFlagSet(args[0], flag.ContinueOnError)
	dir := banderas.String("dir", ".servicios", "folder for data, logs, pids and env")
	borrar := banderas.Bool("borrar", false, "down: remove the data as well")
	if err := banderas.Parse(args[1:]); err != nil {
		return falloUso
	}
	switch orden := banderas.Args(); {
	case args[0] == "ejecutar" && len(orden) > 0:
		return ejecutar(orden, senales)
	case args[0] == "up" && len(orden) == 0:
		return subir(*dir, senales)
	case args[0] == "down" && len(orden) == 0:
		return bajar(*dir, *borrar)
	case args[0] == "instalar" && len(orden) == 0:
		ctx, cancelar := hastaSenal(senales)
		defer cancelar()
		return informar(services.Install(ctx, services.Config{Report: avisar}))
	}
	fmt.Fprint(os.Stderr, uso)
	return falloUso
}

// avisar keeps standard output to what programs read.
func avisar(linea string) { fmt.Fprintln(os.Stderr, "servicios:", linea) }

func informar(faltas []services.Missing) int {
	for _, f := range faltas {
		avisar(f.Error())
	}
	if len(faltas) > 0 {
		return fallo
	}
	return 0
}

// hastaSenal is a context that the first signal cancels.
func hastaSenal(senales <-chan os.Signal) (context.Context, context.CancelFunc) {
	ctx, cancelar := context.WithCancel(context.Background())
	go func() {
		select {
		case <-senales:
			cancelar()
		case <-ctx.Done():
		}
	}()
	return ctx, cancelar
}

// Command services starts RabbitMQ, MinIO and a DynamoDB emulator as plain
// processes: for a test run, or, with an issuer of tokens (tools/issuer), for a
// day of development.
//
//	services ejecutar -- CMD ARGS…   start, run CMD with CARPETA_TEST_* set, stop; CMD's exit code
//	services up   --dir DIR          start detached; prints export lines (also in DIR/env)
//	services down --dir DIR          stop what up started; the data stays
//	services instalar                bring the programs that are missing, start nothing
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

const usage = `usage: services ejecutar -- CMD ARGS...
       services up   [--dir DIR]
       services down [--dir DIR] [--borrar]
       services instalar
`

// Exit codes: those of the server, see its command line.
const (
	failedUsage = 2
	failed      = 1
)

func main() { os.Exit(command(os.Args[1:])) }

func command(args []string) int {
	if len(args) == 0 {
		fmt.Fprint(os.Stderr, usage)
		return failedUsage
	}
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer signal.Stop(signals)

	flags := flag.NewFlagSet(args[0], flag.ContinueOnError)
	dir := flags.String("dir", ".servicios", "folder for data, logs, pids and env")
	erase := flags.Bool("borrar", false, "down: remove the data as well")
	if err := flags.Parse(args[1:]); err != nil {
		return failedUsage
	}
	switch command := flags.Args(); {
	case args[0] == "ejecutar" && len(command) > 0:
		return runWith(command, signals)
	case args[0] == "up" && len(command) == 0:
		return up(*dir, signals)
	case args[0] == "down" && len(command) == 0:
		return down(*dir, *erase)
	case args[0] == "instalar" && len(command) == 0:
		ctx, cancel := untilSignal(signals)
		defer cancel()
		return reportLacks(services.Install(ctx, services.Config{Report: report}))
	}
	fmt.Fprint(os.Stderr, usage)
	return failedUsage
}

// report keeps standard output to what programs read.
func report(line string) { fmt.Fprintln(os.Stderr, "services:", line) }

func reportLacks(lacks []services.Missing) int {
	for _, f := range lacks {
		report(f.Error())
	}
	if len(lacks) > 0 {
		return failed
	}
	return 0
}

// untilSignal is a context that the first signal cancels.
func untilSignal(signals <-chan os.Signal) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		select {
		case <-signals:
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, cancel
}

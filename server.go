// Command carpeta is the Carpeta Ciudadana GraphQL server: every citizen's
// documents behind one API. See README.md.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/carpeta-ciudadana/servidor/internal/app/memory"
	"github.com/carpeta-ciudadana/servidor/internal/cli"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/ground/terminal"
)

func main() { os.Exit(run()) }

func run() int {
	if _, set := os.LookupEnv("GOGC"); !set { // the operator set it on purpose
		memory.Limit(memory.Slack)
	}
	command, err := config.FromProcess()
	if err != nil {
		return fail(err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	if err := cli.Run(ctx, command, os.Stdout, os.Stderr); err != nil {
		return fail(err)
	}
	return 0
}

// fail prints an error; bad arguments end with 2, failures with 1.
func fail(err error) int {
	for n, line := range strings.Split(err.Error(), "\n") { // it may quote a file of somebody else's
		if n == 0 {
			line = "carpeta: " + line
		}
		fmt.Fprintln(os.Stderr, terminal.Safe(line))
	}
	var coded interface{ ExitCode() int }
	if errors.As(err, &coded) {
		return coded.ExitCode()
	}
	return 1
}

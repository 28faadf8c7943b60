// Command issuer is an identity provider for a developer's machine: the
// distributed profile takes tokens of an issuer only, and a laptop has none.
//
//	issuer servir --addr HOST:PORT [--dir DIR]   OIDC discovery and keys, on loopback
//	issuer token  --sub ID --rol ROL [--operador ID] [--entidad ID] [--permisos P,…] [--ttl 1h] [--acr LEVEL] [--dir DIR]
//
// DIR is the folder of `services up`, which starts it. The key stays in
// DIR/emisor: a token outlives a restart. It makes no tokens
// for the network. A person that can read the key file can make them.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
)

const usage = `usage: issuer servir --addr HOST:PORT [--dir DIR]
       issuer token  --sub ID --rol ciudadano|operador|auditor|entidad|administrador
                    [--operador ID] [--entidad ID] [--permisos P,…] [--ttl 1h] [--acr LEVEL] [--dir DIR]
`

// Exit codes: those of the server, see its command line.
const (
	failedUsage = 2
	failed      = 1
)

func main() {
	ctx, release := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := command(ctx, os.Args[1:], os.Stdout, os.Stderr)
	release()
	os.Exit(code)
}

func command(ctx context.Context, args []string, output, errw io.Writer) int {
	if len(args) == 0 {
		fmt.Fprint(errw, usage)
		return failedUsage
	}
	flags := flag.NewFlagSet(args[0], flag.ContinueOnError)
	flags.SetOutput(errw)
	dir := flags.String("dir", ".servicios", "folder of services up")
	switch args[0] {
	case "servir":
		addr := flags.String("addr", "", "loopback HOST:PORT")
		if !understood(flags, args[1:], errw) {
			return failedUsage
		}
		return serve(ctx, folderOf(*dir), *addr, errw)
	case "token":
		var p request
		flags.StringVar(&p.sub, "sub", "", "whose token: a ciudadanoId")
		flags.StringVar(&p.rol, "rol", "", "ciudadano, operador, auditor, entidad or administrador")
		flags.StringVar(&p.operador, "operador", "", "operadorId, for the role operador")
		flags.StringVar(&p.entidad, "entidad", "", "entidadId, for the role entidad")
		flags.Func("permisos", "what an entidad's token may do: some of emision, solicitud, consulta; without it emision", p.allow)
		flags.StringVar(&p.acr, "acr", "", "level at which the person signed in")
		flags.DurationVar(&p.ttl, "ttl", time.Hour, "lifetime; a negative one gives an expired token")
		if !understood(flags, args[1:], errw) {
			return failedUsage
		}
		return token(folderOf(*dir), p, output, errw)
	}
	fmt.Fprint(errw, usage)
	return failedUsage
}

// entendido: the flags report their own errors.
func understood(flags *flag.FlagSet, args []string, errw io.Writer) bool {
	if flags.Parse(args) != nil {
		return false
	}
	if flags.NArg() > 0 {
		fmt.Fprint(errw, usage)
	}
	return flags.NArg() == 0
}

func folderOf(dir string) string { return filepath.Join(dir, "emisor") }

type request struct {
	sub, rol, operador, entidad, acr string
	permisos                         []auth.Permiso
	ttl                              time.Duration
}

// of is whom the role acts for.
func (p request) of() string {
	if auth.Role(p.rol) == auth.Entidad {
		return p.entidad
	}
	return p.operador
}

func (p *request) allow(list string) error {
	for one := range strings.SplitSeq(list, ",") {
		if !slices.Contains(auth.ValidPermisos, auth.Permiso(one)) {
			return fmt.Errorf("%q is none of %v", one, auth.ValidPermisos)
		}
		p.permisos = append(p.permisos, auth.Permiso(one))
	}
	return nil
}

// token prints a token alone, so that TOKEN=$(issuer token …) works.
func token(folder string, p request, output, errw io.Writer) int {
	e, err := open(folder)
	if err != nil {
		return complain(errw, err, failed)
	}
	t, err := e.Level(p.acr).Permitting(p.permisos...).Issue(p.sub, auth.Role(p.rol), p.of(), p.ttl)
	if err != nil {
		return complain(errw, err, failedUsage) // it refuses what the flags said
	}
	fmt.Fprintln(output, t)
	return 0
}

func complain(errw io.Writer, err error, code int) int {
	fmt.Fprintln(errw, "issuer:", err)
	return code
}

// Command emisor is an identity provider for a developer's machine: the
// distributed profile takes tokens of an issuer only, and a laptop has none.
//
//	emisor servir --addr HOST:PORT [--dir DIR]   OIDC discovery and keys, on loopback
//	emisor token  --sub ID --rol ROL [--operador ID] [--ttl 1h] [--dir DIR]
//
// DIR is the folder of `servicios up`, which starts it. The key stays in
// DIR/emisor: a token outlives a restart. There is no door for tokens on the
// network; who may read the key file may make them.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
)

const uso = `usage: emisor servir --addr HOST:PORT [--dir DIR]
       emisor token  --sub ID --rol ciudadano|operador|auditor [--operador ID] [--ttl 1h] [--dir DIR]
`

// Exit codes: those of the server, see its command line.
const (
	falloUso = 2
	fallo    = 1
)

func main() {
	ctx, soltar := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	codigo := mandar(ctx, os.Args[1:], os.Stdout, os.Stderr)
	soltar()
	os.Exit(codigo)
}

func mandar(ctx context.Context, args []string, salida, avisos io.Writer) int {
	if len(args) == 0 {
		fmt.Fprint(avisos, uso)
		return falloUso
	}
	banderas := flag.NewFlagSet(args[0], flag.ContinueOnError)
	banderas.SetOutput(avisos)
	dir := banderas.String("dir", ".servicios", "folder of servicios up")
	switch args[0] {
	case "servir":
		addr := banderas.String("addr", "", "loopback HOST:PORT")
		if !entendido(banderas, args[1:], avisos) {
			return falloUso
		}
		return servir(ctx, carpetaDe(*dir), *addr, avisos)
	case "token":
		var p pedido
		banderas.StringVar(&p.sub, "sub", "", "whose token: a ciudadanoId")
		banderas.StringVar(&p.rol, "rol", "", "ciudadano, operador or auditor")
		banderas.StringVar(&p.operador, "operador", "", "operadorId, for the role operador")
		banderas.DurationVar(&p.ttl, "ttl", time.Hour, "lifetime; a negative one gives an expired token")
		if !entendido(banderas, args[1:], avisos) {
			return falloUso
		}
		return token(carpetaDe(*dir), p, salida, avisos)
	}
	fmt.Fprint(avisos, uso)
	return falloUso
}

// entendido: the flags say by themselves what is wrong with them.
func entendido(banderas *flag.FlagSet, args []string, avisos io.Writer) bool {
	if banderas.Parse(args) != nil {
		return false
	}
	if banderas.NArg() > 0 {
		fmt.Fprint(avisos, uso)
	}
	return banderas.NArg() == 0
}

func carpetaDe(dir string) string { return filepath.Join(dir, "emisor") }

type pedido struct {
	sub, rol, operador string
	ttl                time.Duration
}

// token prints a token alone, so that TOKEN=$(emisor token …) works.
func token(carpeta string, p pedido, salida, avisos io.Writer) int {
	e, err := abrir(carpeta)
	if err != nil {
		return quejarse(avisos, err, fallo)
	}
	t, err := e.Emitir(p.sub, auth.Rol(p.rol), p.operador, p.ttl)
	if err != nil {
		return quejarse(avisos, err, falloUso) // it refuses what the flags said
	}
	fmt.Fprintln(salida, t)
	return 0
}

func quejarse(avisos io.Writer, err error, codigo int) int {
	fmt.Fprintln(avisos, "emisor:", err)
	return codigo
}

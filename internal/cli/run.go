package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/app"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/cli/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/cli/client"
	"github.com/carpeta-ciudadana/servidor/internal/cli/consola"
	"github.com/carpeta-ciudadana/servidor/internal/cli/importar"
	"github.com/carpeta-ciudadana/servidor/internal/cli/llave"
	"github.com/carpeta-ciudadana/servidor/internal/cli/registro"
	"github.com/carpeta-ciudadana/servidor/internal/cli/respaldo"
	"github.com/carpeta-ciudadana/servidor/internal/cli/revocacion"
	"github.com/carpeta-ciudadana/servidor/internal/cli/token"
	"github.com/carpeta-ciudadana/servidor/internal/cli/verificable"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
)

// Run carries out the command line. Results go to out, everything
// else to errw.
func Run(ctx context.Context, c config.Command, out, errw io.Writer) error {
	switch c.Name {
	case config.CmdHelp, config.CmdConfig:
		return nil // done by config.Parse
	case config.CmdVersion:
		_, err := fmt.Fprintln(out, app.Version())
		return err
	case config.CmdHealth:
		return health(ctx, c.Config.AdminAddr, out)
	case config.CmdToken:
		return token.Issue(c, out)
	case config.CmdVerificar:
		return auditoria.Verificar(c.Auditoria.Verificar, out)
	case config.CmdVerificarDocumento:
		return verificable.Verificar(c.Verify, time.Now, out)
	case config.CmdExportarDocumento:
		return verificable.Exportar(ctx, c.Export, out)
	case config.CmdLlaveNew, config.CmdLlaveNext, config.CmdLlavePublic:
		return llave.Run(c, time.Now, out)
	case config.CmdBackup, config.CmdRestore:
		return respaldo.Run(ctx, c, respaldo.Config{Dir: c.Config.DataDir, Program: app.Version(), Clock: time.Now}, out)
	case config.CmdRevocarAdd, config.CmdRevocarList, config.CmdRevocarRemove:
		return revoke(ctx, c, out)
	}
	if a := c.Access(); a != nil {
		return consola.Run(ctx, c, *a, auth.Operador, out, errw)
	}
	if a := c.Orders(); a != nil {
		return consola.Run(ctx, c, config.Access{URL: a.URL, Token: a.Token, Output: a.Output}, auth.Auditor, out, errw)
	}
	if r := c.Registry(); r != nil && r.URL != "" {
		return registerThere(ctx, c, *r, out)
	}
	if c.Name == config.CmdImport && c.Import.URL != "" {
		return importar.Run(ctx, importar.NewRemote(c.Import.URL, c.Import.Token, c.Import.Carpeta), c.Import.Dir, progress(errw), NewLog(c.Config, errw))
	}
	log := NewLog(c.Config, errw)
	d, err := app.Open(ctx, c.Config, log)
	if err != nil {
		return taken(c, err)
	}
	return errors.Join(stores{d, log}.run(ctx, c, out, errw), d.Close())
}

// taken says what to do when a server has the data folder.
func taken(c config.Command, err error) error {
	switch {
	case !errors.Is(err, boltstore.ErrInUse):
		return err
	case c.Name == config.CmdReconcile:
		return fmt.Errorf("%w. A running server compares by itself (CARPETA_RECONCILE_INTERVAL): read carpeta_reconcile_* at its /metrics; to repair, stop it first", err)
	case c.Name == config.CmdComprobar:
		return fmt.Errorf("%w. A running server reads its logs as a whole once a day (carpeta_sello_danados at its /metrics); to compare the store with them, stop it first", err)
	case c.Registry() != nil:
		return fmt.Errorf("%w; or ask the server that has it: add --url and the address at which your server listens, for example --url http://127.0.0.1:8080", err)
	}
	return err
}

// revoke works beside running servers.
func revoke(ctx context.Context, c config.Command, out io.Writer) error {
	r, err := app.OpenRevocations(ctx, c.Config)
	if err != nil {
		return err
	}
	defer r.Close()
	return revocacion.List{Config: c.Config, Denied: r.List, Trail: r.Trail, Clock: time.Now}.Run(ctx, c, out)
}

// registerThere keeps the registry of a running server.
func registerThere(ctx context.Context, c config.Command, r config.Registry, out io.Writer) error {
	if r.Token == "" {
		var err error
		if r.Token, err = token.Own(c.Config.DataDir, auth.Administrador, ""); err != nil {
			return err
		}
	}
	return registro.Run(ctx, registro.Remote{Client: client.New(r.URL, r.Token, consola.Timeout)}, c, out)
}

// Operations are those of the commands that ask a server.
func Operations() []string {
	return slices.Concat(consola.Operaciones(), importar.Operaciones(), registro.Operaciones(), verificable.Operaciones())
}

func progress(w io.Writer) importar.Progreso {
	return importar.Progreso{Writer: w, Terminal: isTerminal(w)}
}

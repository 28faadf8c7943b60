package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/cli/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/cli/importar"
	"github.com/carpeta-ciudadana/servidor/internal/cli/migrar"
	"github.com/carpeta-ciudadana/servidor/internal/cli/respaldo"
	"github.com/carpeta-ciudadana/servidor/internal/cli/semilla"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Run carries out the command line. Results go to out, everything
// else to errw.
func Run(ctx context.Context, c config.Command, out, errw io.Writer) error {
	switch c.Name {
	case config.CmdHelp, config.CmdConfig, config.CmdComplete, config.CmdMan:
		return nil // done by config.Parse
	case config.CmdVersion:
		_, err := fmt.Fprintln(out, Version())
		return err
	case config.CmdToken:
		return issueToken(c, out)
	case config.CmdVerificar:
		return auditoria.Verificar(c.Auditoria.Verificar, out)
	case config.CmdLlaveNew, config.CmdLlaveNext, config.CmdLlavePublic:
		return llave(c, out)
	case config.CmdBackup, config.CmdLook, config.CmdRestore:
		return respaldo.Run(ctx, c, backupOf(c.Config, errw), out)
	case config.CmdRevocarAdd, config.CmdRevocarList, config.CmdRevocarRemove:
		return revocar(ctx, c, out)
	}
	if a := c.Access(); a != nil {
		return operar(ctx, c, *a, auth.Operador, out, errw)
	}
	if a := c.Orders(); a != nil {
		return operar(ctx, c, config.Access{URL: a.URL, Token: a.Token, Output: a.Output}, auth.Auditor, out, errw)
	}
	if r := c.Registry(); r != nil && r.URL != "" {
		return registerRemote(ctx, c, *r, out)
	}
	log := NewLog(c.Config, errw)
	if c.Name == config.CmdImport && c.Import.URL != "" {
		return importar.Run(ctx, importar.NewRemote(c.Import.URL, c.Import.Token, c.Import.Carpeta), c.Import.Dir, progress(errw), log)
	}
	a, err := New(ctx, c.Config, log)
	if err != nil {
		return taken(c, err)
	}
	return errors.Join(a.run(ctx, c, out, errw), a.Close())
}

func (a *App) run(ctx context.Context, c config.Command, out, errw io.Writer) error {
	switch c.Name {
	case config.CmdBootstrap:
		return a.bootstrap(ctx)
	case config.CmdMigrate:
		return a.migrate(ctx, c.Migrate, out, errw)
	}
	if err := a.settled(ctx, c); err != nil {
		return err
	}
	switch c.Name {
	case config.CmdOpen:
		return a.openCarpeta(ctx, c.Open, out)
	case config.CmdSeed:
		return a.sembrar(ctx, c.Seed, out)
	case config.CmdImport:
		return a.importar(ctx, c.Import, errw)
	case config.CmdEntidadAlta, config.CmdEntidadBaja, config.CmdEntidadList:
		return a.register(ctx, c, out)
	case config.CmdReconcile:
		return a.reconciliar(ctx, c.Reconcile, out, errw)
	case config.CmdComprobar:
		return a.comprobar(ctx, c.Auditoria.Comprobar, out)
	}
	if c.Serve.Demo {
		d, err := a.prepareDemo(ctx)
		if err != nil {
			return err
		}
		a.http.demo = d
		a.OnReady(func(api, admin string) {
			if err := a.deliverDemo(byConsole(ctx), d.carpeta); err != nil { // the rest of the demo is there without it
				a.log.Warn("the demo's entity could not deliver", "error", err)
			}
			d.show(out, api, admin)
		})
	}
	return a.Run(ctx)
}

// settled refuses commands on the tables of a migration that is not over. One that writes takes the tables over, as a
// server does: a further run of the migration would remove what it wrote. Serve asks for itself, and who finds no tables
// will say so.
func (a *App) settled(ctx context.Context, c config.Command) error {
	switch there := a.cfg.Profile == config.Distributed && c.Name != config.CmdServe && a.p.ready(ctx) == nil; {
	case there && writes(c):
		return a.p.takeOver(ctx)
	case there:
		return migrar.MayUse(ctx, a.p.store)
	default:
		return nil
	}
}

// writes reports whether a command changes what is in the stores.
func writes(c config.Command) bool {
	switch c.Name {
	case config.CmdOpen, config.CmdSeed, config.CmdImport, config.CmdEntidadAlta, config.CmdEntidadBaja:
		return true
	case config.CmdReconcile:
		return c.Reconcile.Repair
	default:
		return false
	}
}

// bootstrap also says what no program can do over AMQP.
func (a *App) bootstrap(ctx context.Context) error {
	if err := a.Bootstrap(ctx); err != nil {
		return err
	}
	if a.p.policy != "" {
		a.log.Info("RabbitMQ bounds its queues by a policy; set it if it is not there", "command", a.p.policy)
	}
	return nil
}

// issueToken needs the key file only: it works while a server has the data folder.
func issueToken(c config.Command, out io.Writer) error {
	if !c.Config.LocalIssuer() {
		return errors.New("this configuration has an issuer of its own (CARPETA_AUTH_ISSUER): ask it for tokens")
	}
	if c.Token.TTL > c.Config.AuthTokenLife {
		return fmt.Errorf("--ttl is longer than CARPETA_AUTH_TOKEN_LIFE (%v): no server would take the token", c.Config.AuthTokenLife)
	}
	if err := lives(c.Config.DataDir); err != nil {
		return err
	}
	if err := os.MkdirAll(c.Config.DataDir, 0o700); err != nil {
		return fmt.Errorf("creating the data folder: %w: name the server's with CARPETA_DATA_DIR", err)
	}
	emisor, err := auth.OpenEmisor(c.Config.DataDir, time.Now)
	if err != nil {
		return err
	}
	token, err := emisor.Issue(c.Token.Sub, auth.Role(c.Token.Rol), c.Token.Of(), c.Token.TTL)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, token)
	return err
}

// openCarpeta prints the line that seed prints.
func (a *App) openCarpeta(ctx context.Context, o config.Open, out io.Writer) error {
	if err := a.Bootstrap(ctx); err != nil {
		return err
	}
	c, err := a.carpetas.AbrirPara(byConsole(ctx), o.Operador, o.Ciudadano)
	if err != nil {
		return err
	}
	return json.NewEncoder(out).Encode(semilla.Line{CarpetaID: c.CarpetaID, CiudadanoID: c.CiudadanoID, Documentos: int(c.TotalDocumentos)})
}

func (a *App) sembrar(ctx context.Context, s config.Seed, out io.Writer) error {
	if err := a.Bootstrap(ctx); err != nil {
		return err
	}
	number := s.Semilla
	if number == 0 {
		number = rand.Uint64()
	}
	var objetos documento.Objetos
	if s.Files {
		objetos = a.p.objetos
	}
	lines := json.NewEncoder(out)
	config := semilla.Config{Carpetas: s.Carpetas, Documentos: s.Documentos, Rand: semilla.NewRand(number), Entidades: a.entidades}
	return semilla.Sembrar(byConsole(ctx), *a.carpetas, a.p.store, objetos, config, func(l semilla.Line) {
		if err := lines.Encode(l); err != nil {
			a.log.Warn("line not written", "error", err)
		}
	})
}

func (a *App) importar(ctx context.Context, i config.Import, errw io.Writer) error {
	if err := a.p.ready(ctx); err != nil {
		return err
	}
	if err := a.p.objetos.Bootstrap(ctx); err != nil {
		return err
	}
	d, err := importar.NewDirect(ctx, a.documentos, a.p.store, i.Carpeta)
	if errors.Is(err, fault.NotFound) {
		return fmt.Errorf("--carpeta: there is no %s here: carpeta datos sembrar and the query miCarpeta show carpetaIds; is CARPETA_DATA_DIR or the table prefix another?", i.Carpeta)
	}
	if err != nil {
		return err
	}
	return importar.Run(byConsole(ctx), d, i.Dir, progress(errw), a.log)
}

func progress(w io.Writer) importar.Progreso {
	return importar.Progreso{Writer: w, Terminal: isTerminal(w)}
}

// backupOf is what a backup has to know of the data folder.
func backupOf(c config.Config, errw io.Writer) respaldo.Config {
	return respaldo.Config{
		Data:    respaldo.Data{Dir: c.DataDir, Objects: carpetaObjetos, Frozen: []string{sealsFolder, archiveFolder}, Access: accessFile},
		Program: Version(), Clock: time.Now, Log: NewLog(c, errw),
	}
}

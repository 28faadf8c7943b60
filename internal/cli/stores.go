package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/app"
	trail "github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/cli/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/cli/client"
	"github.com/carpeta-ciudadana/servidor/internal/cli/demo"
	"github.com/carpeta-ciudadana/servidor/internal/cli/importar"
	"github.com/carpeta-ciudadana/servidor/internal/cli/migrar"
	"github.com/carpeta-ciudadana/servidor/internal/cli/reconciliacion"
	"github.com/carpeta-ciudadana/servidor/internal/cli/registro"
	"github.com/carpeta-ciudadana/servidor/internal/cli/semilla"
	"github.com/carpeta-ciudadana/servidor/internal/cli/token"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/store/cargo"
)

// stores are the commands that open them.
type stores struct {
	*app.Domain
	log *slog.Logger
}

func (s stores) run(ctx context.Context, c config.Command, out, errw io.Writer) error {
	console := trail.Como(ctx, trail.Consola) // says to the trail who does it
	switch c.Name {
	case config.CmdBootstrap:
		return s.bootstrap(ctx)
	case config.CmdMigrate:
		return migrar.Move(ctx, c.Migrate.De, s.destination(c.Config), out, errw)
	case config.CmdServe:
		return s.serve(ctx, c, out)
	}
	if err := s.settled(ctx); err != nil {
		return err
	}
	switch c.Name {
	case config.CmdOpen:
		return s.openCarpeta(console, c.Open, out)
	case config.CmdSeed:
		return s.seed(console, c.Seed, out)
	case config.CmdImport:
		return s.importFiles(console, c.Import, errw)
	case config.CmdReconcile:
		return s.reconcile(ctx, c, out, errw)
	case config.CmdComprobar:
		if err := s.Store.Ready(ctx); err != nil {
			return err
		}
		return auditoria.Comprobar(ctx, s.Sellador, s.Store.OperadoresConEventos, c.Auditoria.Comprobar, out)
	default:
		return s.register(console, c, out)
	}
}

// settled refuses commands on the tables of a migration that is not over. Who finds no tables will say so.
func (s stores) settled(ctx context.Context) error {
	if there := s.Store.Ready(ctx) == nil; there {
		return cargo.MayUse(ctx, s.Store)
	}
	return nil
}

// bootstrap also says what no program can do over AMQP.
func (s stores) bootstrap(ctx context.Context) error {
	if err := s.Bootstrap(ctx); err != nil {
		return err
	}
	if s.Politica != "" {
		s.log.Info("RabbitMQ bounds its queues by a policy; set it if it is not there", "command", s.Politica)
	}
	return nil
}

func (s stores) serve(ctx context.Context, c config.Command, out io.Writer) error {
	o := app.Options{Trusted: Operations()}
	if c.Serve.Demo {
		if err := s.Bootstrap(ctx); err != nil {
			return err
		}
		console := trail.Como(ctx, trail.Consola)
		d, err := demo.Prepare(console, demo.Server{
			Carpetas: s.Carpetas, Entidades: s.Entidades, Entregas: s.Entregas, Store: s.Store, Objetos: s.Objetos, Emisor: s.Emisor,
			Llave: filepath.Join(c.Config.DataDir, demo.KeyFile), Clock: time.Now,
		})
		if err != nil {
			return err
		}
		o.Settings = d.Settings
		o.OnReady = func(api, admin string) {
			if err := d.Deliver(console); err != nil { // the rest of the demo is there without it
				s.log.Warn("the demo's entity could not deliver", "error", err)
			}
			d.Show(out, api, admin) // whoever reads the address finds every paper
		}
	}
	return s.Serve(ctx, o)
}

func (s stores) destination(c config.Config) migrar.Destination {
	return migrar.Destination{
		Store: s.Store, Objects: s.Objetos, Sealed: []sello.Objects{s.Sellos, s.Archivo}, Bootstrap: s.BootstrapStores,
		Denied: app.DenyList(c, s.Store), Household: s.Household, Clock: time.Now,
	}
}

// openCarpeta prints the line that seed prints.
func (s stores) openCarpeta(ctx context.Context, o config.Open, out io.Writer) error {
	if err := s.Bootstrap(ctx); err != nil {
		return err
	}
	c, err := s.Carpetas.AbrirPara(ctx, o.Operador, o.Ciudadano)
	if err != nil {
		return err
	}
	return json.NewEncoder(out).Encode(semilla.Line{CarpetaID: c.CarpetaID, CiudadanoID: c.CiudadanoID, Documentos: int(c.TotalDocumentos)})
}

func (s stores) seed(ctx context.Context, c config.Seed, out io.Writer) error {
	if err := s.Bootstrap(ctx); err != nil {
		return err
	}
	number := c.Semilla
	if number == 0 {
		number = rand.Uint64()
	}
	var objetos documento.Objetos
	if c.Files {
		objetos = s.Objetos
	}
	lines := json.NewEncoder(out)
	config := semilla.Config{Carpetas: c.Carpetas, Documentos: c.Documentos, Rand: semilla.NewRand(number), Entidades: s.Entidades}
	return semilla.Sembrar(ctx, *s.Carpetas, s.Store, objetos, config, func(l semilla.Line) {
		if err := lines.Encode(l); err != nil {
			s.log.Warn("line not written", "error", err)
		}
	})
}

func (s stores) importFiles(ctx context.Context, i config.Import, errw io.Writer) error {
	if err := s.Store.Ready(ctx); err != nil {
		return err
	}
	if err := s.Objetos.Bootstrap(ctx); err != nil {
		return err
	}
	d, err := importar.NewDirect(ctx, s.Documentos, s.Store, i.Carpeta)
	if errors.Is(err, fault.NotFound) {
		return fmt.Errorf("--carpeta: there is no %s here: carpeta datos sembrar and the query miCarpeta show carpetaIds; is CARPETA_DATA_DIR or the table prefix another?", i.Carpeta)
	}
	if err != nil {
		return err
	}
	return importar.Run(ctx, d, i.Dir, progress(errw), s.log)
}

func (s stores) reconcile(ctx context.Context, c config.Command, out, errw io.Writer) error {
	if err := errors.Join(s.Store.Ready(ctx), s.Objetos.Ready(ctx)); err != nil {
		return err
	}
	r := reconciliacion.Command{
		Reconciliador: s.Reconciliador(), Rate: c.Config.ReconcileRate, Owner: app.Walker(), Sagas: s.Store, Progress: isTerminal(errw),
	}
	if c.Config.Profile == config.Embedded { // the data belong to this process alone
		r.Work = s.Work
	}
	return r.Run(ctx, c.Reconcile, out, errw)
}

// register keeps the registry in the stores.
func (s stores) register(ctx context.Context, c config.Command, out io.Writer) error {
	if err := s.Store.Bootstrap(ctx); err != nil {
		return err
	}
	person := auth.Principal{Sub: token.Console, Roles: []auth.Role{auth.Administrador}}
	return spoken(ctx, registro.Run(ctx, registro.Direct{Entidades: s.Entidades, Tipos: s.Tipos, Tramites: s.Tramites, Quien: person}, c, out))
}

// spoken is what somebody can correct as a running server says it to a command: in English, and without its causes.
func spoken(ctx context.Context, err error) error {
	var f *fault.Error
	if !errors.As(err, &f) || !f.Code.OfPayload() {
		return err
	}
	f = f.For(fault.WithLanguage(ctx, []string{fault.English}))
	es := client.UserErrors{{Codigo: string(f.Code), Mensaje: f.Mensaje}}
	for _, c := range f.Campos {
		es[0].Campos = append(es[0].Campos, struct{ Campo, Mensaje string }(c))
	}
	return es.Err()
}

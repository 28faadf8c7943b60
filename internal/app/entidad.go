package app

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/cli/client"
	"github.com/carpeta-ciudadana/servidor/internal/cli/consola"
	"github.com/carpeta-ciudadana/servidor/internal/cli/registro"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// wireEntidades puts the use cases of entities on the ports.
func (a *App) wireEntidades(cursors *relay.Codec) {
	hosts, networks := a.cfg.Internal()
	published := auth.NewPublished(auth.RemoteConfig{Clock: a.clock, Stale: a.cfg.AuthStaleKeys, Log: a.log}, auth.Internal{Hosts: hosts, Networks: networks})
	a.entidades = &entidad.Servicio{Store: a.p.store, Fuente: published, Cursores: cursors, Clock: a.clock, Log: a.log, Escribano: auditoria.Escribano{Clock: a.clock}}
	a.entregas = &entrega.Servicio{
		Store: a.p.store, Carpetas: a.p.store, Documentos: a.documentos, Entidades: a.entidades, Cursores: cursors,
		Presupuesto: quota.New(a.deliveries(), a.clock), Dia: quota.New(a.ofADay(a.cfg.Rate.DeliveriesDay), a.clock), Partes: entrega.NewPartes(a.documentos.Limites.Cuota, maxSubjects, a.clock), Clock: a.clock, Escribano: auditoria.Escribano{Clock: a.clock},
	}
}

// register keeps the registry in the stores.
func (a *App) register(ctx context.Context, c config.Command, out io.Writer) error {
	if err := a.p.bootstrap(ctx); err != nil {
		return err
	}
	person := auth.Principal{Sub: subConsola, Roles: []auth.Role{auth.Administrador}}
	return runRegistro(byConsole(ctx), registro.Direct{Entidades: a.entidades, Quien: person}, c, out)
}

// registerRemote keeps the registry of a running server.
func registerRemote(ctx context.Context, c config.Command, r config.Registry, out io.Writer) error {
	if r.Token == "" {
		var err error
		if r.Token, err = ownToken(c.Config.DataDir, auth.Administrador, ""); err != nil {
			return err
		}
	}
	return runRegistro(ctx, registro.Remote{Client: client.New(r.URL, r.Token, consola.Timeout)}, c, out)
}

func runRegistro(ctx context.Context, where registro.Registro, c config.Command, out io.Writer) error {
	alta := entidad.Alta{EntidadID: c.Entidad.Alta.ID, Nombre: c.Entidad.Alta.Nombre, LlavesURL: c.Entidad.Alta.JWKSURL}
	if file := c.Entidad.Alta.JWKS; file != "" {
		jwks, err := os.ReadFile(file)
		if err != nil {
			return fmt.Errorf("--jwks: %w", err)
		}
		alta.Llaves = string(jwks)
	}
	baja := c.Entidad.Baja
	switch {
	case c.Name == config.CmdEntidadAlta:
		return registro.Print(out, func() (registro.Line, error) { return where.Alta(ctx, alta) })
	case c.Name == config.CmdEntidadList:
		return where.Lista(ctx, registro.Printer(out))
	case baja.Llave != "":
		return registro.Print(out, func() (registro.Line, error) { return where.Revocar(ctx, baja.ID, baja.Llave, baja.Desde) })
	default:
		return registro.Print(out, func() (registro.Line, error) { return where.Baja(ctx, baja.ID) })
	}
}

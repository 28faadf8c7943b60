package config

import (
	"net/url"
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/duracion"
)

// The commands of operadores: clients of a running server.
const (
	CmdSagasList  = "sagas list"
	CmdSagasWhy   = "sagas why"
	CmdSagasRetry = "sagas retry"
	CmdDLQList    = "dlq list"
	CmdDLQRedrive = "dlq redrive"
)

// Acceso is how a command reaches a running server, and as whom.
type Acceso struct {
	URL      string `name:"url" placeholder:"URL" help:"Server to ask; default: this configuration's own, http://ADDR."`
	Token    string `placeholder:"TOKEN" help:"Token of an operador or auditor. Without it, the embedded profile's key in the data folder makes one for --operador."`
	Operador string `placeholder:"ID" help:"operadorId: whose deletions and messages. An operador's own if absent; an auditor must name one for sagas list."`
	Salida   string `name:"output" short:"o" default:"table" enum:"table,json" help:"table or json."`
}

// Sagas is what operadores do about deletions.
type Sagas struct {
	List  SagasList  `cmd:"" help:"List deletions, the oldest first; by default those that may need somebody (INICIADA, COMPENSANDO, FALLIDA)."`
	Why   SagasWhy   `cmd:"" help:"Say why a deletion does not move, and what to do."`
	Retry SagasRetry `cmd:"" help:"Try a FALLIDA deletion again whose file is gone already."`
}

// SagasList lists deletions.
type SagasList struct {
	Acceso        `embed:""`
	Estado        []string `placeholder:"ESTADO,…" help:"Only these states: INICIADA, COMPENSANDO, COMPLETADA, FALLIDA, CANCELADA."`
	Paso          string   `placeholder:"PASO" help:"Only this step: APROBACION, ESPERA, MINIO_CLEANUP, METADATA_CLEANUP, COMPLETED."`
	Causa         string   `placeholder:"CAUSA" help:"Only those that this keeps from moving, e.g. CARTA_MUERTA, TURNO, REINTENTO."`
	MasAntiguaQue string   `placeholder:"D" help:"Only those asked for longer ago than this: 30m, 24h, 7d."`
	Limite        int      `default:"100" min:"1" max:"100000" placeholder:"N" help:"At most so many."`
}

// SagasWhy asks why a deletion does not move.
type SagasWhy struct {
	Acceso   `embed:""`
	EventoID string `arg:"" name:"evento-id" help:"The deletion."`
}

// SagasRetry tries a deletion again.
type SagasRetry struct {
	Acceso   `embed:""`
	EventoID string `arg:"" name:"evento-id" help:"The deletion."`
}

// DLQ is what operadores do about dead letters.
type DLQ struct {
	List    DLQList    `cmd:"" help:"List dead letters, those that died first in front (the oldest 1,000 of each queue)."`
	Redrive DLQRedrive `cmd:"" help:"Send dead letters to their work queue again: in growing batches (1, 2, 5, 20, 20 …), not beyond the first failure."`
}

// DLQList lists dead letters.
type DLQList struct {
	Acceso        `embed:""`
	Cola          string `placeholder:"QUEUE" help:"Only this dead-letter queue, e.g. minio.cleanup.dlq."`
	Motivo        string `placeholder:"CODE" help:"Only with this reason, e.g. UNAVAILABLE."`
	MasAntiguoQue string `placeholder:"D" help:"Only those that died longer ago than this: 30m, 24h, 7d."`
	Limite        int    `default:"100" min:"1" max:"100000" placeholder:"N" help:"At most so many."`
}

// DLQRedrive sends dead letters again.
type DLQRedrive struct {
	Acceso     `embed:""`
	Cola       string   `arg:"" name:"queue" help:"The dead-letter queue, e.g. minio.cleanup.dlq."`
	IDs        []string `name:"id" placeholder:"ID,…" help:"Only these messages; dlq list shows their ids."`
	Motivo     string   `placeholder:"CODE" help:"Only with this reason."`
	Maximo     int      `default:"1000" min:"1" max:"1000" placeholder:"N" help:"At most so many, the oldest first."`
	PorSegundo int      `default:"20" min:"1" max:"100" placeholder:"N" help:"At most so many a second, 1 to 100."`
	DryRun     bool     `help:"Say what would be done, and change nothing."`
}

// VigenciaToken is how long a token lives that a command makes for itself.
const VigenciaToken = time.Hour

// Acceso is that of a command; nil if it asks no server.
func (c *Comando) Acceso() *Acceso { return accesoDe(c.Nombre, &c.Sagas, &c.DLQ) }

func accesoDe(comando string, s *Sagas, d *DLQ) *Acceso {
	return map[string]*Acceso{
		CmdSagasList: &s.List.Acceso, CmdSagasWhy: &s.Why.Acceso, CmdSagasRetry: &s.Retry.Acceso,
		CmdDLQList: &d.List.Acceso, CmdDLQRedrive: &d.Redrive.Acceso,
	}[comando]
}

// operador checks the arguments of what operadores do, and fills in the server.
func (v *validador) operador(c *cli, comando string) {
	a := accesoDe(comando, &c.Sagas, &c.DLQ)
	if a == nil {
		return
	}
	if a.URL == "" {
		if a.URL = c.PublicURL; a.URL == "" {
			a.URL = "http://" + c.Addr
			if c.TLSCert != "" {
				a.URL = "https://" + c.Addr
			}
		}
	}
	if !urlHTTP(a.URL) {
		v.malArgumento(noEsURL)
	}
	switch {
	case a.Token == "" && !c.EmisorLocal():
		v.malArgumento("--token is missing: ask %s for one of the role operador or auditor", nombreEmisor(c.AuthIssuer))
	case a.Token == "" && a.Operador == "":
		v.malArgumento("whose? Add --operador ID (a token is made with the key in the data folder), or --token TOKEN")
	}
	switch comando {
	case CmdSagasList:
		v.edad("mas-antigua-que", c.Sagas.List.MasAntiguaQue)
	case CmdDLQList:
		v.edad("mas-antiguo-que", c.DLQ.List.MasAntiguoQue)
	case CmdSagasWhy:
		v.evento(c.Sagas.Why.EventoID)
	case CmdSagasRetry:
		v.evento(c.Sagas.Retry.EventoID)
	}
}

const noEsURL = "--url is not a URL with the scheme http or https; write for example http://127.0.0.1:8080"

func urlHTTP(texto string) bool {
	u, err := url.Parse(texto)
	return err == nil && u.Host != "" && slices.Contains([]string{"http", "https"}, u.Scheme)
}

func (v *validador) edad(flag, texto string) {
	if _, err := duracion.Leer(texto); texto != "" && err != nil {
		v.malArgumento("--%s: %q: %v", flag, texto, err)
	}
}

func (v *validador) evento(id string) {
	if !uuidValido.MatchString(id) {
		v.malArgumento("%q is not an eventoId (a UUID in lower case); carpeta sagas list shows them", id)
	}
}

package config

import (
	"time"
)

// The commands of operadores: clients of a running server.
const (
	CmdSagasList    = "eliminacion listar"
	CmdSagasWhy     = "eliminacion explicar"
	CmdSagasRetry   = "eliminacion reintentar"
	CmdSagasApprove = "eliminacion aprobar"
	CmdSagasReject  = "eliminacion rechazar"
	CmdDLQList      = "dlq listar"
	CmdDLQRedrive   = "dlq reenviar"
)

// Access is how a command reaches a running server, and as whom.
type Access struct {
	URL      string `name:"url" placeholder:"URL" help:"Server to ask; default: this configuration's own, http://ADDR."`
	Token    string `placeholder:"TOKEN" help:"Token of an operador or auditor. Without it, the embedded profile's key in the data folder makes one for --operador."`
	Operador string `placeholder:"ID" help:"operadorId: whose deletions and messages. An operador's own if absent; an auditor must name one for eliminacion listar and for the trail, unless it asks for one correlation."`
	Output   string `name:"salida" short:"o" default:"table" enum:"table,json" help:"table or json."`
}

// Sagas is what operadores do about deletions.
type Sagas struct {
	List    SagasList    `cmd:"" name:"listar" help:"List deletions, the oldest first; by default those that may need somebody (INICIADA, COMPENSANDO, FALLIDA)."`
	Why     SagasWhy     `cmd:"" name:"explicar" help:"Say why a deletion does not move, and what to do."`
	Retry   SagasRetry   `cmd:"" name:"reintentar" help:"Try a FALLIDA deletion again whose file is gone already."`
	Approve SagasApprove `cmd:"" name:"aprobar" help:"Approve the deletion of a certified document: it begins at once. Another person than the asker."`
	Reject  SagasReject  `cmd:"" name:"rechazar" help:"Reject the deletion of a certified document, and say why: the document is given back."`
}

// SagasList lists deletions.
type SagasList struct {
	Access        `embed:""`
	Estado        []string `placeholder:"ESTADO,…" help:"Only these states: INICIADA, COMPENSANDO, COMPLETADA, FALLIDA, CANCELADA."`
	Paso          string   `placeholder:"PASO" help:"Only this step, as the list names it, e.g. METADATA_CLEANUP."`
	Causa         string   `placeholder:"CAUSA" help:"Only those that this keeps from moving, e.g. CARTA_MUERTA, TURNO, REINTENTO."`
	MasAntiguaQue string   `placeholder:"D" help:"Only those asked for longer ago than this: 30m, 24h, 7d."`
	Limite        int      `default:"100" min:"1" max:"100000" placeholder:"N" help:"At most so many."`
}

// SagasWhy asks why a deletion does not move.
type SagasWhy struct {
	Access   `embed:""`
	EventoID string `arg:"" name:"evento-id" help:"The deletion."`
}

// SagasRetry tries a deletion again.
type SagasRetry struct {
	Access   `embed:""`
	EventoID string `arg:"" name:"evento-id" help:"The deletion."`
}

// SagasApprove approves the deletion of a certified document.
type SagasApprove struct {
	Access     `embed:""`
	EventoID   string `arg:"" name:"evento-id" help:"The deletion."`
	Comentario string `placeholder:"TEXT" help:"What to say about it, at most 500 characters."`
}

// SagasReject rejects it.
type SagasReject struct {
	Access     `embed:""`
	EventoID   string `arg:"" name:"evento-id" help:"The deletion."`
	Comentario string `required:"" placeholder:"TEXT" help:"Why not, 1–500 characters."`
}

// DLQ is what operadores do about dead letters.
type DLQ struct {
	List    DLQList    `cmd:"" name:"listar" help:"List dead letters, those that died first in front (the oldest 10,000 of each queue)."`
	Redrive DLQRedrive `cmd:"" name:"reenviar" help:"Send dead letters to their work queue again: in growing batches (1, 2, 5, 20, 20 …), not beyond the first failure."`
}

// DLQList lists dead letters.
type DLQList struct {
	Access        `embed:""`
	Cola          string `placeholder:"QUEUE" help:"Only this dead-letter queue, e.g. minio.cleanup.dlq."`
	Motivo        string `placeholder:"CODE" help:"Only with this reason, e.g. UNAVAILABLE."`
	MasAntiguoQue string `placeholder:"D" help:"Only those that died longer ago than this: 30m, 24h, 7d."`
	Limite        int    `default:"100" min:"1" max:"100000" placeholder:"N" help:"At most so many."`
}

// DLQRedrive sends dead letters again.
type DLQRedrive struct {
	Access     `embed:""`
	Cola       string   `arg:"" name:"queue" help:"The dead-letter queue, e.g. minio.cleanup.dlq."`
	IDs        []string `name:"copia" placeholder:"ID,…" help:"Only these copies; dlq listar shows them."`
	Motivo     string   `placeholder:"CODE" help:"Only with this reason."`
	Maximo     int      `default:"1000" min:"1" max:"1000" placeholder:"N" help:"At most so many, the oldest first."`
	PorSegundo int      `default:"20" min:"1" max:"100" placeholder:"N" help:"At most so many a second, 1 to 100."`
	DryRun     bool     `name:"simular" help:"Say what would be done, and change nothing."`
}

// TokenLifetime is how long a token lives that a command makes for itself.
const TokenLifetime = time.Hour

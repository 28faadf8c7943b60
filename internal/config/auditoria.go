package config

import (
	"slices"
	"time"
)

// whoSays are the roles that can be asked what they act for: a citizen acts on their own things.
var whoSays = []string{"operador", "entidad", "auditor"}

func (v *validator) purposes(c *Config) {
	for _, role := range c.AuditoriaProposito {
		if !slices.Contains(whoSays, role) {
			v.bad("auditoria-proposito", "%q is no role that acts for others; choose from operador, entidad, auditor", role)
		}
	}
}

// The commands of the trail.
const (
	CmdVerificar   = "auditoria verificar"
	CmdComprobar   = "auditoria comprobar"
	CmdLlaveNew    = "llave crear"
	CmdLlaveNext   = "llave rotar"
	CmdLlavePublic = "llave mostrar"

	// Clients of a running server.
	CmdAuditoriaList   = "auditoria listar"
	CmdAuditoriaTail   = "auditoria seguir"
	CmdAuditoriaExport = "auditoria exportar"
)

// Auditoria is what is done with the trail.
type Auditoria struct {
	List      AuditoriaList   `cmd:"" name:"listar" help:"List events of the trail, the newest first."`
	Tail      AuditoriaTail   `cmd:"" name:"seguir" help:"Show events as they come, each once; where several processes write, 30 seconds after they happen."`
	Export    AuditoriaExport `cmd:"" name:"exportar" help:"Copy the trail to the output, the oldest first; goes on after a cut, and says how to go on later."`
	Verificar Verificar       `cmd:"" help:"Verify a receipt, or a checkpoint and an event in it, with nothing but files; prints one JSON line. Exit code 1: refused."`
	Comprobar Comprobar       `cmd:"" help:"Compare the stored trail with its sealed logs, and compute every hash again; prints one JSON line for each finding and each log. Exit code 3: something was changed, dropped or inserted."`
}

// Verificar names the files that a person holds.
type Verificar struct {
	Constancia string `xor:"what" required:"" placeholder:"FILE" help:"A receipt: one file with the event, its proof and the log's public keys."`
	Checkpoint string `xor:"what" required:"" placeholder:"FILE" help:"A signed checkpoint, or a proof (c2sp.org/tlog-proof) that has one in it."`
	Evento     string `placeholder:"FILE" help:"The event with its salt. Without it the checkpoint alone is verified."`
	Prueba     string `placeholder:"FILE" help:"The event's proof, if --checkpoint is not the proof."`
	Growth     string `name:"crecimiento" placeholder:"FILE" help:"The growth between two checkpoints that are not of one size: from --anterior to --checkpoint, or between it and the proof's."`
	Llaves     string `placeholder:"FILE" help:"The log's public keys, from somebody you trust (default: llaves.txt; with --constancia the keys in it, which anybody could have put there)."`

	Anterior string `placeholder:"FILE" help:"An older checkpoint, or a proof with one in it: verify that the log only grew since then."`

	Registro string `placeholder:"DIR" help:"A copy of the log's folder, with its tiles: compute every hash of it again, up to --checkpoint."`
}

// Comprobar says whose trail is compared.
type Comprobar struct {
	Operador   string   `placeholder:"ID" help:"Only this operador's; default: all, one after the other."`
	Checkpoint []string `placeholder:"FILE" help:"A checkpoint, or a proof, that was kept outside of the stores: the log has to have grown from it. May be repeated."`
}

// Llave is what is done with the keys.
type Llave struct {
	New    LlaveNew    `cmd:"" name:"crear" help:"Make the first key, in a new file that its owner alone may read."`
	Next   LlaveNext   `cmd:"" name:"rotar" help:"Add a key that signs from a time on, and end the one before it there. Give the file to every server before that time."`
	Public LlavePublic `cmd:"" name:"mostrar" help:"Print the public keys of a log: give them to those who verify."`
}

// LlaveNew makes a file of keys.
type LlaveNew struct {
	Nombre  string `required:"" placeholder:"HOST" help:"Name of this installation in its logs, for ever, e.g. carpeta.example.org."`
	Archivo string `required:"" placeholder:"FILE" help:"The new file."`
}

// LlaveNext adds a key.
type LlaveNext struct {
	Archivo string    `required:"" placeholder:"FILE" help:"The file of secret keys."`
	Desde   time.Time `required:"" placeholder:"TIME" help:"Since when the new key signs, e.g. 2027-01-01T00:00:00Z."`
}

// LlavePublic prints public keys.
type LlavePublic struct {
	Archivo  string `required:"" placeholder:"FILE" help:"The file of secret keys."`
	Operador string `placeholder:"ID" help:"Whose log; default: the host's own keys, which vouch for all of its logs."`
}

// RastroS3 are the filters of both faces.
type RastroS3 struct {
	CorrelationID string `name:"correlation-id" placeholder:"ID" help:"Only what belongs together: a deletion's eventoId, or a request's id."`
	Tipo          string `placeholder:"KIND" help:"Only this kind, e.g. documento.visto."`
	Servicio      string `placeholder:"NAME" help:"Only what this part of the program wrote, e.g. api, coordinador."`
	Outcome       string `placeholder:"HOW" help:"success, failure or denied."`
	Severity      string `placeholder:"HOW" help:"info, warning or critical."`
	Desde         string `placeholder:"WHEN" help:"The beginning: 2026-01-31T15:04:05Z, or 30m, 24h, 7d ago."`
	Hasta         string `placeholder:"WHEN" help:"The end, itself included."`
}

// Rastro are all filters of the trail.
type Rastro struct {
	RastroS3  `embed:""`
	Carpeta   string `placeholder:"ID" help:"Only of this carpetaId."`
	Documento string `placeholder:"ID" help:"Only of this documentoId; beside --carpeta."`
	Actor     string `placeholder:"ID" help:"Only what this subject did."`
}

// AuditoriaList lists the trail.
type AuditoriaList struct {
	Access `embed:""`
	Rastro `embed:""`
	Orden  string `default:"desc" enum:"asc,desc" help:"asc: the oldest first."`
	Limite int    `default:"100" min:"1" max:"100000" placeholder:"N" help:"At most so many."`
}

// AuditoriaTail follows the trail.
type AuditoriaTail struct {
	Access `embed:""`
	Rastro `embed:""`
}

// AuditoriaExport copies the trail.
type AuditoriaExport struct {
	Access   `embed:""`
	RastroS3 `embed:""`
	Cursor   string `placeholder:"CURSOR" help:"Go on after an earlier export with the same filter."`
}

package config

import "slices"

// whoSays are the roles that can be asked what they act for: a citizen acts on their own things.
var whoSays = []string{"operador", "entidad", "auditor"}

func (v *validator) purposes(c *Config) {
	for _, role := range c.AuditoriaProposito {
		if !slices.Contains(whoSays, role) {
			v.bad("auditoria-proposito", "%q is no role that acts for others; choose from operador, entidad, auditor", role)
		}
	}
}

// CmdVerificar verifies a sealed log's files.
const CmdVerificar = "auditoria verificar"

// Auditoria is what is done with the trail.
type Auditoria struct {
	Verificar Verificar `cmd:"" help:"Verify a checkpoint, and an event in it, with nothing but files; prints one JSON line. Exit code 1: refused."`
}

// Verificar names the files that a person holds.
type Verificar struct {
	Checkpoint string `required:"" placeholder:"FILE" help:"A signed checkpoint, or a proof (c2sp.org/tlog-proof) that has one in it."`
	Evento     string `placeholder:"FILE" help:"The event with its salt. Without it the checkpoint alone is verified."`
	Prueba     string `placeholder:"FILE" help:"The event's proof, if --checkpoint is not the proof."`
	Growth     string `name:"crecimiento" placeholder:"FILE" help:"The growth from the proof's checkpoint to --checkpoint, or back, if they are not of one size."`
	Llaves     string `default:"llaves.txt" placeholder:"FILE" help:"The log's public keys, from somebody you trust."`
}

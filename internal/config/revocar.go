package config

import "time"

// The commands that take tokens out of use.
const (
	CmdRevocarAdd    = "revocacion agregar"
	CmdRevocarList   = "revocacion listar"
	CmdRevocarRemove = "revocacion retirar"
)

// Revocar takes tokens out of use. Whoever may write the data folder, or the table, may
// do it; the API has no such operation.
type Revocar struct {
	Add    RevocarAdd    `cmd:"" name:"agregar" help:"Revoke: --jti ID, or --sujeto ID [--antes-de T]."`
	List   RevocarList   `cmd:"" name:"listar" help:"Print the revocations in force, one JSON line for each."`
	Remove RevocarRemove `cmd:"" name:"retirar" help:"Take a revocation back: --jti ID, or --sujeto ID."`
}

// RevocarAdd adds one.
type RevocarAdd struct {
	Revocable `embed:""`
	Before    time.Time `name:"antes-de" format:"2006-01-02T15:04:05Z07:00" placeholder:"TIME" help:"With --sujeto: only tokens that were issued before this, as 2026-11-22T13:00:00Z. Default: now, and the forgiven difference between clocks."`
}

// Revocable is what a revocation is about.
type Revocable struct {
	JTI     string `name:"jti" placeholder:"ID" help:"The token whose claim jti is this."`
	Subject string `name:"sujeto" placeholder:"ID" help:"The tokens whose claim sub is this."`
}

// RevocarList lists them.
type RevocarList struct{}

// RevocarRemove takes one back.
type RevocarRemove struct {
	Revocable `embed:""`
}

func (v *validator) revocar(command string, r Revocar) {
	about := r.Add.Revocable
	if command == CmdRevocarRemove {
		about = r.Remove.Revocable
	}
	if (about.JTI == "") == (about.Subject == "") {
		v.badArgument("give --jti or --sujeto, and not both")
	}
	if !r.Add.Before.IsZero() && about.Subject == "" {
		v.badArgument("--antes-de goes with --sujeto")
	}
}

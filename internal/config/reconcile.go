package config

// CmdReconcile compares metadata and files.
const CmdReconcile = "reconcile"

// Reconcile compares the metadata with the files.
type Reconcile struct {
	DryRun     bool    `help:"Report only (the default)."`
	Repair     bool    `help:"Hand what was found over to sagas, once the whole walk is plausible."`
	Output     string  `short:"o" default:"text" enum:"json,text" help:"json: one line for each finding and repair, and a summary; or text."`
	Carpeta    string  `placeholder:"ID" help:"Only this carpetaId."`
	Operador   string  `placeholder:"ID" help:"Only the carpetas of this operadorId."`
	Rate       float64 `default:"-1" placeholder:"N" help:"Calls to the stores per second; 0 does not bound them; without it CARPETA_RECONCILE_RATE."`
	MaxRepairs int     `default:"100" min:"0" max:"1000000" placeholder:"N" help:"Most repairs of this run."`
	Force      bool    `help:"Go on although the result looks like the wrong tables or bucket."`
	Desde      string  `placeholder:"TOKEN" help:"Go on where a run was interrupted: the token it printed, or ultima for the last one."`
}

// LastRun is the Desde that means the stored position of the last run.
const LastRun = "ultima"

func (v *validator) reconcile(r Reconcile) {
	switch {
	case r.DryRun && r.Repair:
		v.badArgument("--dry-run and --repair exclude each other; give one")
	case r.Carpeta != "" && !validUUID.MatchString(r.Carpeta):
		v.badArgument("--carpeta: %q is not a UUID in lower case; carpeta seed and the query miCarpeta show carpetaIds", r.Carpeta)
	case r.Carpeta != "" && (r.Operador != "" || r.Desde != ""), r.Operador != "" && r.Desde != "":
		v.badArgument("--carpeta, --operador and --desde exclude each other; give one")
	case r.Rate != -1 && (r.Rate < 0 || r.Rate > 1_000_000):
		v.badArgument("--rate: %v is out of range; give calls per second up to 1000000, or 0", r.Rate)
	}
}

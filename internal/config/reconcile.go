package config

// CmdReconcile compares metadata and files.
const CmdReconcile = "reconciliacion ejecutar"

// Reconcile compares the metadata with the files.
type Reconcile struct {
	DryRun     bool    `name:"simular" help:"Report only (the default)."`
	Repair     bool    `name:"reparar" help:"Hand what was found over to sagas, once the whole walk is plausible."`
	Output     string  `name:"salida" short:"o" default:"text" enum:"json,text" help:"json: one line for each finding and repair, and a summary; or text."`
	Carpeta    string  `placeholder:"ID" help:"Only this carpetaId."`
	Operador   string  `placeholder:"ID" help:"Only the carpetas of this operadorId."`
	Rate       float64 `name:"ritmo" default:"-1" placeholder:"N" help:"Calls to the stores per second; 0 does not bound them; without it CARPETA_RECONCILE_RATE."`
	MaxRepairs int     `name:"maximo" default:"100" min:"0" max:"1000000" placeholder:"N" help:"Most repairs of this run."`
	Force      bool    `name:"forzar" help:"Go on although the result looks like the wrong tables or bucket."`
	Seguir     bool    `help:"Go on where the last run was interrupted."`
}

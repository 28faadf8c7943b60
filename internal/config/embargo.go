package config

import "time"

// The commands of legal orders: clients of a running server.
const (
	CmdEmbargoList = "embargo listar"
	CmdEmbargoNew  = "embargo ordenar"
	CmdEmbargoLift = "embargo levantar"
)

// AccessAuditor is how a command of auditors reaches a running server.
type AccessAuditor struct {
	URL     string `name:"url" placeholder:"URL" help:"Server to ask; default: this configuration's own, http://ADDR."`
	Token   string `placeholder:"TOKEN" help:"Token of an auditor: the trail has their name. Without it, the embedded profile's key in the data folder makes one, and the trail says consola."`
	Output  string `name:"salida" short:"o" default:"table" enum:"table,json" help:"table or json."`
	Carpeta string `required:"" placeholder:"ID" help:"carpetaId of the folder."`
}

// Embargo is what auditors do about legal orders.
type Embargo struct {
	List EmbargoList `cmd:"" name:"listar" help:"List the orders of a folder, the newest first. It is an event of the trail."`
	New  EmbargoNew  `cmd:"" name:"ordenar" help:"Hide events of a folder from its owner until an end. Order first, and look afterwards."`
	Lift EmbargoLift `cmd:"" name:"levantar" help:"End an order before its time: what it hid is shown at once."`
}

// EmbargoList lists orders.
type EmbargoList struct {
	AccessAuditor `embed:""`
}

// EmbargoNew orders.
type EmbargoNew struct {
	AccessAuditor `embed:""`
	Motivo        string    `required:"" placeholder:"TEXT" help:"Why: one line of 1 to 120 bytes. The owner reads it when all is over: name no person."`
	BaseLegal     string    `required:"" placeholder:"TEXT" help:"Whose order it is: a court, a number, a law."`
	Hasta         time.Time `required:"" format:"2006-01-02T15:04:05Z07:00" placeholder:"TIME" help:"When it ends, as 2027-01-31T00:00:00Z; at most 180 days away."`
	Eventos       []string  `name:"evento" placeholder:"ID,…" help:"Hide these events, at most 50."`
	Rol           string    `placeholder:"ROL" help:"Hide what this office looks at from now on: operador, entidad, auditor or administrador."`
	De            string    `placeholder:"ID" help:"With --rol operador or entidad: only of this one."`
}

// EmbargoLift ends an order.
type EmbargoLift struct {
	AccessAuditor `embed:""`
	ID            string `arg:"" name:"embargo-id" help:"The order; embargo listar shows it."`
	Motivo        string `required:"" placeholder:"TEXT" help:"Why: one line of 1 to 120 bytes."`
}

package config

// The commands that keep the registry of procedures.
const (
	CmdTramiteList = "tramite listar"
	CmdTramiteSave = "tramite registrar"
	CmdTramiteEnd  = "tramite terminar"
)

// Tramite is the registry of procedures.
type Tramite struct {
	List TramiteList `cmd:"" name:"listar" help:"List the newest version of each procedure, those that were ended too; prints one JSON line for each."`
	Save TramiteSave `cmd:"" name:"registrar" help:"Register procedures, or their next versions; prints each as it is stored."`
	End  TramiteEnd  `cmd:"" name:"terminar" help:"End a procedure: no entity asks for anything with it any more. What citizens authorised goes on."`
}

// TramiteList lists the procedures.
type TramiteList struct {
	Registry `embed:""`
}

// TramiteSave registers procedures.
type TramiteSave struct {
	Registry `embed:""`
	File     string `arg:"" name:"archivo" type:"existingfile" help:"Procedures, one after the other, in the JSON that tramite listar prints. One that was ended is refused: remove its terminadoEn to bring it back into use."`
}

// TramiteEnd ends a procedure.
type TramiteEnd struct {
	Registry `embed:""`
	Codigo   string `arg:"" name:"codigo" help:"Code of the procedure."`
}

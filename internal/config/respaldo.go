package config

// The commands that keep a data folder, and put one back.
const (
	CmdBackup  = "respaldo crear"
	CmdLook    = "respaldo verificar"
	CmdRestore = "respaldo restaurar"
)

// Respaldo is what is done with backups of the embedded profile's data folder.
type Respaldo struct {
	Create    Backup  `cmd:"" name:"crear" help:"Make a snapshot of the data folder, a whole copy as of one moment, while the server runs."`
	Verificar Look    `cmd:"" help:"Read the snapshots whole and compare every byte; prints one JSON line for each. Exit code 1: one is damaged."`
	Restaurar Restore `cmd:"" help:"Make a new data folder of a backup; never writes over data."`
}

// Backup makes a snapshot.
type Backup struct {
	Ritmo `embed:""`
	En    string `required:"" placeholder:"DIR" help:"Folder of the snapshots; made if it is not there. Never inside the data folder. The newest is DIR/actual."`
	Keep  int    `name:"conservar" default:"1" min:"1" max:"100000" placeholder:"N" help:"Keep so many snapshots, this one included; files that did not change are stored once. What citizens deleted is in the old ones."`
}

// Look reads snapshots.
type Look struct {
	Ritmo    `embed:""`
	En       string `required:"" placeholder:"DIR" help:"Folder of the snapshots, or one of them."`
	Respaldo string `placeholder:"ID" help:"Only this one."`
}

// Ritmo is how much a command takes from the server beside it.
type Ritmo struct {
	Ritmo int `default:"64" min:"0" max:"100000" placeholder:"MIB" help:"MiB that are read in a second at most, so that the server beside it stays quick; 0: as fast as it goes."`
}

// Restore makes a data folder of a backup.
type Restore struct {
	De       string `required:"" placeholder:"DIR" help:"Folder of the snapshots, or one of them."`
	Respaldo string `placeholder:"ID" help:"Which one; default: the newest."`
}

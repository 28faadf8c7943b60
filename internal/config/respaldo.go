package config

// The commands that keep a data folder, and put one back.
const (
	CmdBackup  = "respaldo crear"
	CmdRestore = "respaldo restaurar"
)

// Respaldo is what is done with backups of the embedded profile's data folder.
type Respaldo struct {
	Create    Backup  `cmd:"" name:"crear" help:"Make a snapshot of the data folder, a whole copy as of one moment, while the server runs."`
	Restaurar Restore `cmd:"" help:"Make a new data folder of a backup; never writes over data."`
}

// Backup makes a snapshot.
type Backup struct {
	En    string `required:"" placeholder:"DIR" help:"Folder of the snapshots; made if it is not there. Never inside the data folder. The newest is DIR/actual."`
	Keep  int    `name:"conservar" default:"1" min:"1" max:"100000" placeholder:"N" help:"Keep so many snapshots, this one included; files that did not change are stored once. What citizens deleted is in the old ones."`
	Ritmo int    `default:"64" min:"0" max:"100000" placeholder:"MIB" help:"MiB that are read in a second at most, so that the server beside it stays quick; 0: as fast as it goes."`
}

// Restore makes a data folder of a backup.
type Restore struct {
	De string `required:"" placeholder:"DIR" help:"Folder of the snapshots, for the newest, or one of them."`
}

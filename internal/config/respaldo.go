package config

// The commands that keep a data folder, and put one back.
const (
	CmdBackup  = "respaldo"
	CmdRestore = "restaurar"
)

// Backup makes or verifies backups of the embedded profile's data folder.
type Backup struct {
	En        string `required:"" placeholder:"DIR" help:"Folder of the backups; made if it is not there. Never inside the data folder."`
	Verificar bool   `help:"Read the backups in --en whole and compare every byte, instead of making one; prints one JSON line for each. Exit code 1: one is damaged."`
	Respaldo  string `placeholder:"ID" help:"With --verificar: only this one."`
	Para      string `name:"cifrar-para" placeholder:"RECIPIENT" help:"Encrypt for this recipient of age (age1…), or for those in this file. Who makes the backup cannot read it then."`
	Identity  string `name:"identidad" placeholder:"FILE" help:"With --verificar: the key of age that opens encrypted backups, to compare what is in them too."`
	Keep      int    `name:"conservar" default:"0" min:"0" max:"100000" placeholder:"N" help:"Remove all but the newest N backups when this one is whole; 0: none is removed. What citizens deleted is in the old ones."`
	Ritmo     int    `default:"64" min:"0" max:"100000" placeholder:"MIB" help:"MiB that are read in a second at most, with rests, and of processors and disk only what nobody else wants, so that the server beside it stays quick; 0: as fast as it goes."`
}

// Restore makes a data folder of a backup.
type Restore struct {
	De       string `required:"" placeholder:"DIR" help:"Folder of the backups."`
	Respaldo string `placeholder:"ID" help:"Which one; default: the newest."`
	Identity string `name:"identidad" placeholder:"FILE" help:"The key of age that opens it, if it is encrypted."`
}

package config

// CmdMigrate moves one server into the stores of many.
const CmdMigrate = "migrar"

// Migrate is that command. The settings are those of the distributed profile, where everything goes.
type Migrate struct {
	De         string `required:"" placeholder:"DIR" help:"Data folder of the server that moves. It may run: then run this again once it has stopped."`
	OtroEmisor bool   `name:"otro-emisor" help:"The new servers take the tokens of another issuer than the old one. I made sure that it gives nobody the sub that another person had."`
}

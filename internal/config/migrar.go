package config

// CmdMigrate copies one stopped server into the stores of many.
const CmdMigrate = "datos migrar"

// Migrate is that command. The settings are those of the distributed profile, where everything goes.
type Migrate struct {
	De string `required:"" placeholder:"DIR" help:"Data folder of the stopped server."`
}

package config

import "strings"

// distributed checks the settings that a command cannot do without.
func (v *validator) distributed(c *cli, command string) {
	serves := command == CmdServe || command == CmdConfig
	need := func(flag, value, example string) {
		if value == "" {
			v.bad(flag, "is missing, and the distributed profile needs it; set it, for example to %s", example)
		}
	}
	if serves || command == CmdMigrate { // what moves is for clients whose tokens somebody has to take
		need("auth-issuer", c.AuthIssuer, "https://login.example.org")
	}
	if serves {
		need("cursor-keys", c.CursorKeys.Reveal(), "2026a:$(openssl rand -base64 32)")
	}
	if serves || command == CmdBootstrap {
		need("amqp-url", strings.Join(c.Brokers(), ","), "amqp://user:password@host:5672/")
	}
	if serves || command == CmdBootstrap || command == CmdImport || command == CmdReconcile || command == CmdSeed || command == CmdComprobar || command == CmdMigrate {
		need("s3-endpoint", c.S3Endpoint, "https://s3.example.org")
		if c.S3AccessKey != "" || c.S3SecretKey != "" { // otherwise they come from where AWS's come from
			need("s3-access-key", c.S3AccessKey, "the name of the key")
			need("s3-secret-key", c.S3SecretKey.Reveal(), "the key")
		}
		need("s3-bucket", c.S3Bucket, "carpeta-documentos")
	}
}

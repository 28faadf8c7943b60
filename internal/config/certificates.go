package config

import (
	"strings"

	"github.com/carpeta-ciudadana/servidor/internal/ground/trust"
)

// certificates go with TLS only: set for an address without it, they would seem to protect something.
func (v *validator) certificates(c *Config) {
	for _, s := range []struct {
		flags, setting string
		files          trust.Files
		addresses      []string
		plain, secure  string // schemes
	}{
		{"amqp", "AMQP_URL", c.AmqpTLS, c.Brokers(), "amqp", "amqps"},
		{"dynamodb", "DYNAMODB_ENDPOINT", c.DynamodbTLS, []string{c.DynamodbEndpoint}, "http", "https"},
		{"s3", "S3_ENDPOINT", c.S3TLS, []string{c.S3Endpoint}, "http", "https"},
	} {
		for _, f := range [][2]string{{"-ca", s.files.CA}, {"-cert", s.files.Cert}, {"-key", s.files.Key}} {
			for _, address := range s.addresses {
				if f[1] != "" && strings.HasPrefix(address, s.plain+"://") {
					v.bad(s.flags+f[0], "is set, and CARPETA_%s is %s, without TLS; make it %s, or unset the file", s.setting, s.plain, s.secure)
				}
			}
		}
	}
}

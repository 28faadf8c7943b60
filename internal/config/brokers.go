package config

import "slices"

func (v *validator) brokers(c *Config) {
	const example = "amqp://user:password@host:5672/"
	v.url("amqp-url", c.AmqpURL.Reveal(), example, "amqp", "amqps")
	for _, u := range c.AmqpURLs {
		v.url("amqp-urls", u.Reveal(), example, "amqp", "amqps")
	}
	if slices.Contains(c.AmqpURLs, "") {
		v.bad("amqp-urls", "has an empty place; separate the nodes by one comma each")
	}
	if c.AmqpURL != "" && len(c.AmqpURLs) > 0 {
		v.bad("amqp-urls", "is set beside CARPETA_AMQP_URL; keep the one that names all nodes, and unset the other")
	}
}

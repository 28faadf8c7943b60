package config

import "slices"

func (v *validator) brokers(c *Config) {
	for _, u := range c.AmqpURL {
		v.url("amqp-url", u.Reveal(), "amqp://user:password@host:5672/", "amqp", "amqps")
	}
	if slices.Contains(c.AmqpURL, "") {
		v.bad("amqp-url", "has an empty place; separate the nodes by one comma each")
	}
}

package config

import (
	"time"
	_ "time/tzdata" // a container may have none
)

func (v *validator) zona(c *Config) {
	var err error
	if c.zone, err = time.LoadLocation(c.Zona); err != nil || c.Zona == "" || c.Zona == "Local" {
		v.bad("zona", "%q is no time zone of the IANA; give for example America/Bogota", c.Zona)
	}
}

// Location is the time zone of the days that people read.
func (c Config) Location() *time.Location { return c.zone }

package config

import (
	"slices"

	"github.com/carpeta-ciudadana/servidor/internal/ground/role"
)

// Roles is the work that this process does.
func (c Config) Roles() role.Set {
	roles := make(role.Set, len(c.RoleNames))
	for i, name := range c.RoleNames {
		roles[i] = role.Role(name)
	}
	return roles
}

// roles: the embedded profile is one process, so there is nobody to leave a role to.
func (v *validator) roles(c *Config) {
	roles := c.Roles()
	for i, r := range roles {
		switch {
		case !role.All.Has(r):
			v.bad("papeles", "%q is no role; choose from %s", r, role.All)
		case slices.Contains(roles[:i], r):
			v.bad("papeles", "%q is named twice", r)
		}
	}
	switch missing := role.All.Without(roles); {
	case len(roles) == 0:
		v.bad("papeles", "is empty; choose from %s", role.All)
	case c.Profile == Embedded && len(missing) > 0:
		v.bad("papeles", "the embedded profile is one process and has every role; %s would be missing", missing)
	}
}

package role

import (
	"slices"
	"strings"
)

// Role is one kind of work.
type Role string

// The roles, in the order in which a deletion meets them.
const (
	API            Role = "api"                // serves the API, the pages and the subscriptions
	Coordinator    Role = "coordinador"        // decides how a deletion goes on
	ObjectEraser   Role = "borrador-objetos"   // erases files
	MetadataEraser Role = "borrador-metadatos" // erases metadata
	Sweeper        Role = "barrendero"         // sends what is due, and does what a calendar asks for: expiry, archive, seals
)

// All are the roles of a process without the setting PAPELES.
var All = Set{API, Coordinator, ObjectEraser, MetadataEraser, Sweeper}

// Set are the roles of a process.
type Set []Role

// Has reports whether all of the roles are in the set.
func (s Set) Has(roles ...Role) bool {
	return !slices.ContainsFunc(roles, func(r Role) bool { return !slices.Contains(s, r) })
}

// Without are the roles that another set does not have.
func (s Set) Without(other Set) (rest Set) {
	for _, r := range s {
		if !other.Has(r) {
			rest = append(rest, r)
		}
	}
	return rest
}

// String lists them as the setting does.
func (s Set) String() string {
	names := make([]string, len(s))
	for i, r := range s {
		names[i] = string(r)
	}
	return strings.Join(names, ",")
}

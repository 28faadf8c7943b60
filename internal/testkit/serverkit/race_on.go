//go:build race

package serverkit

const withRace = true

//go:build !race

package serverkit

const withRace = false

//go:build race

package serverkit

const conRace = true

//go:build !race

package servidor

const conRace = false

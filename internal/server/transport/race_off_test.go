//go:build !race

package transport_test

const raced = 0

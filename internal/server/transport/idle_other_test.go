//go:build !linux

package transport_test

const mostOfIdle = 8 << 10

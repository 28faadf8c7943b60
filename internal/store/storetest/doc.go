// Package storetest is the contract of the stores: one suite that every
// adapter of carpeta.Store, documento.Store, documento.Sembrador and
// eliminacion.Store must pass, and benchmarks that run on any of them.
//
// An adapter's test calls Run with a Factory. What an adapter cannot do is
// declared in the Factory and listed in the test "habilidades": nothing is
// left out silently.
//
// Imported by: tests.
package storetest

// Package storetest is the contract suite of the stores, with benchmarks. Every adapter of
// carpeta.Store, documento.Store, documento.Sembrador and eliminacion.Store must pass it.
//
// An adapter's test calls Run with a Factory. The Factory declares what the adapter cannot
// do, and the test "abilities" lists it. Nothing is left out silently.
//
// Imported by: tests.
package storetest

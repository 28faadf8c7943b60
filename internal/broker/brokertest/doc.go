// Package brokertest is the contract of port broker.Broker as tests. Every
// adapter runs the one suite; what an adapter cannot do by its nature is said in
// the test's output, by name.
//
// Imported by: tests.
package brokertest

// Package brokertest is the contract suite of the port broker.Broker. Every adapter
// runs it. The output names the cases that do not apply to an adapter.
//
// Imported by: tests.
package brokertest

// Package dynamostore keeps everything in DynamoDB: eight tables, on-demand capacity, no Scan
//
// The rules are those of package rules, on the engine records/dynamo. Here is what only tables of DynamoDB need: the client,
// bootstrap, the number of their format, the clock of the service, and calls that events of the trail share.
//
// Imported by: app, tests.
package dynamostore

// Package records is the small port under the rules of the store: tables, sparse indexes, and conditional writes of several items.
//
// It is DynamoDB in miniature, so that the rules are written once and hold on every engine: dynamo keeps the items in
// DynamoDB, boltdb in one file, mem in memory. What an engine does more than DynamoDB, no rule may use.
//
// Imported by: cli/migrar, store/{boltstore,dynamostore}, store/records/{boltdb,dynamo,mem}, store/rules, tests.
package records

// Package records is the small port under the rules of the store: tables of items, sparse indexes, and conditional writes
//
// It is DynamoDB in miniature: items have a partition key and a sort key, and several of them are written all or nothing. So
// the rules are written once, and hold on every engine.
//
// Imported by: cli/migrar, store/{boltstore,dynamostore}, store/records/{boltdb,dynamo,mem}, store/rules.
package records

// Package dynamo keeps records in DynamoDB.
//
// Reads go one way, without the SDK's middleware and maps, which take most of the processor of a small read (ADR 0028):
// credentials, endpoint rules and signer are the SDK's. Writes are the SDK's.
//
// Imported by: store/dynamostore.
package dynamo

// Package hotkeys is a model of what one partition of DynamoDB takes, around an emulator that takes anything.
//
// Each value of a partition key, of tables and of each index, has 1,000 units of writing and 3,000 of reading a second,
// and nothing adapts. What is more is refused as the service does it. The model counts units and refusals by key, as the
// service documents them: a write is a unit for each KiB, two in a transaction; an entry of an index that comes or goes
// is a unit for each KiB, and one whose key changes is both. A BatchGetItem is a unit for each 4 KiB of each item (half of
// it without consistency); what its hot keys may not read comes back in UnprocessedKeys, and all of them are refused.
//
// Imported by: tests.
package hotkeys

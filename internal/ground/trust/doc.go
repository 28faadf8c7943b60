// Package trust is how this process and a service that it uses prove to each other who they are: CAs, the
// certificate of this process, and words for what is wrong with either.
//
// Imported by: app, blob/minioblob, broker/rabbitbroker, config, store/dynamostore, tests.
package trust

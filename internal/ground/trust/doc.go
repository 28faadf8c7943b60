// Package trust is TLS between this process and a service that it uses: CAs, the certificate of this process, and
// words for what is wrong with either.
//
// Imported by: app, blob/minioblob, broker/rabbitbroker, config, store/dynamostore, tests.
package trust

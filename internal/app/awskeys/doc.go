// Package awskeys finds the keys that calls of AWS are signed with, as the AWS SDK does: the environment, a web
// identity, the shared files, a container's role, the machine's role. Keys in a file may be replaced while the
// process runs.
//
// Imported by: app.
package awskeys

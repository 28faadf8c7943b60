// Package ground is a folder: what every layer stands on. Its packages know no
// business and no SDK.
//
// Imported by: every package.
package ground

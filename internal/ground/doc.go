// Package ground is a folder: packages that every layer may use. They know no business
// and no SDK.
//
// Imported by: every package.
package ground

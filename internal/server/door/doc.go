// Package door is what every request over HTTP passes before its parts are read, whatever face
// it asks: the page that sends it, its address, its token, and its budget of refusals.
//
// Imported by: server/{rest,transport}.
package door

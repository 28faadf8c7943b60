// Package strictjson reads JSON that has one meaning only. It takes one value with
// nothing after it, no name twice in an object, names matched exactly, and numbers
// with all their digits.
//
// Imported by: server/{admission,socket,transport}.
package strictjson

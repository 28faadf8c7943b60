// Package datafolder knows the folder of the embedded profile as a whole: its names, whether it may be used, and its state at one moment
//
// Imported by: app, cli/{migrar,respaldo,token}.
package datafolder

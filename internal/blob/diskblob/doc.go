// Package diskblob keeps the files in a folder and serves signed up- and
// downloads itself. It implements documento.Objetos for the embedded profile.
//
//	vigentes/<xx>/<carpetaId>/<documentoId>   a whole file, see file.go; xx are the last digits of carpetaId
//	parciales/<pid>-<n>                       an upload under way
//	partes/<carpetaId>_<documentoId>/         the parts of one
//	retenidos/<xx>/…                          files that were erased while a backup is made, until its end
//
// A file becomes visible by a hard link from dirPartial to dirCurrent: whole, at once, and never
// over another. There is one version of an object.
//
// Imported by: app, cli/{migrar,respaldo}, store/datafolder, tests.
package diskblob

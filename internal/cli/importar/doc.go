// Package importar uploads a folder of files into a carpeta through the same use
// case as the API, with a progress bar, skipping what is there already.
//
// Imported by: app.
package importar

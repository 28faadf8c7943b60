// Package importar uploads a folder of files into a carpeta, and skips files that the
// carpeta holds. It uses the same use case as the API, and shows a progress bar.
//
// Imported by: cli.
package importar

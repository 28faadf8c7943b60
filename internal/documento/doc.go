// Package documento is what a carpeta holds: the documents, their pages, and the
// way a file gets in and out.
package documento

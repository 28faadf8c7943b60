// Package carpeta is a citizen's folder: whose it is, who operates it, how many
// documents it holds.
package carpeta

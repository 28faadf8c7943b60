// Package demo fills a data folder with one carpeta, and lets visitors of its server be who they want to try
//
// Imported by: cli.
package demo

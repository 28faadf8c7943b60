// Package config is the command line and the environment: one struct gives the flags,
// the CARPETA_* variables, their defaults and their help. No other package reads the
// process's environment.
//
// Imported by: app, cli, cli/{auditoria,consola,llave,migrar,reconciliacion,registro,respaldo,revocacion,token,verificable}, main.
package config

package app

// Origenes are the origins of a configuration's own pages and of those it allows.
var Origenes = origenes

// Ausencia is what /readyz answers, whatever the parts say.
func Ausencia(a *App) string { return string(a.ausencia()) }

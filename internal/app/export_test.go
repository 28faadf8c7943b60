package app

import "context"

// Origenes are the origins of a configuration's own pages and of those it allows.
var Origenes = origenes

// Ausencia is what /readyz answers, whatever the parts say.
func Ausencia(a *App) string { return string(a.ausencia()) }

// Demo prepares the demo carpeta; what it returns is the token that the page gets.
func Demo(ctx context.Context, a *App) (token func() string, err error) {
	a.http.demo, err = a.prepararDemo(ctx)
	return func() string { return a.ajustes(nil).Token }, err
}

// Verificar is what the server says about a token.
func Verificar(ctx context.Context, a *App, token string) error {
	_, err := a.p.verificador.Verificar(ctx, token)
	return err
}

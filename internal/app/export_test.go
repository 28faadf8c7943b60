package app

import (
	"context"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/site"
)

// Origins are the origins of a configuration's own pages and of those it allows.
var Origins = origins

// Absence is what /readyz answers, whatever the parts say.
func Absence(a *App) string { return string(a.absence()) }

// Demo prepares the demo carpeta; it returns what the page gets.
func Demo(ctx context.Context, a *App) (settings func() site.Settings, err error) {
	a.http.demo, err = a.prepareDemo(ctx)
	return func() site.Settings { return a.settings(nil) }, err
}

// Verify is what the server says about a token.
func Verify(ctx context.Context, a *App, token string) error {
	_, err := a.p.verifier.Verify(ctx, token)
	return err
}

// WaitForSiblings lets reads wait longer for others of their batch than a busy machine lets a goroutine wait.
func WaitForSiblings(a *App) { a.http.resolver.Siblings = 100 * time.Millisecond }

package web

import (
	"io/fs"
	"net/http"
	"strings"
)

// AppPath is where the citizen's application is.
const AppPath = "/app/"

// The application writes no style attribute and loads nothing of others. React Aria adds two style elements, always
// the same: their hashes are named. Of blob: are the pictures that a person is about to send.
const (
	pressable     = "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='" // how a finger moves on a button
	preventScroll = "'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg='" // on iOS, while a dialog is open

	appPolicy = "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self' " + pressable + " " + preventScroll +
		"; img-src 'self' blob:{files}; connect-src 'self'{files}{issuer}; font-src 'self'; " +
		"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

// A page without style: its policy allows none that stands in the page.
const appNotBuilt = `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>Aplicación sin construir · Carpeta Ciudadana</title></head>
<body><h1>La aplicación no está en este programa</h1>
<p>La API funciona en <code>/graphql</code>. Para tener la aplicación aquí, con Node 20 o posterior:</p>
<pre>make web
make build</pre></body></html>
`

// Elsewhere are the origins beside its own that the application speaks to; empty where there is none.
type Elsewhere struct {
	Files  string // the object store, where signed links lead
	Issuer string // where people sign in
}

// App serves the citizen's application below AppPath. It reads /config.json and talks to the GraphQL path named
// there; both are the caller's to serve, on the same origin.
func App(to Elsewhere) http.Handler { return NewApp(dist("app"), to) }

// NewApp serves a built application from its files. If there is no index.html, AppPath says how to build one.
func NewApp(files fs.FS, to Elsewhere) http.Handler {
	policy := strings.NewReplacer("{files}", source(to.Files), "{issuer}", source(to.Issuer)).Replace(appPolicy)
	return (&bundle{dist: files, base: AppPath, policy: policy, notBuilt: appNotBuilt, routes: true}).serve()
}

// source is an origin as one more source of a directive.
func source(origin string) string {
	if origin == "" {
		return ""
	}
	return " " + origin
}

package web

import (
	"io/fs"
	"net/http"
)

// Workers and fonts are files of the bundle, so neither blob: nor data: is needed for them. Monaco writes the
// lines of an editor as HTML with style attributes and its themes as style elements, with changing content:
// neither nonce nor hash can cover attributes. Its few pictures are data: URLs.
const explorerPolicy = "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self' 'unsafe-inline'; " +
	"img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const explorerNotBuilt = `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><title>Explorador sin construir · Carpeta Ciudadana</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:4rem auto;padding:0 1rem}</style></head>
<body><h1>El explorador no está en este programa</h1>
<p>La API funciona en <code>/graphql</code>. Para tener el explorador aquí, con Node 20 o posterior:</p>
<pre>make web
make build</pre></body></html>
`

// Explorer serves the API explorer at /, a GraphiQL page that asks nothing of any other origin.
// The page reads its settings from /config.json and talks to the GraphQL path named there;
// both are the caller's to serve, on the same origin.
func Explorer() http.Handler { return NewExplorer(dist("explorer")) }

// NewExplorer serves a built explorer from its files. If there is no index.html, / says how to build one.
func NewExplorer(files fs.FS) http.Handler {
	return (&bundle{dist: files, base: "/", policy: explorerPolicy, notBuilt: explorerNotBuilt}).serve()
}

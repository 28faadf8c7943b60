package seals

import "net/http"

func writeText(w http.ResponseWriter, cache string, text []byte) {
	write(w, "text/plain; charset=utf-8", cache, text)
}

func write(w http.ResponseWriter, mediaType, cache string, text []byte) {
	w.Header().Set("Content-Type", mediaType)
	w.Header().Set("Cache-Control", cache)
	// Anybody's page may read it: a wallet, or another verifier. It is the same for everybody.
	w.Header().Set("Access-Control-Allow-Origin", "*")
	w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin")
	_, _ = w.Write(text)
}

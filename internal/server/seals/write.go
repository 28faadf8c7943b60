package seals

import "net/http"

func writeText(w http.ResponseWriter, cache string, text []byte) {
	write(w, "text/plain; charset=utf-8", cache, text)
}

func write(w http.ResponseWriter, mediaType, cache string, text []byte) {
	w.Header().Set("Content-Type", mediaType)
	w.Header().Set("Cache-Control", cache)
	_, _ = w.Write(text)
}

package site

import "net/http"

// strictTransport: a year, as the preload list asks for.
const strictTransport = "max-age=31536000; includeSubDomains"

// withHeaders closes every answer to sniffing, framing and foreign code. Pages set
// a policy of their own.
func withHeaders(tls bool, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
		if tls {
			h.Set("Strict-Transport-Security", strictTransport)
		}
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		if len(r.TransferEncoding) > 0 {
			h.Set("Connection", "close") // there may have been a length beside it, which net/http takes away (RFC 9112 §6.1)
		}
		next.ServeHTTP(w, r)
	})
}

package transport

import (
	"net/http"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/reply"
)

func jsonMedia(media string) string {
	if media == reply.Events {
		return reply.JSON
	}
	return media
}

// isForLater: the operation is not what is wrong.
func isForLater(code string) bool {
	switch fault.Code(code) {
	case fault.RateLimited, fault.Unavailable, fault.Unauthenticated, fault.Internal:
		return true
	default:
		return false
	}
}

// statusOfRefused is the status of a request error: its code's. Clients that ask
// for application/json see 200 with any well-formed request, as they always did;
// but 429 and 503 whatever they ask for, for the libraries that wait.
func statusOfRefused(media, text string) int {
	code := fault.Code(text)
	info, own := fault.Table[code]
	switch {
	case media == reply.JSON && code != fault.RateLimited && code != fault.Unavailable:
		return http.StatusOK
	case own:
		return info.Status
	default:
		return http.StatusBadRequest
	}
}

// statusOfExecuted is 200 once execution began, whatever it found.
func statusOfExecuted(begun bool, code string) int {
	switch {
	case begun:
		return http.StatusOK
	case code == string(fault.RateLimited):
		return http.StatusTooManyRequests
	default:
		return http.StatusServiceUnavailable
	}
}

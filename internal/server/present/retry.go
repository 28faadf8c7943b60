package present

import "github.com/vektah/gqlparser/v2/gqlerror"

// RetryAfter is the time after which a client may come back, in seconds, as the error says.
func RetryAfter(errs gqlerror.List) (seconds int, ok bool) {
	for _, e := range errs {
		if seconds, ok = e.Extensions[retryMember].(int); ok {
			return seconds, true
		}
	}
	return 0, false
}

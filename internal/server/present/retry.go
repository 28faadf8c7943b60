package present

import "github.com/vektah/gqlparser/v2/gqlerror"

// RetryAfter is what an error says about when to come back, in seconds.
func RetryAfter(errs gqlerror.List) (seconds int, ok bool) {
	for _, e := range errs {
		if seconds, ok = e.Extensions[retryMember].(int); ok {
			return seconds, true
		}
	}
	return 0, false
}

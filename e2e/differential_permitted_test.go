package e2e_test

import (
	"regexp"
	"strings"
)

// permittedDifferences are the operations that one of the two refuses for a reason.
var permittedDifferences = []struct {
	name string
	why  string
	is   func(o asked, ours, theirs verdict) bool
}{
	{"long ID", "graphql-js takes a number of any length for an ID; the execution here holds 64 bits, and says so", func(_ asked, ours, theirs verdict) bool {
		return theirs.valid() && (strings.Contains(ours.Message, "ID cannot represent an integer of more than 64 bits") || longID.MatchString(ours.Message))
	}},
	{"fraction", "to JavaScript 1.0 and 1e2 are integers; here a number counts as it is written", func(o asked, ours, theirs verdict) bool {
		return theirs.valid() && fraction.Match(o.Variables) && (strings.Contains(ours.Message, "non-integer value") || strings.Contains(ours.Message, "a Long must be"))
	}},
	{"null at last", "graphql-js finds null for a non-null argument while it executes; here nothing has run by then", func(_ asked, ours, theirs verdict) bool {
		return theirs.valid() && strings.Contains(ours.Message, "must not be null where")
	}},
	{"half a character", "half of a surrogate pair is no text in I-JSON, and JavaScript keeps it; a request with one is not read", func(o asked, ours, theirs verdict) bool {
		return ours.Stage == "request" && half.Match(o.Variables)
	}},
	{"root directive", "of a subscription, graphql-js does not count a root field that is left out, and throws when a variable decides that; the newest specification has no such directives there", func(_ asked, ours, theirs verdict) bool {
		return strings.HasPrefix(theirs.Message, `thrown: Argument "if" of required type "Boolean!"`) || theirs.valid() && oneRoot.MatchString(ours.Message)
	}},
	{"no root field", "a subscription whose only field is left out has nothing to follow; graphql-js fails while it executes", func(_ asked, ours, theirs verdict) bool {
		return theirs.valid() && strings.Contains(ours.Message, "a subscription must select exactly one field")
	}},
}

var (
	fraction = regexp.MustCompile(`\d[.eE]\d`)
	longID   = regexp.MustCompile(`^ID cannot represent a non-string and non-integer value: \d{20,}$`) // one that stands in the document
	half     = regexp.MustCompile(`(?i)\\ud[89a-f]`)
	oneRoot  = regexp.MustCompile(`^(Subscription ".*"|Anonymous Subscription) must (select only one top level field|not select an introspection top level field)`)
)

// permitted is the name of the difference; "" if there is no reason for it.
func permitted(o asked, ours, theirs verdict) string {
	for _, d := range permittedDifferences {
		if d.is(o, ours, theirs) {
			return "(" + d.name + ")"
		}
	}
	return ""
}

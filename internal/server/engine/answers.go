package engine

import (
	"github.com/99designs/gqlgen/graphql"
	lru "github.com/hashicorp/golang-lru/v2"
)

// answers keeps the answers to an event, for all subscribers that ask the same of it: ten
// thousand subscribers of one deletion cost one execution.
type answers struct{ *lru.Cache[answerKey, *Answer] }

// Answer is a response to an event, encoded once for all who get it.
type Answer struct {
	*graphql.Response

	JSON []byte
}

// answerKey: all who send the same text share a question, and followers of one deletion
// share their knowledge of it, so the same pointers mean the same question about the
// same thing.
type answerKey struct {
	question *question
	event    any // a pointer
}

// maxAnswers are those of the newest events.
const maxAnswers = 256

func newAnswers() *answers {
	kept, _ := lru.New[answerKey, *Answer](maxAnswers) // fails for a size of 0 only
	return &answers{kept}
}

// put keeps a whole answer; nobody may change it any more.
func (c *answers) put(k answerKey, resp *Answer) {
	if len(resp.Errors) == 0 {
		c.Add(k, resp)
	}
}

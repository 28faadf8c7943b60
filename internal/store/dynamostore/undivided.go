package dynamostore

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// lastDivider is the last build that divides the indexes of an operador's deletions, and puts them together.
const lastDivider = "carpeta 0.2.0 (commit 30dbb269 or earlier; carpeta version tells)"

// The item of the outbox table that says into how many parts an operador's indexes are divided.
const (
	divisions  = "particiones"
	aDivisions = "particiones" // operadorId → division, as JSON
)

// aPart is the part of its operador's indexes that an item was put into. Of deletions that ended meanwhile it stays
// after the parts are put together, until these expire.
const aPart = "parte"

// division is the number of parts of an operador's indexes. The two differ while the number changes.
type division struct {
	Before int `json:"Antes"`
	After  int `json:"Luego"`
}

// undivided refuses tables where an operador's deletions are in several parts: this program finds those in the first
// part only.
func (s *Store) undivided(ctx context.Context) error {
	i, err := s.getItem(ctx, &dynamodb.GetItemInput{TableName: s.table(tableOutbox), Key: eventoKey(divisions), ConsistentRead: aws.Bool(true)})
	if err != nil {
		return classify(err)
	}
	l, all := reader{item: i}, map[string]division{}
	if data := l.text(aDivisions); data != "" && l.err == nil {
		l.err = json.Unmarshal([]byte(data), &all)
	}
	if l.err != nil {
		return l.err
	}
	maps.DeleteFunc(all, func(_ string, d division) bool { return d == division{1, 1} })
	if len(all) == 0 {
		return nil
	}
	return fault.Wrap(fault.Unavailable, fmt.Errorf("the deletions of these operadores are divided into parts, which this version does not read: %s. "+
		"Nothing was changed. For each of them run with %s: carpeta particiones --operador ID --partes 1; "+
		"and the same again when it says so, until it prints no \"sigue\". Then start this version",
		strings.Join(slices.Sorted(maps.Keys(all)), ", "), lastDivider))
}

// undividedKey is the operadorId in the key of an item of a part.
func undividedKey(key string, part int64) string {
	return strings.TrimSuffix(key, "#"+strconv.FormatInt(part, 10))
}

package dynamostore

import (
	"reflect"
	"slices"
	"strconv"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/go-json-experiment/json/jsontext"
)

// requestBody writes the JSON of a request. It writes what this package's reads have;
// a value of another type makes the request one for the SDK.
type requestBody struct {
	b       []byte
	unusual bool
}

// bodyOfGet is the body of a GetItem.
func bodyOfGet(in *dynamodb.GetItemInput) (body []byte, usual bool) {
	rest := *in
	rest.TableName, rest.ConsistentRead, rest.Key, rest.ReturnConsumedCapacity = nil, nil, nil, ""
	r := requestBody{b: make([]byte, 0, 256), unusual: !reflect.ValueOf(rest).IsZero()}
	r.begin(in.TableName, in.ConsistentRead)
	r.item("Key", in.Key)
	return r.end()
}

// bodyOfQuery is the body of a Query without filter.
func bodyOfQuery(in *dynamodb.QueryInput) (body []byte, usual bool) {
	rest := *in
	rest.TableName, rest.ConsistentRead, rest.IndexName, rest.KeyConditionExpression, rest.ReturnConsumedCapacity = nil, nil, nil, nil, ""
	rest.ExpressionAttributeNames, rest.ExpressionAttributeValues, rest.ExclusiveStartKey = nil, nil, nil
	rest.ScanIndexForward, rest.Limit = nil, nil
	r := requestBody{b: make([]byte, 0, 768), unusual: !reflect.ValueOf(rest).IsZero()}
	r.begin(in.TableName, in.ConsistentRead)
	r.text("IndexName", in.IndexName)
	r.text("KeyConditionExpression", in.KeyConditionExpression)
	r.names(in.ExpressionAttributeNames)
	r.item("ExpressionAttributeValues", in.ExpressionAttributeValues)
	r.boolean("ScanIndexForward", in.ScanIndexForward)
	r.item("ExclusiveStartKey", in.ExclusiveStartKey)
	if in.Limit != nil {
		r.member("Limit")
		r.b = strconv.AppendInt(r.b, int64(*in.Limit), 10)
	}
	return r.end()
}

func (r *requestBody) begin(table *string, consistent *bool) {
	r.b = append(r.b, `{"ReturnConsumedCapacity":"TOTAL"`...)
	r.text("TableName", table)
	r.boolean("ConsistentRead", consistent)
}

func (r *requestBody) end() ([]byte, bool) { return append(r.b, '}'), !r.unusual }

// member writes a comma and a name of ours, which needs no escapes.
func (r *requestBody) member(name string) {
	r.b = append(append(append(r.b, `,"`...), name...), `":`...)
}

func (r *requestBody) quote(s string) {
	b, err := jsontext.AppendQuote(r.b, s)
	if err != nil { // not UTF-8
		r.unusual = true
	}
	r.b = b
}

func (r *requestBody) text(name string, value *string) {
	if value != nil {
		r.member(name)
		r.quote(*value)
	}
}

func (r *requestBody) boolean(name string, value *bool) {
	if value != nil {
		r.member(name)
		r.b = strconv.AppendBool(r.b, *value)
	}
}

func (r *requestBody) names(ns map[string]string) {
	if ns == nil {
		return
	}
	r.member("ExpressionAttributeNames")
	r.b = append(r.b, '{')
	for short, name := range ns {
		r.quote(short)
		r.b = append(r.b, ':')
		r.quote(name)
		r.b = append(r.b, ',')
	}
	r.close()
}

func (r *requestBody) item(name string, i item) {
	if i == nil {
		return
	}
	r.member(name)
	r.b = append(r.b, '{')
	for attribute, v := range i {
		r.quote(attribute)
		r.b = append(r.b, ':')
		r.value(v)
		r.b = append(r.b, ',')
	}
	r.close()
}

// close ends an object that has a comma too many.
func (r *requestBody) close() {
	if last := len(r.b) - 1; r.b[last] == ',' {
		r.b = slices.Delete(r.b, last, last+1)
	}
	r.b = append(r.b, '}')
}

func (r *requestBody) value(v types.AttributeValue) {
	switch v := v.(type) {
	case *types.AttributeValueMemberS:
		r.b = append(r.b, `{"S":`...)
		r.quote(v.Value)
	case *types.AttributeValueMemberN:
		r.b = append(r.b, `{"N":`...)
		r.quote(v.Value)
	default:
		r.unusual = true
		r.b = append(r.b, '{')
	}
	r.b = append(r.b, '}')
}

package dynamostore

import (
	"fmt"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// item is a row as DynamoDB has it.
type item = map[string]types.AttributeValue

// aEscritura is the token of the write that made an item what it is.
const aEscritura = "escritura"

// aExpira is the TTL attribute of both tables that have one: epoch seconds.
const aExpira = "expiraEn"

// esMia reports whether the stored item is the outcome of the write that wanted
// to store the other one.
func esMia(guardado, deseado item) bool {
	a, ok := guardado[aEscritura].(*types.AttributeValueMemberS)
	b, ok2 := deseado[aEscritura].(*types.AttributeValueMemberS)
	return ok && ok2 && a.Value == b.Value
}

// Times as text: documents keep milliseconds, sagas what they are given, and
// what sorts has a fixed width.
const (
	formatoMs    = "2006-01-02T15:04:05.000Z"
	formatoSaga  = time.RFC3339Nano
	formatoOrden = "2006-01-02T15:04:05.000000000Z"
)

func texto(v string) types.AttributeValue { return &types.AttributeValueMemberS{Value: v} }

func numero[N int | int64](v N) types.AttributeValue {
	return &types.AttributeValueMemberN{Value: strconv.FormatInt(int64(v), 10)}
}

func logico(v bool) types.AttributeValue { return &types.AttributeValueMemberBOOL{Value: v} }

// ponerTexto leaves empty values out: they cost, and mean nothing.
func ponerTexto(i item, nombre, v string) {
	if v != "" {
		i[nombre] = texto(v)
	}
}

func ponerFecha(i item, nombre string, t time.Time, formato string) {
	if !t.IsZero() {
		i[nombre] = texto(t.UTC().Format(formato))
	}
}

func ponerExpira(i item, t time.Time) {
	if !t.IsZero() {
		i[aExpira] = numero(t.Unix())
	}
}

// nombres maps #x to x: half the good names are reserved words of DynamoDB.
func nombres(ns ...string) map[string]string {
	m := make(map[string]string, len(ns))
	for _, n := range ns {
		m["#"+n] = n
	}
	return m
}

// lector takes an item apart. A missing attribute is a zero value; one of the
// wrong type is kept as the first error.
type lector struct {
	item item
	err  error
}

func (l *lector) texto(nombre string) string {
	v, ok := l.item[nombre].(*types.AttributeValueMemberS)
	if !ok {
		l.ausente(nombre)
		return ""
	}
	return v.Value
}

func (l *lector) entero(nombre string) int64 {
	v, ok := l.item[nombre].(*types.AttributeValueMemberN)
	if !ok {
		l.ausente(nombre)
		return 0
	}
	n, err := strconv.ParseInt(v.Value, 10, 64)
	l.anotar(nombre, err)
	return n
}

func (l *lector) logico(nombre string) bool {
	v, ok := l.item[nombre].(*types.AttributeValueMemberBOOL)
	if !ok {
		l.ausente(nombre)
		return false
	}
	return v.Value
}

func (l *lector) fecha(nombre string) time.Time {
	v := l.texto(nombre)
	if v == "" {
		return time.Time{}
	}
	t, err := time.Parse(time.RFC3339Nano, v)
	l.anotar(nombre, err)
	return t
}

func (l *lector) expira() time.Time {
	if n := l.entero(aExpira); n != 0 {
		return time.Unix(n, 0).UTC()
	}
	return time.Time{}
}

// mapa opens a nested map with the same rules.
func (l *lector) mapa(nombre string) *lector {
	v, ok := l.item[nombre].(*types.AttributeValueMemberM)
	if !ok {
		l.ausente(nombre)
		return &lector{}
	}
	return &lector{item: v.Value}
}

func (l *lector) lista(nombre string) []types.AttributeValue {
	v, ok := l.item[nombre].(*types.AttributeValueMemberL)
	if !ok {
		l.ausente(nombre)
		return nil
	}
	return v.Value
}

func (l *lector) ausente(nombre string) {
	if _, hay := l.item[nombre]; hay {
		l.anotar(nombre, fmt.Errorf("unexpected type"))
	}
}

func (l *lector) anotar(nombre string, err error) {
	if err != nil && l.err == nil {
		l.err = fmt.Errorf("stored attribute %s: %w", nombre, err)
	}
}

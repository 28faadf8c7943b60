package model_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/graph/model"
)

func TestLong(t *testing.T) {
	for text, want := range map[string]int64{"0": 0, "-1": -1, "9007199254740991": 1<<53 - 1, "-9007199254740991": 1 - 1<<53, "2147483648": 1 << 31} {
		if n, err := model.UnmarshalLong(json.Number(text)); err != nil || n != want {
			t.Errorf("%s: %d, %v", text, n, err)
		}
	}
	for _, v := range []any{
		json.Number("9007199254740992"), json.Number("-9007199254740992"), json.Number("1.0"), json.Number("1e3"), json.Number("9223372036854775808"),
		"5", 5.0, true, nil, []any{int64(1)}, map[string]any{}, int64(1) << 53,
	} {
		if n, err := model.UnmarshalLong(v); err == nil {
			t.Errorf("%T %v was taken for %d", v, v, n)
		}
	}
}

func TestUUID(t *testing.T) {
	const good = "0190b3a0-0000-7000-8000-00000000000a"
	if got, err := model.UnmarshalUUID(good); err != nil || got != good {
		t.Errorf("%q, %v", got, err)
	}
	for _, v := range []any{
		"0190B3A0-0000-7000-8000-00000000000A", "{" + good + "}", "urn:uuid:" + good, "0190b3a0000070008000" + "00000000000a", good + "\n", " " + good,
		good[:35], good + "0", "0190b3a0-0000-7000-8000-00000000000g", "0190b3a0_0000_7000_8000_00000000000a", "", int64(1), nil, true,
	} {
		if got, err := model.UnmarshalUUID(v); err == nil {
			t.Errorf("%v was taken for %q", v, got)
		}
	}
}

func TestDateTime(t *testing.T) {
	night := time.Date(2026, 2, 28, 23, 59, 59, 0, time.UTC)
	for text, want := range map[string]time.Time{
		"2026-02-28T23:59:59Z":           night,
		"2026-02-28T23:59:59.000Z":       night,
		"2026-02-28T18:59:59-05:00":      night,
		"2026-03-01T00:00:59+00:01":      night.Add(0),
		"2026-02-28T23:59:59.123456789Z": night.Add(123456789),
		"2024-02-29T00:00:00Z":           time.Date(2024, 2, 29, 0, 0, 0, 0, time.UTC),
		"9999-12-31T23:59:59.999999999Z": time.Date(9999, 12, 31, 23, 59, 59, 999999999, time.UTC),
	} {
		if got, err := model.UnmarshalDateTime(text); err != nil || !got.Equal(want) || got.Location() != time.UTC {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	for _, v := range []any{
		"", "2026-02-28", "2026-02-28T23:59:59", "2026-02-28 23:59:59Z", "2026-02-28T23:59Z", "2026-02-28T23:59:59,5Z", "2026-02-28T3:59:59Z",
		"2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-02-28T24:00:00Z", "2026-02-28T23:60:00Z", "2026-02-28T23:59:60Z",
		"2026-02-28T23:59:59+24:00", "2026-02-28T23:59:59+05:60", "2026-02-28T23:59:59+0500", "2026-02-28T23:59:59+05", "2026-02-28T23:59:59.Z",
		"2026-02-28t23:59:59z", "26-02-28T23:59:59Z", "+2026-02-28T23:59:59Z", "10000-01-01T00:00:00Z", "0000-01-01T00:00:00Z", "0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00",
		"2026-02-28T23:59:59Z ", "2026-02-28T23:59:59ZZ", "1772323199", int64(1772323199), json.Number("1"), nil, true,
	} {
		if got, err := model.UnmarshalDateTime(v); err == nil {
			t.Errorf("%v was taken for %v", v, got)
		}
	}
}

// FuzzDateTime: a date that is read is written as an instant that reads the same.
func FuzzDateTime(f *testing.F) {
	for _, text := range []string{"2026-02-28T23:59:59Z", "2026-02-28T18:59:59.5-05:00", "2026-02-28T3:59:59,5Z", "x"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := model.UnmarshalDateTime(text)
		if err != nil {
			return
		}
		if other, err := time.Parse(time.RFC3339Nano, got.Format(time.RFC3339Nano)); err != nil || !other.Equal(got) || got.Year() < 1 || got.Year() > 9999 {
			t.Fatalf("%q: %v, %v, %v", text, got, other, err)
		}
	})
}

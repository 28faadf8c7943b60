package config_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/config"
)

// TestRanges: every setting with bounds takes both of them and nothing beyond, and
// its default lies between them.
func TestRanges(t *testing.T) {
	all := config.Bounded()
	if len(all) < 45 {
		t.Fatalf("only %d settings with bounds", len(all))
	}
	for _, s := range all {
		if s.Value < s.Least || s.Value > s.Greatest {
			t.Errorf("%s: the default %d is not from %d to %d", s.Flag, s.Value, s.Least, s.Greatest)
		}
	}
	for _, at := range []struct {
		edge  string
		value func(config.Bound) int64
		fits  bool
	}{
		{"below", func(s config.Bound) int64 { return s.Least - 1 }, false},
		{"least", func(s config.Bound) int64 { return s.Least }, true},
		{"greatest", func(s config.Bound) int64 { return s.Greatest }, true},
		{"above", func(s config.Bound) int64 { return s.Greatest + 1 }, false},
	} {
		t.Run(at.edge, func(t *testing.T) { // every problem is told at once, so all settings are asked at once
			var args []string
			for _, s := range all {
				args = append(args, "--"+s.Flag+"="+written(s, at.value(s)))
			}
			_, _, err := parse(t, nil, args...)
			for _, s := range all {
				complaint := "(--" + s.Flag + "): " + written(s, at.value(s)) + " is out of range; give a " + s.Kind + " from "
				if strings.Contains(fmt.Sprint(err), complaint) == at.fits {
					t.Errorf("%s: %v", s.Flag, err)
				}
			}
		})
	}
}

// written is a value as a flag takes it.
func written(s config.Bound, value int64) string {
	if s.Kind == "duration" {
		return time.Duration(value).String()
	}
	return strconv.FormatInt(value, 10)
}

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
		t.Run(s.Flag, func(t *testing.T) {
			if s.Value < s.Least || s.Value > s.Greatest {
				t.Errorf("the default %d is not from %d to %d", s.Value, s.Least, s.Greatest)
			}
			for value, fits := range map[int64]bool{s.Least - 1: false, s.Least: true, s.Greatest: true, s.Greatest + 1: false} {
				text := strconv.FormatInt(value, 10)
				if s.Kind == "duration" {
					text = time.Duration(value).String()
				}
				_, _, err := parse(t, nil, "--"+s.Flag+"="+text)
				if complains := strings.Contains(fmt.Sprint(err), "(--"+s.Flag+"): "+text+" is out of range; give a "+s.Kind+" from "); complains == fits {
					t.Errorf("%s: %v", text, err)
				}
			}
		})
	}
}

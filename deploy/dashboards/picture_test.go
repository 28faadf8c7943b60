package dashboards_test

import (
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/deploy/dashboards"
)

// TestPicturesSayLargeNumbers: what an axis says can be read, and fits beside it.
func TestPicturesSayLargeNumbers(t *testing.T) {
	for _, c := range []struct {
		unit string
		v    float64
		want string
	}{
		{"bytes", 4 << 30, ">4.66 GiB<"}, {"bytes", 700 << 20, ">954 MiB<"}, {"s", 40 * 3600, ">55.6 h<"}, {"s", 900, ">1000 s<"}, {"reqps", 1800, ">2000/s<"},
	} {
		b := dashboards.Board{Rows: []dashboards.Row{{Panels: []dashboards.Panel{{Unit: c.unit, Queries: []dashboards.Query{{}}}}}}}
		drawn := b.Picture(func(dashboards.Query) []dashboards.Series { return []dashboards.Series{{Points: []float64{c.v}}} })
		if !strings.Contains(drawn, c.want) || strings.Contains(drawn, "e+") {
			t.Errorf("%g %s: no %s in\n%s", c.v, c.unit, c.want, drawn)
		}
	}
}

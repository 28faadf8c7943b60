package e2e_test

import (
	"flag"
	"math"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/deploy/dashboards"
)

var draw = flag.Bool("pictures", false, "draw the dashboards into docs/img, from minutes of load")

const (
	pictured = 5 * time.Minute
	step     = 5 * time.Second
)

// pictures draws every dashboard into docs/img, from some minutes of load.
func (p prometheus) pictures(t *testing.T, load func()) {
	t.Helper()
	start := time.Now()
	for pause := time.Millisecond; time.Since(start) < pictured; pause = pause*3/2%(3*time.Second) + time.Millisecond {
		load()
		time.Sleep(pause)
	}
	for _, b := range dashboards.All {
		text := b.Picture(func(q dashboards.Query) []dashboards.Series { return p.series(t, q, start) })
		must(t, os.WriteFile("../docs/img/paneles-"+b.Name+".svg", []byte(text), 0o644))
	}
}

var inLegend = regexp.MustCompile(`\{\{(\w+)\}\}`)

func (p prometheus) series(t *testing.T, q dashboards.Query, start time.Time) (all []dashboards.Series) {
	t.Helper()
	var result []struct {
		Metric map[string]string
		Values []value
	}
	p.get(t, "/api/v1/query_range", url.Values{"query": {asGrafanaAsks(q.Expr)}, "start": {strconv.FormatInt(start.Unix(), 10)},
		"end": {strconv.FormatInt(time.Now().Unix(), 10)}, "step": {strconv.Itoa(int(step.Seconds()))}}, &result)
	for _, r := range result {
		s := dashboards.Series{Legend: inLegend.ReplaceAllStringFunc(q.Legend, func(name string) string { return r.Metric[name[2:len(name)-2]] })}
		for range int(time.Since(start)/step) + 1 {
			s.Points = append(s.Points, math.NaN())
		}
		for _, v := range r.Values {
			at, _ := v[0].(float64)
			if i := int(at-float64(start.Unix())) / int(step.Seconds()); i >= 0 && i < len(s.Points) {
				s.Points[i] = v.number()
			}
		}
		all = append(all, s)
	}
	return all
}
